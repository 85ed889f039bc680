import type { Fish, StockInput } from '../../contract/fishes.ts'
import type { Locale } from '../../contract/locales.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import type { Order, OrderInput, ShippingAddress } from '../../contract/orders.ts'
import type { Review } from '../../contract/reviews.ts'
import type { ShopSettings } from '../../contract/shop.ts'

/** A line of the cart or of a draft: the product as it was when chosen, and `qty` in tonnes. */
export interface CartLine {
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
  /** what the buyer would like the shop to know about this line */
  note?: string
  /** milliseconds since 1970; the order in which the cart shows its lines */
  addedAt: number
  /** how often the person changed this line; absent for never */
  version?: number
}

/** A named list of lines that is not in hand. Times in milliseconds since 1970. */
export interface DraftRow {
  id: string
  name: string
  lines: CartLine[]
  /** what was typed for the quote, as the form has it */
  wishes?: Record<string, string>
  createdAt: number
  updatedAt: number
}

export type OutboxState = 'queued' | 'sending' | 'waiting-login' | 'attention' | 'done'

/** Why the server refused an entry, or what went wrong at the last try. `status` 0 when there was no answer. */
export interface OutboxProblem {
  status: number
  detail: string
  code?: string
  /** as the API answered them; rows of earlier versions have no `rule` */
  errors?: { path: string; detail: string; rule?: string; params?: { limit: number } }[]
  /** a `ConnectionProblem` of the API client; rows of earlier versions have none */
  connection?: string
  /** the answer did not prove to be the shop's and counts as none */
  unproven?: true
  /** with a refused stock: the number as it was on the server, tonnes */
  countInStock?: number
}

/** How screens name the product of a review or of a stock; reviews of earlier versions have the default name only. */
export interface ReviewedName {
  trade_name: string
  trade_name_fr?: string
  trade_name_es?: string
}

/** What an entry carries, frozen as the person accepted it. `display` is for the screens and is never sent. */
export type OutboxPayload =
  | { kind: 'order'; body: OrderInput; display: { lines: CartLine[] } }
  | { kind: 'review'; fishe: string; body: { rating: number; comment: string }; display: ReviewedName }
  | {
      kind: 'contact'
      body: { user_object: string; user_name: string; user_email: string; user_message: string }
      display: Record<string, never>
    }
  /** what either side says on a request; `order` is the request's id, and the entry's own id becomes the event's */
  | { kind: 'order-event'; order: string; body: OrderEventInput; display: { reference: string } }
  /** what an administrator counted of the product `fishe` */
  | { kind: 'stock'; fishe: string; body: StockInput; display: ReviewedName }
  /** ends a session on the server; the token is stored nowhere else, and goes with this entry */
  | { kind: 'logout'; token: string; body: Record<string, never>; display: Record<string, never> }

/** One request on its way. `id` is a UUIDv7, the Idempotency-Key and, for an order, the order's `_id`. Times in ms. */
export interface OutboxRow {
  id: string
  /** version of this row's shape; rows of an unknown version are shown and left alone */
  v: number
  /** the id it had at first, where that id or its reference was taken */
  from?: string
  /** the order of acceptance on this device; clocks jump, this number does not */
  seq: number
  kind: OutboxPayload['kind']
  /** empty for a contact message of a visitor and for a logout */
  userId: string
  userName: string
  userEmail: string
  payload: OutboxPayload
  state: OutboxState
  attempts: number
  /** answers of status 500 in a row; from 8 on the entry lets others pass */
  failures: number
  nextAt: number
  /** how long the wait until `nextAt` was meant to be, ms: more than that is left only when the clock was turned back */
  wait: number
  createdAt: number
  sentAt?: number
  serverId?: string
  problem?: OutboxProblem
}

/** Who is signed in on this device; the token stays here and is read at the moment of sending. */
export interface Session {
  userId: string
  name: string
  email: string
  isAdmin: boolean
  token: string
  /** the server refused the token: this user's outbox entries wait for a new login */
  expired?: true
}

/** Single values of the device, each under its name. */
export interface SavedValues {
  session: Session
  address: ShippingAddress
  /** the id that the cart in hand will have as an order, made when the place-order screen opens */
  'order-id': string
  /** cursor of the changes feed, and when it was last asked (ms since 1970) */
  catalogue: { cursor: string; at: number; complete: boolean; tooMany?: boolean }
  /** the settings of the shop, whole */
  shop: ShopSettings
  /** half-typed forms, by form name */
  [form: `form:${string}`]: Record<string, string>
  /** half-typed forms of one user, by user id and form name: hidden from others, and there again after a logout */
  [ownForm: `form-of:${string}`]: Record<string, string>
  /** how far the saved orders of the user who is signed in are */
  'order-feed': OrderFeed
  /** what the worker says in notifications, in the chosen language: it has no messages of its own */
  'worker-texts': { sent: string; attention: string }
  /** where this browser is told of orders, for which session and in which language; removed at logout */
  push: { endpoint: string; userId: string; token: string; language: Locale }
  /** the lease of the one sender where Web Locks are missing */
  lease: { holder: string; until: number }
}
export type ValueName = keyof SavedValues
/** Under these names half-typed forms are saved; `form-of` names the one user who finds them. */
export type SavedFormName = `form:${string}` | `form-of:${string}`

export interface ValueRow {
  name: string
  value: unknown
}

/** An answer behind a token, saved for its own user and removed at logout. `key` is the call with its input. */
export interface ViewRow {
  userId: string
  key: string
  body: unknown
  /** milliseconds since 1970 */
  at: number
}

/** The reviews of a product that was opened, and the product's own figures at that time. */
export interface ReviewsRow {
  fishe: string
  reviews: Review[]
  numReviews: number
  rating: number
}

/** An answer of the server with products, by their ids, in its order. `key` is the query; `at` in ms since 1970. */
export interface SeenListRow {
  key: string
  ids: string[]
  page: number
  pages: number
  total: number
  at: number
}

/** An order as this user last saw it; removed at logout. */
export interface OrderRow {
  userId: string
  _id: string
  order: Order
  /** milliseconds since 1970 */
  at: number
  /** the fill of the feed that brought it last; 0 for none */
  fill: number
  /** the fill that was the last one when it was saved, whatever brought it */
  during: number
  /** number of the last event that this person had on the screen; absent for an order that was not opened here */
  opened?: number
}

/**
 * How far a user's saved orders are. A fill fetches all of them anew, then what changed meanwhile (`catch-up`); what a
 * later fill did not bring is removed at its end.
 */
export interface OrderFeed {
  userId: string
  /** absent until the first page of a fill is saved */
  cursor?: string
  /** when the last page of the feed came, ms since 1970; 0 before the first */
  at: number
  /** counts the fills */
  fill: number
  phase: 'fill' | 'catch-up' | 'done'
  /** whether a fill has ended: then a missing order is none of this user's */
  isComplete: boolean
  /** the server's clock at the same moment as `at`, ms since 1970 */
  serverAt: number
}
