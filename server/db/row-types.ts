import type { Generated } from 'kysely'
import type { LineFieldName, ProductFields, RequiredText } from '../../contract/product-fields.ts'
import type {
  OfferLinkRow,
  OrderChangeRow,
  OrderEventRow,
  OrderFileRow,
  OrderItemRow,
  OrderRow,
  PaperRow,
  SaidColumns,
} from './order-rows.ts'
import type { OutboxRow, PushSubscriptionRow, WebhookRow } from './outgoing-rows.ts'

/** A row in which some columns have defaults. */
type Defaulted<Row, Name extends keyof Row> = Omit<Row, Name> & { [N in Name]: Generated<Row[N]> }

/** The tables of both databases, see migrations/. Times are ISO 8601 texts in UTC, booleans are 0 or 1. */
export interface Schema {
  shop_settings: ShopSettingsRow
  shop_text: ShopTextRow
  catalogue_state: { only_row: number; epoch: string; version: number }
  fish: FishRow
  fish_tombstone: { id: string; seq: number }
  account: Defaulted<
    AccountRow,
    'confirmed_at' | 'parties' | 'terms_version' | 'terms_at' | 'credentials_at' | 'shop_since' | 'vouched_by'
  >
  login_session: Defaulted<SessionRow, 'device'>
  review: ReviewRow
  shop_order: Defaulted<
    OrderRow,
    'language' | 'wishes' | 'parties' | 'state' | 'expires_at' | 'version' | keyof SaidColumns
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
export interface FishRow extends ProductFields, Record<RequiredText, string> {
  /** the catalogue's version when the product was created; also its row in the search index */
  number: number
  id: string
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
  /** when address or password was last changed; null: before there was this column */
  credentials_at: string | null
  /** since when it has the right `shop`; null: before there was this column */
  shop_since: string | null
  /** ids of the accounts through whose invitations, grants, links and changes it is what it is, separated by spaces */
  vouched_by: string
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
  /** when the password was last typed in it */
  password_at: string | null
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

/** An invitation to become an administrator. */
export interface InvitationRow {
  id: string
  /** null where the link is passed on by whoever made it */
  email: string | null
  /** words, as in `account` */
  rights: string
  language: string
  /** when it was made or renewed */
  created_at: string
  /** the account that gives the rights; null when it is deleted */
  created_by: string | null
  until: string
  ended_at: string | null
  ended_by: 'acceptance' | 'withdrawal' | null
}

export interface InvitationLinkRow {
  token_hash: string
  invitation_id: string
  /** 0 or 1: whether it went only to the mailbox of the address */
  is_mailed: number
  until: string
}

export interface AccountLinkRow {
  token_hash: string
  account_id: string
  kind: 'reset' | 'confirm' | 'restore'
  /** the account's address when the link was made; a change of address invalidates the link, unless it is one that restores the address */
  email: string
  expires_at: string
  used_at: string | null
  /** the administrator who passes the link on; null where it is mailed */
  made_by: string | null
  /** which change of the account a link of the kind `restore` takes back, from 1 */
  change_number: number
  /** which the account had before that change */
  rights: string
}

export interface KeyRow {
  id: string
  owner_id: string
  payload_hash: string
  /** 410: the tombstone of a deleted order; 409: another request takes its place */
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
  read_at: string | null
  answered_at: string | null
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
