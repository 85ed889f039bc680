import type { I18n } from '@lingui/core'
import { toLocale } from '../../contract/locales.ts'
import { endPush } from '../data/session/push.ts'
import { savePushSubscription } from '../data/session/push-subscription.ts'
import { getSession, getToken } from '../data/session/session.ts'
import type { Deps } from '../data/use-deps.tsx'
import { getValue } from '../data/values.ts'
import { watchQuery } from './watch-query.ts'

/**
 * Renews this browser's push subscription at the shop after a new login of the same user, since it ended with the earlier
 * session, and after a change of language. Another user's subscription ends.
 */
export function renewPush({ db, api }: Pick<Deps, 'db' | 'api'>, i18n: I18n, signal: AbortSignal): void {
  const renew = async () => {
    const [saved, session] = [await getValue(db, 'push'), await getSession(db)]
    if (!saved || !session) return
    if (saved.userId !== session.userId) return endPush({ db })
    const language = toLocale(i18n.locale) ?? saved.language
    if (saved.token === session.token && saved.language === language) return
    const registration = await navigator.serviceWorker?.getRegistration()
    const subscription = await registration?.pushManager?.getSubscription()
    if (subscription) await savePushSubscription({ db, api }, { subscription, session, language })
  }
  // without an answer, the next start or login tries again
  const start = () => void renew().catch(() => undefined)
  // the first value comes at the start, later ones with a login or logout
  watchQuery(() => getToken(db), start, signal)
  signal.addEventListener('abort', i18n.on('change', start))
}
