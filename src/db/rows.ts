import type { Right } from '../../contract/accounts.ts'
import type { FileType } from '../../contract/files.ts'
import type { Fish, Review, ReviewInput, StockInput } from '../../contract/fishes.ts'
import type { ContactInput } from '../../contract/inbox.ts'
import type { Locale } from '../../contract/locales.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import type { Order, OrderInput, ShippingAddress } from '../../contract/orders.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import type { LineFacts, Written } from '../../contract/product-fields.ts'
import type { ShopSettings, ShopText } from '../../contract/shop.ts'
import type { Refusal } from '../api/api-errors.ts'

/** A line of the cart or of a draft: the product as it was when chosen, and `qty` in tonnes. */
export interface CartLine extends LineFacts, Written {
  fishe: string
  trade_name: string
  trade_name_fr: string
  trade_name_es: string
  image: string
  placeholder?: string
  type: Fish['type']
  size: string
  weight: string
  countInStock: number
  qty: number
  /** milliseconds since 1970; the order in which the cart shows its lines */
  addedAt: number
  /** how often the person changed this line; absent for never */
  version?: number
}

/** A saved list of lines outside the cart. Times in ms since 1970. */
export interface DraftRow {
  id: string
  name: string
  lines: CartLine[]
  /** the wishes for the quote, as typed into the form */
  wishes?: Record<string, unknown>
  createdAt: number
  updatedAt: number
}

export type OutboxState = 'queued' | 'sending' | 'waiting-login' | 'attention' | 'done'

/** Why the server refused an entry, or why the last try failed. `status` is 0 when there was no answer. */
export interface OutboxProblem {
  status: number
  detail: string
  code?: string
  /** as the API answered them; rows of earlier versions have no `rule` */
  errors?: { path: string; detail: string; rule?: string; params?: { limit: number } }[]
  /** a `ConnectionProblem` of the API client; rows of earlier versions have none */
  connection?: string
  /** the answer lacked proof that it is the shop's, and counts as none */
  unproven?: true
  /** with a refused stock: the stock on the server, tonnes */
  countInStock?: number
}

/** The names of the product of a review or a stock. Reviews of earlier versions have only the default name. */
export interface ProductNames {
  trade_name: string
  trade_name_fr?: string
  trade_name_es?: string
}

/** The content of an entry, as the person accepted it. `display` is for the screens and is never sent. */
export type OutboxPayload =
  | { kind: 'order'; body: OrderInput; display: { lines: CartLine[] } }
  | { kind: 'review'; fishe: string; body: ReviewInput; display: ProductNames }
  | { kind: 'contact'; body: ContactInput; display: Record<string, never> }
  /** an event of either side; `order` is the request's id, and the entry's own id becomes the event's */
  | { kind: 'order-event'; order: string; body: OrderEventInput; display: { reference: string } }
  /** the stock of the product `fishe`, set by an administrator */
  | { kind: 'stock'; fishe: string; body: StockInput; display: ProductNames }
  /** ends a session on the server; the token is stored only in this entry */
  | { kind: 'logout'; token: string; body: Record<string, never>; display: Record<string, never> }

/** An entry of the outbox. `id` is a UUIDv7, the Idempotency-Key and, for an order, its `_id`. Times in ms. */
export interface OutboxRow {
  id: string
  /** version of this row's shape; rows of an unknown version are shown but not changed */
  v: number
  /** its first id, where that id or its reference was taken */
  from?: string
  /** counts the accepted entries of this device, since clocks may jump */
  seq: number
  kind: OutboxPayload['kind']
  /** empty for a contact message of a visitor and for a logout */
  userId: string
  userName: string
  userEmail: string
  payload: OutboxPayload
  state: OutboxState
  attempts: number
  /** how many of the attempts have ended before the request left the device; absent for none */
  unsent?: number
  /** answers of status 500 in a row; from 8 on, later entries may overtake this one */
  failures: number
  nextAt: number
  /** the full wait before `nextAt`, ms; more than that is left only after the clock was set back */
  wait: number
  createdAt: number
  sentAt?: number
  serverId?: string
  /** ids of events that this one replaces, and that may have reached the server all the same */
  instead?: string[]
  problem?: OutboxProblem
}

/** Who is signed in on this device. The token is read when an entry is sent. */
export interface Session {
  userId: string
  name: string
  email: string
  isAdmin: boolean
  /** absent in sessions that an earlier version has saved */
  rights?: readonly Right[]
  /** who buys, of the profile; absent where nothing is filled in */
  parties?: Parties
  token: string
  /** the server refused the token: nobody is signed in, and this user's outbox entries wait for a new login */
  expired?: true
}

/** What a person leaves on the device with the session: cart, drafts, and what was typed. */
export interface Lists {
  lines: CartLine[]
  drafts: DraftRow[]
  typed: ValueRow[]
}

/** Single values of the device, each under its name. */
export interface SavedValues {
  session: Session
  /** cart, drafts and half-typed forms of a user whose session has ended, by user id */
  [lists: `lists-of:${string}`]: Lists
  /** the delivery address, as last entered */
  address: ShippingAddress
  /** the id that the cart will have as an order, so that many clicks and a second tab send the same one */
  'order-id': string
  /** cursor of the changes feed, and the time of the last pull (ms since 1970) */
  catalogue: { cursor: string; at: number; complete: boolean }
  /** the settings of the shop, whole */
  shop: ShopSettings
  /** the pages that the law asks for, as last read */
  'legal:terms': ShopText
  'legal:privacy': ShopText
  'legal:imprint': ShopText
  /** half-typed forms, by form name */
  [form: `form:${string}`]: Record<string, unknown>
  /** half-typed forms of one user, by user id and form name: hidden from other users, and still there after a logout */
  [ownForm: `form-of:${string}`]: Record<string, unknown>
  /** state of the orders' feed of the signed-in user */
  'order-feed': OrderFeed
  /** how often screens have asked for a pull of a feed */
  'pull-asked': { orders: number; catalogue: number }
  /** the last pull of the orders: what of `pull-asked` it has answered, and why it failed */
  'order-pull': { userId: string; answered: number; failure?: Refusal }
  /** whether the shop's server does not answer, as a page of this browser has noted at `at` (ms since 1970) */
  away: { isAway: boolean; at: number }
  /** the file that is being sent, and how many of its bytes have arrived */
  'sending-file': { id: string; sent: number } | undefined
  /** texts of the worker's notifications in the chosen language, since the worker has no catalogs */
  'worker-texts': { sent: string; attention: string }
  /** the push subscription that the shop has of this browser; removed at logout */
  push: { endpoint: string; userId: string; token: string; language: Locale }
  /** ids of the open offers whose last days but one were announced on this device */
  'told-expiry': string[]
  /** the files whose messages have gone and that are not there yet, by id, each with its order */
  'said-files': Record<string, string>
}
export type ValueName = keyof SavedValues
/** The names of half-typed forms; `form-of` belongs to one user. */
export type SavedFormName = `form:${string}` | `form-of:${string}`

export interface ValueRow {
  name: string
  value: unknown
  /** of a half-typed form: which of the open ones wrote it; absent in rows of earlier versions */
  by?: string
}

/** An answer to an authenticated call, saved for its user and removed at logout. `key` is the call with its input. */
export interface ViewRow {
  userId: string
  key: string
  body: unknown
  /** milliseconds since 1970 */
  at: number
}

/** The reviews of an opened product, with the product's number of reviews and rating at that time. */
export interface ReviewsRow {
  fishe: string
  reviews: Review[]
  numReviews: number
  rating: number
}

export type FileForm = 'milestone'

/** A file of a thread on this device: to be sent (`out`), or opened, and saved for reading offline (`saved`). Times in ms. */
export interface FileRow {
  userId: string
  _id: string
  order: string
  name: string
  type: FileType
  bytes: number
  sha256: string
  /** when it was chosen or saved */
  at: number
  kind: 'out' | 'saved'
  /** the form in which it was chosen; absent for that of a message */
  form?: FileForm
  /** absent once it was refused, and where only the thumbnail was opened */
  blob?: Blob
  thumb?: Blob
  /** why the server did not take it */
  refused?: string
  /** the person wants it sent although the device saves data */
  now?: true
  attempts: number
  nextAt: number
  /** bytes that the server had after the last try */
  sent?: number
}

/** An order as this user last saw it; removed at logout. */
export interface OrderRow {
  userId: string
  _id: string
  order: Order
  /** milliseconds since 1970 */
  at: number
  /** the last fill of the feed that contained it; 0 for none */
  fill: number
  /** the last fill when it was saved, whichever answer it came with */
  during: number
  /** the number of the event before which some are missing; absent without a gap */
  gap?: number
  /** number of the last event that the person has seen; absent for an order that was not opened on this device */
  opened?: number
}

/**
 * The state of a user's feed of orders. A fill fetches all orders again, then what changed during it (`catch-up`). Orders
 * that it did not contain are removed at its end.
 */
export interface OrderFeed {
  userId: string
  /** absent until the first page of a fill is saved */
  cursor?: string
  /** when the feed was last complete, ms since 1970; 0 before */
  at: number
  /** counts the fills */
  fill: number
  phase: 'fill' | 'catch-up' | 'done'
  /** whether a fill has ended, so that no order is missing */
  isComplete: boolean
  /** the server's clock at the same moment as `at`, ms since 1970 */
  serverAt: number
}
