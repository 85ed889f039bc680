import type { I18n } from '@lingui/core'
import { liveQuery } from 'dexie'
import { toLocale } from '../../contract/locales.ts'
import { getSession } from '../db/session.ts'
import { getValue } from '../db/values.ts'
import { savePushSubscription } from '../sync/push.ts'
import type { Deps } from '../ui/deps.tsx'
import { endPush } from '../ui/push.ts'

/**
 * Keeps what the shop knows of this browser's subscription up to date: after a new login of the same user, whose earlier
 * session took it along, and in the chosen language. Somebody else's ends. Answers the way to stop.
 */
export function renewPush({ db, api }: Pick<Deps, 'db' | 'api'>, i18n: I18n): () => void {
  const renew = async () => {
    const [saved, session] = [await getValue(db, 'push'), await getSession(db)]
    if (!saved || !session || session.expired) return
    if (saved.userId !== session.userId) return endPush({ db })
    const language = toLocale(i18n.locale) ?? saved.language
    if (saved.token === session.token && saved.language === language) return
    const registration = await navigator.serviceWorker?.getRegistration()
    const subscription = await registration?.pushManager?.getSubscription()
    if (subscription) await savePushSubscription({ db, api }, { subscription, session, language })
  }
  // without an answer the next start or login will do
  const start = () => void renew().catch(() => undefined)
  // the first value is the start, every other one a login or logout
  const watch = liveQuery(async () => (await getSession(db))?.token).subscribe({ next: start, error: () => undefined })
  const stop = i18n.on('change', start)
  return () => {
    watch.unsubscribe()
    stop()
  }
}
