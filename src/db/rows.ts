import type { AddressChange, Right, SavedAddress } from '../../contract/accounts.ts'
import type { FileType } from '../../contract/files.ts'
import type { CatalogueTotals, Fish, Review, ReviewInput, StockInput } from '../../contract/fishes.ts'
import type { ContactInput } from '../../contract/inbox.ts'
import type { Locale } from '../../contract/locales.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import type { Order, OrderInput, ShippingAddress } from '../../contract/orders.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import type { LineFacts, Written } from '../../contract/product-fields.ts'
import type { ShopSettings, ShopText } from '../../contract/shop.ts'
import type { Refusal } from '../api/exchange.ts'

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
  /** orders the lines */
  addedAt: number
  /** how often the person changed it */
  version?: number
}

export interface DraftRow {
  id: string
  name: string
  lines: CartLine[]
  wishes?: Record<string, unknown>
  createdAt: number
  updatedAt: number
}

export type OutboxState = 'queued' | 'sending' | 'waiting-login' | 'attention' | 'done'

/** Why the server refused an entry, or the last try failed; `status` is 0 without an answer. */
export interface OutboxProblem {
  status: number
  detail: string
  code?: string
  errors?: { path: string; detail: string; rule?: string; params?: { limit: number } }[]
  /** a `ConnectionProblem` */
  connection?: string
  /** the answer lacked proof that it is the shop's, and counts as none */
  unproven?: true
  countInStock?: number
}

export type ProductNames = Pick<Fish, 'trade_name'> & Partial<Pick<Fish, 'trade_name_fr' | 'trade_name_es'>>

/** The content of an entry, as the person accepted it. `display` is for the screens and is never sent. */
export type OutboxPayload =
  /** `user`: the customer of a request that staff write down */
  | { kind: 'order'; body: OrderInput; display: { lines: CartLine[]; user?: { name: string; email: string } } }
  | { kind: 'review'; fishe: string; body: ReviewInput; display: ProductNames }
  | { kind: 'contact'; body: ContactInput; display: Record<string, never> }
  /** `order` is the request's id; the entry's own id becomes the event's */
  | { kind: 'order-event'; order: string; body: OrderEventInput; display: { reference: string } }
  | { kind: 'stock'; fishe: string; body: StockInput; display: ProductNames }
  /** whether to be told when the product is in stock again */
  | { kind: 'stock-alert'; fishe: string; isOn: boolean; body: Record<string, never>; display: ProductNames }
  | { kind: 'address'; body: AddressChange; display: Record<string, never> }
  /** ends a session on the server; the token is stored only in this entry */
  | { kind: 'logout'; token: string; body: Record<string, never>; display: Record<string, never> }

/** An entry of the outbox. Times in ms. */
export interface OutboxRow {
  /** a UUIDv7: the Idempotency-Key and, for an order, its `_id` */
  id: string
  /** version of the shape; rows of an unknown one are shown but not changed */
  v: number
  from?: string
  /** counts the accepted entries of this device, since clocks may jump */
  seq: number
  kind: OutboxPayload['kind']
  /** empty for a visitor's message and for a logout */
  userId: string
  userName: string
  userEmail: string
  payload: OutboxPayload
  state: OutboxState
  attempts: number
  /** attempts that ended before the request left the device */
  unsent?: number
  /** answers of status 500 in a row; from 8 on, later entries may overtake this one */
  failures: number
  nextAt: number
  /** the full wait before `nextAt`, ms; more is left only after the clock was set back */
  wait: number
  createdAt: number
  sentAt?: number
  serverId?: string
  /** ids of events that this one replaces; they may have reached the server */
  instead?: string[]
  problem?: OutboxProblem
}

export interface Session {
  userId: string
  name: string
  email: string
  isAdmin: boolean
  rights?: readonly Right[]
  parties?: Parties
  addresses?: readonly SavedAddress[]
  token: string
  /** the server refused the token: this user's outbox entries wait for a new login */
  expired?: true
}

/** What a person leaves on the device with the session: cart, drafts, and what was typed. */
export interface Lists {
  lines: CartLine[]
  drafts: DraftRow[]
  typed: ValueRow[]
}

export interface SavedValues {
  session: Session
  /** cart, drafts and half-typed forms of a user whose session has ended, by user id */
  [lists: `lists-of:${string}`]: Lists
  /** the last delivery address, with the company that bought */
  address: ShippingAddress & { company?: string }
  /** the id that the cart will have as an order */
  'order-id': string
  /** `at`: the last pull, ms since 1970 */
  catalogue: { cursor: string; at: number; complete: boolean; featured?: string[]; totals?: CatalogueTotals }
  shop: ShopSettings
  /** the pages that the law asks for, as last read */
  'legal:terms': ShopText
  'legal:privacy': ShopText
  'legal:imprint': ShopText
  [form: `form:${string}`]: Record<string, unknown>
  /** a user's half-typed forms, by user id and form name: hidden from others, and still there after a logout */
  [ownForm: `form-of:${string}`]: Record<string, unknown>
  'order-feed': OrderFeed
  /** how often screens have asked for a pull */
  'pull-asked': { orders: number; catalogue: number }
  /** the last pull: what of `pull-asked` it has answered, and why it failed */
  'order-pull': { userId: string; answered: number; failure?: Refusal }
  /** whether the server does not answer, as a page of this browser has noted at `at` (ms since 1970) */
  away: { isAway: boolean; at: number }
  /** the file that is being sent, and its bytes that have arrived */
  'sending-file': { id: string; sent: number } | undefined
  /** texts of the worker's notifications in the chosen language, since the worker has no catalogs */
  'worker-texts': { sent: string; attention: string }
  push: { endpoint: string; userId: string; token: string; language: Locale }
  /** ids of the open offers whose last days but one were announced on this device */
  'told-expiry': string[]
  /** declared files that are not on the server yet, by id, each with its order; devices already have rows of this name */
  'said-files': Record<string, string>
}
export type ValueName = keyof SavedValues
/** The names of half-typed forms; `form-of` belongs to one user. */
export type SavedFormName = `form:${string}` | `form-of:${string}`

export interface ValueRow {
  name: string
  value: unknown
  /** of a half-typed form: which of the open ones wrote it */
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

/** The reviews of an opened product, with its number of reviews and rating at that time. */
export interface ReviewsRow {
  fishe: string
  reviews: Review[]
  numReviews: number
  rating: number
}

export type FileForm = 'milestone' | 'payment' | 'claim' | 'document'

/** A file of a thread on this device: to be sent (`out`), or opened, and saved for reading offline (`saved`). Times in ms. */
export interface FileRow {
  userId: string
  _id: string
  order: string
  name: string
  type: FileType
  bytes: number
  sha256: string
  at: number
  kind: 'out' | 'saved'
  /** the form in which it was chosen, unless that of a message */
  form?: FileForm
  /** absent once it was refused, and where only the thumbnail was opened */
  blob?: Blob
  thumb?: Blob
  refused?: string
  /** sent although the device saves data */
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
  /** the last fill that contained it; 0 for none */
  fill: number
  /** the last fill when it was saved, whichever answer it came with */
  during: number
  /** the number of the event before which some are missing */
  gap?: number
  /** number of the last event that the person has seen; absent for an order not opened on this device */
  opened?: number
}

/** A fill fetches all orders again, then what changed during it (`catch-up`); orders that it did not contain are removed at its end. */
export interface OrderFeed {
  userId: string
  /** absent until the first page of a fill is saved */
  cursor?: string
  /** when it was last complete, ms since 1970; 0 before */
  at: number
  /** counts the fills */
  fill: number
  /** the `threadVersion` of the app that began the last fill; absent: 1 */
  reads?: number
  phase: 'fill' | 'catch-up' | 'done'
  /** a fill has ended: no order is missing */
  isComplete: boolean
  /** the server's clock at the same moment as `at`, ms since 1970 */
  serverAt: number
}
