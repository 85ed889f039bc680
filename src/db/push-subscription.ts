import type { Locale } from '../../contract/locales.ts'
import type { Api } from '../api/api-client.ts'
import type { Reply } from '../api/exchange.ts'
import { getValue, putValue, removeValue, type ShopDatabase } from './database.ts'
import type { Session } from './rows.ts'

interface Renewal {
  subscription: { readonly endpoint: string; toJSON(): { keys?: Record<string, string> } }
  session: Session
  language: Locale
}

/** Saves this browser's push subscription at the shop and on the device. Throws `ConnectionError`. */
export async function savePushSubscription(
  { db, api }: { db: ShopDatabase; api: Api },
  { subscription, session, language }: Renewal,
): Promise<Reply<undefined>> {
  const { endpoint } = subscription
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const { userId, token } = session
  const reply = await api.call('savePushSubscription', { body: { endpoint, keys: { p256dh, auth }, language }, token })
  if (reply.ok) await putValue(db, 'push', { endpoint, userId, token, language })
  return reply
}

export const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

export async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** Unsubscribes this device at once; the push service reports the subscription as gone from then on. */
export async function endPush({ db }: { db: ShopDatabase }): Promise<void> {
  if ((await getValue(db, 'push')) === undefined) return
  await removeValue(db, 'push')
  if (isSupported()) await (await findSubscription())?.unsubscribe()
}

/**
 * Whether each push message must become a notification, even while the shop is visible: Safari revokes a subscription after
 * three messages without one.
 */
export const mustShowPush = (): boolean => /Safari/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent)
