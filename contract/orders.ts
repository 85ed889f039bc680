import { type Static, Type } from 'typebox'
import { lineSchemas } from './fishes.ts'
import { limits } from './limits.ts'
import { locales } from './locales.ts'
import { Wishes } from './offers.ts'
import { OrderEvent } from './order-events.ts'
import { orderStates } from './order-state.ts'
import { Parties } from './papers/parties.ts'
import { Shipment } from './shipment/milestones.ts'
import { filledLine, line, oneOf } from './texts/text-schemas.ts'

/** Where the goods go. All five are required (specification section 5). */
export const ShippingAddress = Type.Object({
  phone: filledLine(40),
  address: filledLine(limits.addressLength),
  city: filledLine(limits.nameLength),
  postalCode: filledLine(20),
  country: filledLine(limits.nameLength),
})
export type ShippingAddress = Static<typeof ShippingAddress>

/** An item as a client sends it; the server adds names, picture and facts of the product. `qty` in tonnes. */
const OrderItemInput = Type.Object({
  fishe: line(100, { minLength: 1 }),
  qty: Type.Number({ exclusiveMinimum: 0, maximum: limits.quantityMax }),
  note: Type.Optional(filledLine(limits.lineNoteLength)),
})

export const OrderInput = Type.Object({
  orderItems: Type.Array(OrderItemInput, { minItems: 1, maxItems: limits.orderItems }),
  shippingAddress: ShippingAddress,
  userEmail: Type.Optional(line(limits.emailLength)),
  wishes: Type.Optional(Wishes),
  /** what the request leaves out comes from the buyer's profile */
  parties: Type.Optional(Parties),
  /** the buyer's language, in which mails are written; by default the one of Accept-Language */
  language: Type.Optional(oneOf(locales)),
})
export type OrderInput = Static<typeof OrderInput>

/** An item as the order stores it, independent of the product. `qty` in tonnes. */
export const OrderItem = Type.Object({
  fishe: Type.String(),
  name: Type.String(),
  name_fr: Type.String(),
  name_es: Type.String(),
  image: Type.String(),
  qty: Type.Number(),
  note: Type.Optional(Type.String()),
  /** the facts of the product at the time of the request; absent where it has none, and on older orders */
  ...lineSchemas,
})
export type OrderItem = Static<typeof OrderItem>

export const Order = Type.Object({
  _id: Type.String(),
  reference: Type.String(),
  created_at: Type.String(),
  user: Type.Object({ _id: Type.String(), name: Type.String(), email: Type.String() }),
  shippingAddress: Type.Object({
    phone: Type.String(),
    address: Type.String(),
    city: Type.String(),
    postalCode: Type.String(),
    country: Type.String(),
  }),
  orderItems: Type.Array(OrderItem),
  wishes: Wishes,
  /** absent where nothing was filled in */
  parties: Type.Optional(Parties),
  /** the buyer's language */
  language: Type.Optional(oneOf(locales)),
  state: oneOf(orderStates),
  /** `seq` of the last event, 0 without any */
  version: Type.Integer(),
  /** when the shop removed this accepted order, of which a copy for reading stays; ISO 8601 */
  sealed: Type.Optional(Type.String({ description: 'when the shop removed it; a copy for reading stays' })),
  /** oldest first: the newest `limits.threadEvents`, in the feed those after the cursor, in an answer to an event those after it */
  events: Type.Array(OrderEvent),
  /** there are events before these */
  earlier: Type.Optional(Type.Boolean()),
  /** the event of the current or accepted offer, where it is not among `events` */
  currentOffer: Type.Optional(OrderEvent),
  /** the event that decided the state, where it is neither among `events` nor `currentOffer` */
  decision: Type.Optional(OrderEvent),
  /** when the state was decided, where no decision is among `events` */
  since: Type.Optional(Type.String()),
  /** where the goods are, once an offer is accepted */
  shipment: Type.Optional(Shipment),
})
export type Order = Static<typeof Order>
export const OrderData = Type.Object({ data: Order })
export const OrdersData = Type.Object({ data: Type.Array(Order) })

/** One step of the orders' delta feed; see `FishChanges`. `deleted` includes orders that this user may no longer see. */
export const OrderChanges = Type.Object({
  changed: Type.Array(Order),
  deleted: Type.Array(Type.String()),
  next: Type.String(),
  more: Type.Boolean(),
  reset: Type.Optional(Type.Boolean()),
})
export type OrderChanges = Static<typeof OrderChanges>

const count = Type.Integer()
/** Number of orders in each state. */
export const OrderCounts = Type.Object({
  requested: count,
  offered: count,
  accepted: count,
  declined: count,
  expired: count,
  closed: count,
  cancelled: count,
})
export type OrderCounts = Static<typeof OrderCounts>
