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
import type { NullableTexts, Numbers, OutboxRow, PushSubscriptionRow, Texts, WebhookRow } from './outgoing-rows.ts'

/** A row in which some columns have defaults. */
type Defaulted<Row, Name extends keyof Row> = Omit<Row, Name> & { [N in Name]: Generated<Row[N]> }

/** The tables of both databases; migrations/ says what they are for. Times are ISO 8601 texts in UTC, booleans are 0 or 1. */
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

/** Starts at version 1. `logo` is the `image` value of the contract, or empty; `body` is the JSON of all other settings. */
export interface ShopSettingsRow extends Texts<'logo' | 'body' | 'changed_at'>, Numbers<'only_row' | 'version'> {}

/** A page that the law asks for; `body` is the JSON of its text in the three languages. */
interface ShopTextRow extends Texts<'page' | 'body' | 'changed_at'>, Numbers<'version'> {}

/**
 * With a column for each optional field, empty or 0 where the product has none. `number` is the catalogue's version when it was created, and its
 * row in the search index; `seq` the version that last changed it or its reviews.
 */
export interface FishRow
  extends ProductFields,
    Texts<RequiredText | 'id' | 'image' | 'placeholder' | 'created_at' | 'updated_at' | 'sort_name'>,
    Numbers<'number' | 'count_in_stock' | 'rating' | 'num_reviews' | 'seq'> {
  type: 'fish' | 'seafood'
}

/** `rights` and `vouched_by` are words separated by spaces: the latter are ids of the accounts through whose invitations, grants, links and changes it is what it is. */
export interface AccountRow
  extends Texts<'id' | 'name' | 'email' | 'password_hash' | 'rights' | 'created_at' | 'search' | 'vouched_by'>,
    NullableTexts<'confirmed_at' | 'terms_at'> {
  /** JSON */
  parties: string
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
