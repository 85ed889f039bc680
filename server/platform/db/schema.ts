import type { Generated } from 'kysely'
import type { FileType } from '../../../contract/file-types.ts'
import type { LineFieldName, LineFields, ProductFields } from '../../../contract/product-fields.ts'

/** A row in which some columns have defaults. */
type Defaulted<Row, Name extends keyof Row> = Omit<Row, Name> & { [N in Name]: Generated<Row[N]> }

/** The tables of both databases, see migrations/. Times are ISO 8601 texts in UTC, booleans are 0 or 1. */
export interface Schema {
  shop_settings: ShopSettingsRow
  shop_text: ShopTextRow
  catalogue_state: { only_row: number; epoch: string; version: number }
  fish: FishRow
  fish_tombstone: { id: string; seq: number }
  account: Defaulted<AccountRow, 'confirmed_at' | 'parties' | 'terms_version' | 'terms_at'>
  login_session: Defaulted<SessionRow, 'device'>
  review: ReviewRow
  shop_order: Defaulted<
    OrderRow,
    | 'language'
    | 'wishes'
    | 'parties'
    | 'state'
    | 'expires_at'
    | 'version'
    | 'feed_seq'
    | 'changed_at'
    | keyof SaidColumns
  >
  order_item: Defaulted<OrderItemRow, 'note' | LineFieldName>
  order_event: OrderEventRow
  order_file: OrderFileRow
  order_feed: { only_row: number; version: number }
  order_mail: OrderMailRow
  offer_link: OfferLinkRow
  api_key: ApiKeyRow
  told_end: { order_id: string; seq: number }
  account_mail: AccountMailRow
  account_link: AccountLinkRow
  order_tombstone: { id: string; buyer_id: string; feed_seq: number }
  idempotency_key: KeyRow
  subscriber: SubscriberRow
  contact_message: ContactRow
  push_key: { only_row: number; public_key: string; private_key: string }
  push_subscription: PushSubscriptionRow
  push_message: PushMessageRow
  admin_action: AdminActionRow
  shop_seller: { only_row: number; version: number; body: string }
  bank_account: BankAccountRow
  admin_mail: AdminMailRow
  webhook: WebhookRow
  webhook_delivery: DeliveryRow
  paper_number: { kind: string; year: string; last: number }
  paper: PaperRow
  rate_limit: { bucket: string; hits: number; ends_at: string }
}

export interface ShopSettingsRow {
  only_row: number
  /** starts at 1, raised by each change */
  version: number
  /** the `image` value of the contract, or empty */
  logo: string
  /** JSON of all other settings */
  body: string
  changed_at: string
}

/** A page that the law asks for. */
export interface ShopTextRow {
  page: string
  version: number
  /** JSON of its text in the three languages */
  body: string
  changed_at: string
}

/** With a column for each optional field, empty or 0 where the product has none. */
export interface FishRow extends ProductFields {
  /** the catalogue's version when the product was created; also its row in the search index */
  number: number
  id: string
  trade_name: string
  trade_name_fr: string
  trade_name_es: string
  classe: string
  category: string
  type: 'fish' | 'seafood'
  image: string
  placeholder: string
  count_in_stock: number
  rating: number
  num_reviews: number
  created_at: string
  updated_at: string
  /** the catalogue's version that last changed this product or its reviews */
  seq: number
  sort_name: string
}

export interface AccountRow {
  id: string
  name: string
  email: string
  password_hash: string
  /** words separated by spaces; empty for customers */
  rights: string
  created_at: string
  search: string
  /** when the e-mail address was confirmed */
  confirmed_at: string | null
  /** JSON */
  parties: string
  /** the terms that the person has agreed to, and when */
  terms_version: number | null
  terms_at: string | null
}

export interface SessionRow {
  token_hash: string
  account_id: string
  expires_at: string
  /** browser and system, separated by a slash; empty until the session is used */
  device: string
  /** null for sessions older than this column */
  created_at: string | null
  last_used_at: string | null
}

export interface ReviewRow {
  id: string
  fish_id: string
  author_id: string
  name: string
  rating: number
  comment: string
  created_at: string
}

/** How many messages, and for the shop offers, each side has written, and their bytes. */
export interface SaidColumns {
  buyer_said: number
  buyer_bytes: number
  shop_said: number
  shop_bytes: number
}

export interface OrderRow extends SaidColumns {
  id: string
  reference: string
  created_at: string
  buyer_id: string
  buyer_name: string
  buyer_email: string
  phone: string
  address: string
  city: string
  postal_code: string
  country: string
  search: string
  /** the buyer's language */
  language: string
  /** JSON */
  wishes: string
  /** JSON */
  parties: string
  /** derived from the events; an expired offer is still `offered` here, and a sealed order is `sealed` */
  state: string
  /** end of the current offer */
  expires_at: string | null
  /** number of the last event */
  version: number
  /** version of the orders' feed that last changed this order, and its time */
  feed_seq: number
  changed_at: string
  /** when it was removed by the shop, with a copy for reading left */
  sealed_at: string | null
}

/** The product's facts are empty texts and 0 where it had none. */
export interface OrderItemRow extends LineFields {
  order_id: string
  position: number
  fish_id: string
  name: string
  name_fr: string
  name_es: string
  image: string
  qty: number
  /** empty: none */
  note: string
}

export interface OrderEventRow {
  id: string
  order_id: string
  /** from 1 without a gap */
  seq: number
  kind: string
  at: string
  side: 'buyer' | 'shop'
  author_id: string
  author_name: string
  /** JSON of the members of its kind */
  body: string
  /** the version of the orders' feed that it made */
  feed_seq: number
  /** where the thread stands after it: the state, the number of the current offer's event, and of offers so far */
  state: string
  offer_seq: number | null
  offers: number
  /** time and number of the last event up to this one that decided the state */
  state_at: string | null
  state_seq: number | null
  /** number of the last milestone or correction up to this one */
  shipment_seq: number | null
  /** of a milestone or correction: JSON of the shipment after it */
  shipment: string | null
}

/** A file that an event has announced. Its bytes are stored by the ids of order and file. */
export interface OrderFileRow {
  id: string
  order_id: string
  event_id: string
  author_id: string
  side: 'buyer' | 'shop'
  name: string
  type: FileType
  bytes: number
  sha256: string
  state: 'announced' | 'here' | 'refused'
  /** why it was refused, else empty */
  reason: string
  announced_at: string
  /** when its upload began */
  started_at: string | null
  here_at: string | null
}

export interface OrderMailRow {
  id: string
  order_id: string
  /** empty: the shop's desk */
  recipient: string
  subject: string
  body: string
  attempts: number
  next_attempt_at: string
  /** the number of the offer's event that the mail is about: it is sent only while that offer waits for an answer */
  offer_seq: number | null
  /** 1: says that the offer expires, with the words of the day on which it is sent */
  is_ending: number
  /** the number of the milestone's event that the mail is about: it goes when that one is corrected */
  milestone_seq: number | null
}

/** An API key. */
export interface ApiKeyRow {
  id: string
  token_hash: string
  name: string
  /** words, as in `account` */
  rights: string
  /** 0 or 1 */
  read_only: number
  until: string | null
  created_at: string
  /** an account; null when it is deleted */
  created_by: string | null
  used_at: string | null
}

/** A link to the current offer of an order. */
export interface OfferLinkRow {
  id: string
  order_id: string
  token_hash: string
  /** who made it */
  side: 'buyer' | 'shop'
  created_at: string
  /** the end of the offer */
  until: string
  seen: number
  seen_at: string | null
}

/** A queued mail with a link. Whether the address has an account is checked when it is sent. */
export interface AccountMailRow {
  id: string
  kind: 'reset' | 'confirm' | 'webhook'
  email: string
  language: string
  attempts: number
  next_attempt_at: string
}

export interface AccountLinkRow {
  token_hash: string
  account_id: string
  kind: 'reset' | 'confirm'
  /** the account's address when the link was made; a change of address invalidates the link */
  email: string
  expires_at: string
  used_at: string | null
}

export interface KeyRow {
  id: string
  owner_id: string
  payload_hash: string
  /** 410: the tombstone of a deleted order */
  status: number
  created_at: string
}

export interface SubscriberRow {
  id: string
  email: string
  created_at: string
  /** for the unsubscribe link */
  token: string
}

export interface ContactRow {
  id: string
  subject: string
  name: string
  email: string
  message: string
  created_at: string
  sent_at: string | null
  attempts: number
  next_attempt_at: string | null
  read_at: string | null
  answered_at: string | null
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

/** Names are those at the time of the action. */
export interface AdminActionRow {
  id: string
  at: string
  kind: string
  actor_id: string
  actor_name: string
  thing: string
  thing_id: string
  thing_name: string
  /** JSON */
  changes: string
  /** normalised names of the administrator and the thing */
  search: string
}

export interface BankAccountRow {
  id: string
  holder: string
  bank: string
  account: string
  bic: string
  asked_at: string
  asked_by: string
  asked_by_name: string
  /** when buyers begin to pay to it, unless it is withdrawn before */
  holds_from: string
  withdrawn_at: string | null
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
  /** id of the order, product or message, whose events are sent one after the other in the order of `seq` */
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

export interface PaperRow {
  id: string
  order_id: string
  kind: string
  number: string
  file_id: string
  at: string
  author_id: string
  /** the number of the paper that it replaces */
  replaces: string | null
}
