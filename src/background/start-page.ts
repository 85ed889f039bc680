import type { I18n } from '@lingui/core'
import { toLocale } from '../../contract/locales.ts'
import { whenIdle } from '../ui/when.ts'
import { tellWorker } from '../ui/worker-channel.ts'

/**
 * Has the worker save the home page in the chosen language, so that the next start is painted from the device before any
 * script has run (sw/start-page.ts).
 */
export function saveStartPage(i18n: I18n): void {
  const locale = toLocale(i18n.locale)
  if (locale) whenIdle(() => tellWorker({ kind: 'SAVE_START_PAGE', locale }))
}

/** Saves it now, with every change of language, and when a worker starts to control the page. Answers the way to stop. */
export function watchStartPage(i18n: I18n): () => void {
  const save = () => saveStartPage(i18n)
  const stop = i18n.on('change', save)
  navigator.serviceWorker?.addEventListener('controllerchange', save)
  save()
  return () => {
    navigator.serviceWorker?.removeEventListener('controllerchange', save)
    stop()
  }
}
