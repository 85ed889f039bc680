import type { Locale } from '../../contract/locales.ts'
import type { Api } from '../api/api-client.ts'
import type { Reply } from '../api/api-errors.ts'
import type { Session } from './rows.ts'
import type { ShopDatabase } from './schema.ts'
import { putValue } from './values.ts'

/** The part of a `PushSubscription` that is used. */
interface Subscription {
  readonly endpoint: string
  toJSON(): { keys?: Record<string, string> }
}

/**
 * Saves this browser's push subscription at the shop and on the device. A refusal is returned as data. Throws
 * `ConnectionError` when no answer came.
 */
export async function savePushSubscription(
  { db, api }: { db: ShopDatabase; api: Api },
  { subscription, session, language }: { subscription: Subscription; session: Session; language: Locale },
): Promise<Reply<undefined>> {
  const { endpoint } = subscription
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const body = { endpoint, keys: { p256dh, auth }, language }
  const reply = await api.call('savePushSubscription', { body, token: session.token })
  const { userId, token } = session
  if (reply.ok) await putValue(db, 'push', { endpoint, userId, token, language })
  return reply
}

/**
 * Whether each push message must become a notification, even while the shop is visible: Safari revokes a subscription after
 * three messages without one.
 */
export function mustShowPush(): boolean {
  return /Safari/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent)
}
