import type { Generated } from 'kysely'
import type { FileType } from '../../contract/files.ts'
import type { LineFieldName, LineFields, ProductFields, RequiredText } from '../../contract/product-fields.ts'

type Texts<Names extends string> = Record<Names, string>
type Numbers<Names extends string> = Record<Names, number>
type NullableTexts<Names extends string> = Record<Names, string | null>

type Defaulted<Row, Name extends keyof Row> = Omit<Row, Name> & { [N in Name]: Generated<Row[N]> }

/** The tables of both databases; migrations/ says what they are for. Times are ISO 8601 texts in UTC, booleans are 0 or 1. */
export interface Schema {
  shop_settings: ShopSettingsRow
  shop_text: ShopTextRow
  catalogue_state: { only_row: number; epoch: string; version: number }
  fish: Defaulted<FishRow, 'pictures' | 'featured' | 'certificate_files'>
  fish_tombstone: { id: string; seq: number }
  lot: LotRow
  lot_use: Texts<'event_id' | 'lot_id' | 'order_id'>
  account: Defaulted<AccountRow, Exclude<keyof AccountRow, AccountColumn>>
  login_session: Defaulted<SessionRow, 'device'>
  review: ReviewRow
  stock_alert: StockAlertRow
  shop_order: Defaulted<
    OrderRow,
    'language' | 'wishes' | 'parties' | 'customer' | 'state' | 'expires_at' | 'version' | keyof SaidColumns
  >
  order_item: Defaulted<OrderItemRow, 'note' | LineFieldName>
  order_event: OrderEventRow
  order_file: OrderFileRow
  order_feed: { only_row: number; version: number }
  order_change: OrderChangeRow
  offer_link: OfferLinkRow
  api_key: ApiKeyRow
  invitation: InvitationRow
  invitation_link: InvitationLinkRow
  told_end: { order_id: string; seq: number }
  reminder: { order_id: string; seq: number }
  order_snooze: { order_id: string; until: string; version: number }
  payment_due: { order_id: string; part: string; day: string; is_told: number }
  account_link: AccountLinkRow
  idempotency_key: KeyRow
  subscriber: SubscriberRow
  contact_message: ContactRow
  push_key: { only_row: number; public_key: string; private_key: string }
  push_subscription: PushSubscriptionRow
  admin_action: AdminActionRow
  shop_seller: { only_row: number; version: number; body: string }
  bank_account: BankAccountRow
  webhook: WebhookRow
  outbox: OutboxRow
  paper_number: { kind: string; year: string; last: number }
  paper: PaperRow
  rate_limit: { bucket: string; hits: number; ends_at: string }
}

/** Starts at version 1. `logo` is the `image` value of the contract, or empty; `body` is the JSON of all other settings. */
export interface ShopSettingsRow extends Texts<'logo' | 'body' | 'changed_at'>, Numbers<'only_row' | 'version'> {}

/** A page that the law asks for; `body` is the JSON of its text in the three languages. */
interface ShopTextRow extends Texts<'page' | 'body' | 'changed_at'>, Numbers<'version'> {}

/** Optional fields are empty or 0. `number`: the catalogue's version when it was created; `seq`: the one that last changed it or its reviews. */
export interface FishRow
  extends ProductFields,
    Texts<RequiredText | 'id' | 'image' | 'placeholder' | 'created_at' | 'updated_at' | 'sort_name'>,
    Numbers<'number' | 'count_in_stock' | 'rating' | 'num_reviews' | 'seq' | 'featured'> {
  type: 'fish' | 'seafood'
  /** JSON of names and addresses; empty without one */
  certificate_files: string
  /** with more than one picture all of them: JSON of their `image` values and placeholders; else empty */
  pictures: string
}

/** `code` as it was typed first; `body`: JSON of the other members of the contract's lot but the product; `files`: JSON of names and addresses. */
export interface LotRow
  extends Texts<'id' | 'code' | 'lot_key' | 'fish_id' | 'body' | 'files' | 'search' | 'created_at' | 'updated_at'> {}

/** The columns of every new account; the others have defaults. */
type AccountColumn = 'id' | 'name' | 'email' | 'password_hash' | 'rights' | 'created_at' | 'search'

/** `rights` and `vouched_by` are words separated by spaces: the latter are ids of the accounts through whose invitations, grants, links and changes it is what it is. */
export interface AccountRow extends Texts<AccountColumn | 'vouched_by'>, NullableTexts<'confirmed_at' | 'terms_at'> {
  /** JSON, as `addresses` */
  parties: string
  addresses: string
  /** the terms that the person has agreed to */
  terms_version: number | null
  /** when address or password was last changed; null: before there was this column */
  credentials_at: string | null
  /** since when it has the right `shop`; null: before there was this column */
  shop_since: string | null
}

/** `device`: browser and system, separated by a slash; empty until it is used. `password_at`: when the password was last typed in it. */
export interface SessionRow
  extends Texts<'token_hash' | 'account_id' | 'expires_at' | 'device'>,
    NullableTexts<'created_at' | 'last_used_at' | 'password_at'> {}

/** An account that waits for a product, and the language of its message. */
export interface StockAlertRow extends Texts<'fish_id' | 'account_id' | 'language' | 'created_at'> {}

export interface ReviewRow
  extends Texts<'id' | 'fish_id' | 'author_id' | 'name' | 'comment' | 'created_at'>,
    Numbers<'rating'> {}

/** `created_by` is an account, null when it is deleted. */
export interface ApiKeyRow
  extends Texts<'id' | 'token_hash' | 'name' | 'rights' | 'created_at'>,
    NullableTexts<'until' | 'created_by' | 'used_at'>,
    Numbers<'read_only'> {}

/** An invitation to become an administrator. `email` is null where whoever made it (`created_by`, null when deleted) passes the link on. */
export interface InvitationRow
  extends Texts<'id' | 'rights' | 'language' | 'created_at' | 'until'>,
    NullableTexts<'email' | 'created_by' | 'ended_at'> {
  ended_by: 'acceptance' | 'withdrawal' | null
}

/** `is_mailed`: whether it went only to the mailbox of the address. */
export interface InvitationLinkRow extends Texts<'token_hash' | 'invitation_id' | 'until'>, Numbers<'is_mailed'> {}

export interface AccountLinkRow
  extends Texts<'token_hash' | 'account_id' | 'expires_at'>,
    NullableTexts<'used_at' | 'made_by'> {
  kind: 'reset' | 'confirm' | 'restore'
  /** the account's address when the link was made; a change of address invalidates the link, unless it is one that restores the address */
  email: string
  /** which change of the account a link of the kind `restore` takes back, from 1 */
  change_number: number
  /** which the account had before that change */
  rights: string
}

/** `status` 410: the tombstone of a deleted order; 409: another request takes its place. */
export interface KeyRow extends Texts<'id' | 'owner_id' | 'payload_hash' | 'created_at'>, Numbers<'status'> {}

/** `token`: for the unsubscribe link. */
export interface SubscriberRow extends Texts<'id' | 'email' | 'created_at' | 'token'> {}

export interface ContactRow
  extends Texts<'id' | 'subject' | 'name' | 'email' | 'message' | 'created_at'>,
    NullableTexts<'read_at' | 'answered_at'> {}

/** Names are those at the time of the action, `search` has them normalised; `changes` are JSON. */
export interface AdminActionRow
  extends Texts<
    'id' | 'at' | 'kind' | 'actor_id' | 'actor_name' | 'thing' | 'thing_id' | 'thing_name' | 'changes' | 'search'
  > {}

/** `holds_from`: when buyers begin to pay to it, unless it is withdrawn before. */
export interface BankAccountRow
  extends Texts<
      'id' | 'holder' | 'bank' | 'account' | 'bic' | 'asked_at' | 'asked_by' | 'asked_by_name' | 'holds_from'
    >,
    NullableTexts<'withdrawn_at'> {}

type Side = 'buyer' | 'shop'

/** How many messages, and for the shop offers, each side has written, and their bytes. */
export interface SaidColumns extends Numbers<`${Side}_${'said' | 'bytes'}`> {}

export interface OrderRow
  extends SaidColumns,
    Texts<'id' | 'reference' | 'created_at' | 'buyer_id' | 'buyer_name' | 'buyer_email' | 'search' | 'language'>,
    Texts<'phone' | 'address' | 'city' | 'postal_code' | 'country'> {
  /** JSON, as `parties` */
  wishes: string
  parties: string
  /** what its buyer's company is compared by, or the buyer's id */
  customer: string
  /** derived from the events; an expired offer is still `offered` here, and a sealed order is `sealed` */
  state: string
  /** end of the current offer */
  expires_at: string | null
  /** end of the counter to it */
  counter_until: string | null
  /** the name of who wrote it down for the buyer */
  written_by: string | null
  /** number of the last event */
  version: number
  /** when it was removed by the shop, with a copy for reading left */
  sealed_at: string | null
}

/** The last change of an order in the feed; its row outlives the order. */
export interface OrderChangeRow
  extends Texts<'order_id' | 'buyer_id' | 'changed_at'>,
    Numbers<'feed_seq' | 'is_deleted'> {}

/** The product's facts are empty texts and 0 where it had none. */
export interface OrderItemRow
  extends LineFields,
    Texts<'order_id' | 'fish_id' | 'name' | 'name_fr' | 'name_es' | 'image' | 'note'>,
    Numbers<'position' | 'qty'> {
  /** minor units per tonne that the buyer asks for */
  target: number | null
}

/** `seq` counts from 1 without a gap, `body` is the JSON of the members of its kind, `feed_seq` the version of the orders' feed that it made. */
export interface OrderEventRow
  extends Texts<'id' | 'order_id' | 'kind' | 'at' | 'author_id' | 'author_name' | 'body'>,
    Numbers<'seq' | 'feed_seq'> {
  side: Side
  /** where the thread stands after it: the state, the number of the current offer's event, and of offers so far */
  state: string
  offer_seq: number | null
  offers: number
  /** time and number of the last event up to this one that decided the state */
  state_at: string | null
  state_seq: number | null
  /** number of the last event about the goods up to this one */
  shipment_seq: number | null
  /** of an event about the goods: JSON of the shipment after it, and what its thread `needs` */
  shipment: string | null
}

/** A file that an event has announced. Its bytes are stored by the ids of order and file. */
export interface OrderFileRow
  extends Texts<'id' | 'order_id' | 'event_id' | 'author_id' | 'name' | 'sha256' | 'announced_at'>,
    NullableTexts<'started_at' | 'here_at'>,
    Numbers<'bytes'> {
  side: Side
  type: FileType
  state: 'announced' | 'here' | 'refused'
  /** why it was refused, else empty */
  reason: string
}

/** A link to the current offer of an order, until the end of that offer. `side` has made it. */
export interface OfferLinkRow
  extends Texts<'id' | 'order_id' | 'token_hash' | 'created_at' | 'until'>,
    NullableTexts<'seen_at'>,
    Numbers<'seen' | 'may_accept'> {
  side: Side
}

/** `replaces`: the number of the paper that it replaces. `claim`: id of the claim that it credits. `loaded`: stands for what was loaded then. */
export interface PaperRow
  extends Texts<'id' | 'order_id' | 'kind' | 'number' | 'file_id' | 'at' | 'author_id'>,
    NullableTexts<'replaces' | 'claim' | 'loaded'> {}

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
