import * as v from 'valibot'
import {
  filledLine,
  filledList,
  flag,
  id,
  int,
  line,
  mailbox,
  namesOf,
  nonEmptyLine,
  number,
  oneOf,
  optionalEnum,
  required,
  text,
  tolerantList,
} from './fields.ts'
import { copiedFields } from './fishes.ts'
import { limits } from './limits.ts'
import { locales } from './locales.ts'
import { Day, type Offer, Wishes } from './offers.ts'
import { OrderEvent, orderStates, sides } from './order-events.ts'
import { Parties } from './papers/parties.ts'
import { Shipment } from './shipment/milestones.ts'

const until = v.pipe(text, v.description('the end of the offer, until which the link works; ISO 8601'))

export const OfferLinkInput = v.object({
  mayAccept: v.optional(
    v.pipe(
      v.boolean(),
      v.description('the offer can be answered on the page; staff alone, and the newest such link of an order'),
    ),
  ),
})

/** `until`: the day on which it is looked at again; empty: now. */
export const SnoozeInput = v.object({ until: v.union([Day, v.literal('')]) })
/** `version`: of the order when it was laid aside; a later event ends that. */
export const Snooze = v.object({ order: text, until: text, version: int })

/** The fields of the page's form. `form`: the page's own token, of the offer that it shows. */
export const LinkAnswer = v.object({
  answer: oneOf(['accept', 'decline']),
  form: v.string(),
  name: filledLine(limits.nameLength),
  company: v.pipe(v.string(), v.trim(), v.maxLength(limits.nameLength)),
  note: v.pipe(v.string(), v.trim(), v.maxLength(limits.noteLength)),
})
export type LinkAnswer = v.InferOutput<typeof LinkAnswer>

/** A link to the current offer of an order, of which the server has only the hash. */
export const OfferLink = v.object({
  _id: text,
  at: v.pipe(text, v.description('when it was made; ISO 8601')),
  by: v.fallback(oneOf(sides), 'buyer'),
  until,
  seen: v.pipe(int, v.description('how often the page was opened')),
  seenAt: v.optional(v.pipe(v.string(), v.description('when it was opened last; ISO 8601'))),
  mayAccept: v.optional(v.pipe(v.literal(true), v.description('the offer can be answered on its page'))),
})
export type OfferLink = v.InferOutput<typeof OfferLink>

/** A link that was just made: the only answer that has its address. */
export const OfferLinkMade = v.object({
  _id: text,
  url: v.pipe(required, v.description('absolute where the server has PUBLIC_URL, else `/o/{token}` of the shop')),
  until,
})
export type OfferLinkMade = v.InferOutput<typeof OfferLinkMade>

/** What the page of a link shows: what is on the printed offer, and nothing of the thread. */
export interface SharedOffer extends Pick<Order, 'reference' | 'shippingAddress' | 'parties'> {
  /** counts the offers of the request from 1 */
  number: number
  /** when it was made; ISO 8601 */
  at: string
  offer: Offer
  /** what was asked for: names and facts */
  items: OrderItem[]
  /** without the e-mail address, since everybody with the link sees the page */
  buyer: Pick<Order['user'], 'name'>
  isAccepted: boolean
  /** where the offer can be answered on the page: the token of its form */
  form?: string
}

/** Where the goods go. All five are required (specification section 5). */
export const ShippingAddress = v.object({
  phone: filledLine(40),
  address: filledLine(limits.addressLength),
  city: filledLine(limits.nameLength),
  postalCode: filledLine(20),
  country: filledLine(limits.nameLength),
})
export type ShippingAddress = v.InferOutput<typeof ShippingAddress>

/** The postal code of an address in a country without any. */
export const noPostalCode = '-'

/** The lines of an address, as a letter has them. */
export const addressLines = ({ address, postalCode, city, country, phone }: ShippingAddress): string[] =>
  [address, postalCode === noPostalCode ? city : `${postalCode} ${city}`.trim(), country, phone].filter(Boolean)

interface Buying {
  user: { name: string; email?: string }
  shippingAddress: ShippingAddress
  parties?: Parties | undefined
}

/** Who buys and where the goods go, in lines, as every screen, page and paper names them. `tax` says what a tax number is. */
export function partyLines({ user, shippingAddress, parties = {} }: Buying, tax: (number: string) => string) {
  const { company, taxNumber, consignee, notifyParty } = parties
  const all = {
    billedTo: [company, user.name, user.email, taxNumber && tax(taxNumber)],
    // in the order of the specification
    deliverTo: [
      addressFields
        .map((name) => shippingAddress[name])
        .filter((text) => text && text !== noPostalCode)
        .join(', '),
    ],
    consignee: [consignee],
    notifyParty: [notifyParty],
  }
  type Lines = { [party in keyof typeof all]: string[] }
  return Object.fromEntries(Object.entries(all).map(([party, lines]) => [party, lines.filter(Boolean)])) as Lines
}

/** An item as a client sends it; the server adds names, picture and facts of the product. `qty` in tonnes. */
const OrderItemInput = v.object({
  fishe: nonEmptyLine(100),
  qty: v.pipe(v.number(), v.gtValue(0), v.maxValue(limits.quantityMax)),
  note: v.optional(filledLine(limits.lineNoteLength)),
  target: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.priceMax))),
})

/** A customer without an account. */
const NewCustomer = v.object({
  name: filledLine(limits.nameLength),
  email: v.optional(mailbox),
  invite: v.optional(v.pipe(v.boolean(), v.description('mail a link with which the customer chooses a password'))),
})

export const OrderInput = v.object({
  /** the customer whose request staff with the right `orders` write down: the account's id, or a new one */
  for: v.optional(v.union([nonEmptyLine(100), NewCustomer])),
  orderItems: filledList(OrderItemInput, limits.orderItems),
  shippingAddress: ShippingAddress,
  userEmail: v.optional(line(limits.emailLength)),
  wishes: v.optional(Wishes),
  /** what the request leaves out comes from the buyer's profile */
  parties: v.optional(Parties),
  /** the buyer's language, in which mails are written; by default the one of Accept-Language */
  language: v.optional(oneOf(locales)),
})
export type OrderInput = v.InferOutput<typeof OrderInput>

/** An item as the order stores it, independent of the product. `qty` in tonnes. */
export const OrderItem = v.object({
  ...v.entriesFromList(['fishe', 'name', 'name_fr', 'name_es', 'image'], text),
  qty: number,
  note: v.optional(v.string()),
  /** the price per tonne that the buyer asks for, in minor units of the wished currency */
  target: v.optional(int),
  /** names, picture and facts of the product at the time of the request; facts are absent where it has none, and on older orders */
  ...copiedFields,
})
export type OrderItem = v.InferOutput<typeof OrderItem>

/** The products of a request, and those that an offer puts in their place. */
export function offeredItems(items: readonly OrderItem[], { lines }: Pick<Offer, 'lines'>): OrderItem[] {
  const others = lines.flatMap(({ fishe, qty, item }) => (item ? [{ ...item, fishe, qty }] : []))
  return [...items, ...others.filter(({ fishe }) => items.every((item) => item.fishe !== fishe))]
}

export const AddressOfOrder = v.object({ phone: text, address: text, city: text, postalCode: text, country: text })
export const addressFields = namesOf(AddressOfOrder)
/** An address of which nothing is known. */
export const noAddress: ShippingAddress = { phone: '', address: '', city: '', postalCode: '', country: '' }

/** A server never sends `unknown`. */
export const AnyState = v.fallback(v.picklist([...orderStates, 'unknown']), 'unknown')

export const Order = v.object({
  _id: id,
  reference: text,
  created_at: text,
  user: v.fallback(v.object({ _id: text, name: text, email: text }), { _id: '', name: '', email: '' }),
  shippingAddress: v.fallback(AddressOfOrder, noAddress),
  orderItems: v.fallback(tolerantList(OrderItem), []),
  wishes: v.fallback(Wishes, {}),
  /** absent where nothing was filled in */
  parties: v.fallback(v.optional(Parties), undefined),
  /** the buyer's language */
  language: optionalEnum(locales),
  state: AnyState,
  /** the name of who wrote the request down for the buyer */
  writtenBy: v.optional(v.string()),
  /** what an app must know to fold the thread (`threadVersion`); absent: 1 */
  needs: v.optional(int),
  /** `seq` of the last event, 0 without any */
  version: int,
  /** when the shop removed this accepted order, of which a copy for reading stays; ISO 8601 */
  sealed: v.optional(v.pipe(v.string(), v.description('when the shop removed it; a copy for reading stays'))),
  /** present where a single order is read */
  buyerGone: v.optional(
    v.pipe(v.literal(true), v.description('the buyer has deleted the account: no message or offer arrives')),
  ),
  /** oldest first: the newest `limits.threadEvents`, in the feed those after the cursor, in an answer to an event those after it */
  events: v.fallback(tolerantList(OrderEvent), []),
  /** there are events before these */
  earlier: v.optional(v.boolean()),
  /** the event of the current or accepted offer, where it is not among `events` */
  currentOffer: v.fallback(v.optional(OrderEvent), undefined),
  /** the event that decided the state, where it is neither among `events` nor `currentOffer` */
  decision: v.fallback(v.optional(OrderEvent), undefined),
  /** when the state was decided, where no decision is among `events` */
  since: v.optional(v.string()),
  /** where the goods are, once an offer is accepted */
  shipment: v.fallback(v.optional(Shipment), undefined),
})
export type Order = v.InferOutput<typeof Order>
export const OrderData = v.object({ data: Order })
export const OrdersData = v.object({ data: tolerantList(Order) })

/** One step of the orders' delta feed; see `FishChanges`. `deleted` includes orders that this user may no longer see. */
export const OrderChanges = v.object({
  changed: tolerantList(Order),
  deleted: tolerantList(v.string()),
  next: v.string(),
  more: flag,
  reset: v.optional(v.boolean()),
})
export type OrderChanges = v.InferOutput<typeof OrderChanges>

export const OrderCounts = v.object({
  ...v.entriesFromList(orderStates, int),
  requested: v.pipe(v.number(), v.integer()),
})
export type OrderCounts = v.InferOutput<typeof OrderCounts>
