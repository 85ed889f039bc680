/* Columns by their types. */

export type Texts<Names extends string> = Record<Names, string>
export type Numbers<Names extends string> = Record<Names, number>
export type NullableTexts<Names extends string> = Record<Names, string | null>

/* The rows of what leaves the shop. */

/** The kinds of what leaves the shop; `messages_waiting` of /metrics counts by them. */
export const outboxKinds = [
  ...(['order_mail', 'account_mail', 'admin_mail', 'contact_message', 'push_message', 'webhook'] as const),
] as const

/** A mail, a push message or an event for a webhook that waits to be sent. Events that were sent stay for a while. */
export interface OutboxRow {
  id: string
  kind: (typeof outboxKinds)[number]
  /** an e-mail address (empty: the shop's desk), or the id of a push subscription or webhook */
  target: string
  /** kind and id of what it is about, as in `order:…`; or empty */
  subject: string
  /** what it tells, in the words of its kind */
  event: string
  /** number of the order's event, or version of the webhook's subject, whose events are sent one after the other */
  seq: number
  /** id of the account whose data it has, or empty */
  owner: string
  /** what its kind needs to build it: JSON, or empty */
  payload: string
  at: string
  /** when the three days of a webhook's event began: after a pause anew */
  since: string
  attempts: number
  /** next try by itself */
  next_at: string | null
  /** an administrator wants a try now */
  asked_at: string | null
  /** an instance is sending it until then; or empty */
  lease_until: string
  /** HTTP status of the last answer */
  status: number | null
  problem: string
  /** when it was taken, or given up */
  done_at: string | null
}

/** Of the session that subscribed. */
export interface PushSubscriptionRow
  extends Texts<'id' | 'token_hash' | 'account_id' | 'endpoint' | 'p256dh' | 'auth' | 'language' | 'created_at'> {}

export interface WebhookRow extends Texts<'id' | 'url' | 'created_at'>, Numbers<'failures'> {
  /** words separated by spaces */
  events: string
  /** it must be readable, since the shop signs with it: `whsec_` and base64 */
  secret: string
  /** signs as well until `old_secret_until`, after the secret was renewed; or empty */
  old_secret: string
  old_secret_until: string
  /** why it is paused; empty while it goes on */
  paused: string
  /** before this time no further event is tried; or empty. `failures` are tries in a row that its host did not take */
  retry_at: string
}
