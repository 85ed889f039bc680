import type { I18n } from '@lingui/core'
import { toLocale } from '../../contract/locales.ts'
import { tellWorker } from '../api/worker-channel.ts'
import { whenIdle } from '../ui/loading/when.ts'

/** Has the worker save the home page in the chosen language: the next start shows it before scripts run (sw/start-page.ts). */
export function saveStartPage(i18n: I18n): void {
  const locale = toLocale(i18n.locale)
  if (locale) whenIdle(() => tellWorker({ kind: 'SAVE_START_PAGE', locale }))
}

/** Saves it now, after each change of language, and when a worker starts to control the page. */
export function watchStartPage(i18n: I18n, signal: AbortSignal): void {
  const save = () => saveStartPage(i18n)
  signal.addEventListener('abort', i18n.on('change', save))
  navigator.serviceWorker?.addEventListener('controllerchange', save, { signal })
  save()
}
