/* The rows of what leaves the shop: mails, push messages, webhooks (schema.ts). */

/** A queued mail with a link. Whether the address has an account is checked when it is sent. */
export interface AccountMailRow {
  id: string
  kind: 'reset' | 'confirm' | 'restore' | 'webhook' | 'invitation'
  email: string
  language: string
  attempts: number
  next_attempt_at: string
  /** of a mail of this kind */
  invitation_id: string | null
  /** of a mail of the kind `restore`: the row of the change */
  link_hash: string | null
}

export interface PushSubscriptionRow {
  id: string
  /** of the session that subscribed */
  token_hash: string
  account_id: string
  endpoint: string
  p256dh: string
  auth: string
  language: string
  created_at: string
}

export interface PushMessageRow {
  id: string
  subscription_id: string
  order_id: string
  attempts: number
  next_attempt_at: string
  /** as in `OrderMailRow`; null where it tells of more */
  milestone_seq: number | null
}

export interface AdminMailRow {
  id: string
  recipient: string
  language: string
  subject: string
  body: string
  attempts: number
  next_attempt_at: string
}

export interface WebhookRow {
  id: string
  url: string
  /** words separated by spaces */
  events: string
  /** it must be readable, since the shop signs with it: `whsec_` and base64 */
  secret: string
  /** signs as well until `old_secret_until`, after the secret was renewed; or empty */
  old_secret: string
  old_secret_until: string
  /** why it is paused; empty while it goes on */
  paused: string
  created_at: string
  /** tries in a row that its host did not take */
  failures: number
  /** before this time no further event is tried; or empty */
  retry_at: string
  /** an instance sends its events until this time; or empty */
  lease_until: string
}

export interface DeliveryRow {
  id: string
  webhook_id: string
  event: string
  /** kind and id of the order, product or message, as in `order:…`, whose events are sent one after the other in the order of `seq` */
  subject: string
  seq: number
  /** id of the account whose data it has, or empty */
  owner: string
  at: string
  /** when its three days began: after a pause anew */
  since: string
  /** JSON that is sent */
  body: string
  attempts: number
  /** HTTP status of the last answer */
  status: number | null
  problem: string
  /** next try by itself */
  next_at: string | null
  /** an administrator wants a try now */
  asked_at: string | null
  /** when it was taken, or given up */
  done_at: string | null
}
