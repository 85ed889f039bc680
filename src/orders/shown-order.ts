import { normaliseText } from '../../contract/catalogue-query.ts'
import { orderReference } from '../../contract/fields.ts'
import { type Locale, nameIn } from '../../contract/locales.ts'
import type { Offer, Wishes } from '../../contract/offers.ts'
import type { OrderEvent, OrderEventInput, Side } from '../../contract/order-events.ts'
import { eventsAtHand, findCurrentOffer } from '../../contract/order-state.ts'
import { type Order, type OrderItem, offeredItems } from '../../contract/orders.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import { factsLine, filledFacts, type LineFacts, type Written, writtenOn } from '../../contract/product-fields.ts'
import type { EventRow } from '../db/outbox-rows.ts'
import { type OrderView, unsentOffer } from '../db/read-orders.ts'
import type { CartLine, OutboxRow } from '../db/rows.ts'

/** An order as the screens show it, whether the server has it or only this device. */
export interface ShownOrder {
  id: string
  reference: string
  /** ISO 8601 from the server, ms since 1970 from this device */
  createdAt: string | number
  user: { name: string; email: string }
  writtenBy?: string
  address: Order['shippingAddress']
  lines: ShownLine[]
  items: OrderItem[]
  wishes: Wishes
  parties: Parties
  view?: OrderView
  row?: OutboxRow
}

type ShownLine = Pick<
  CartLine,
  'fishe' | 'trade_name' | 'trade_name_fr' | 'trade_name_es' | 'image' | 'placeholder' | 'type' | 'qty'
> &
  LineFacts &
  Written

/** An order of the server. What only this device has comes from its outbox entry. */
export function orderOfServer(view: OrderView, row?: OutboxRow): ShownOrder {
  const { order } = view
  const saved = row?.payload.kind === 'order' ? row.payload.display.lines : []
  return {
    id: order._id,
    reference: order.reference,
    createdAt: order.created_at,
    user: order.user,
    address: order.shippingAddress,
    lines: order.orderItems.map((item) => lineOfItem(item, saved)),
    items: order.orderItems,
    wishes: order.wishes,
    parties: order.parties ?? {},
    view,
    ...(row && { row }),
  }
}

function lineOfItem(item: OrderItem, saved: CartLine[]): ShownLine {
  const { fishe, name, name_fr, name_es, image, qty } = item
  const line = saved.find((each) => each.fishe === fishe)
  const facts = filledFacts(item)
  // requests from before the server copied the facts
  const isOld = Object.keys(facts).length === 0
  return {
    fishe,
    trade_name: name,
    trade_name_fr: name_fr,
    trade_name_es: name_es,
    image,
    qty,
    type: line?.type ?? 'fish',
    ...(isOld && line ? filledFacts(line) : facts),
    ...writtenOn(item),
    ...(line?.placeholder && { placeholder: line.placeholder }),
  }
}

/** An order that is not sent yet; its reference is valid already. */
export function orderOfEntry(row: OutboxRow): ShownOrder | undefined {
  if (row.payload.kind !== 'order') return undefined
  const { lines, user } = row.payload.display
  const { shippingAddress: address, wishes = {}, parties = {}, orderItems } = row.payload.body
  return {
    id: row.serverId ?? row.id,
    reference: orderReference(row.serverId ?? row.id),
    createdAt: row.createdAt,
    user: user ?? { name: row.userName, email: row.userEmail },
    ...(user && { writtenBy: row.userName }),
    address,
    ...{ wishes, parties },
    lines,
    items: lines.map((line, at) => ({ ...itemOfLine(line), target: orderItems[at]?.target })),
    row,
  }
}

function itemOfLine(line: CartLine): OrderItem {
  const { fishe, trade_name, trade_name_fr, trade_name_es, image, qty } = line
  const names = { name: trade_name, name_fr: trade_name_fr, name_es: trade_name_es }
  return { fishe, ...names, image, qty, ...writtenOn(line), ...filledFacts(line) }
}

/** How long an order that was just sent may be missing in the server's answers, ms. */
const maxDelay = 60_000

/** Whether this device has an order newer than the server at `at` (ms since 1970): it was sent just before, or not yet. */
export const isNewerHere = (row: OutboxRow | undefined, at: number) =>
  row !== undefined && (row.state !== 'done' || (row.sentAt ?? 0) + maxDelay > at)

/** Whether an order was deleted: it was sent, but missing in the server's answer of `at` (ms since 1970). */
export function isGone({ state, sentAt = 0 }: OutboxRow, at: number | undefined): boolean {
  return state === 'done' && at !== undefined && sentAt + maxDelay < at
}

/** Sent and pending orders: unopened ones first, then those in which something has happened last; without entries that the server has or had deleted `at` (ms). */
export function mergeOrders(views: readonly OrderView[], rows: readonly OutboxRow[], at?: number): ShownOrder[] {
  const serverIds = new Set(views.map(({ order }) => order._id))
  const own = rows
    .filter((row) => !serverIds.has(row.serverId ?? row.id) && !isGone(row, at))
    .flatMap((row) => orderOfEntry(row) ?? [])
  const all = [...own, ...views.map((view) => orderOfServer(view))]
  const isNew = ({ view }: ShownOrder) => Number(view?.isUnopened ?? false)
  const time = (order: ShownOrder) => new Date(changedAt(order)).getTime()
  return all.sort((a, b) => isNew(b) - isNew(a) || time(b) - time(a))
}

/** When something has happened in an order last: ISO 8601 from the server, ms since 1970 from this device. */
export const changedAt = ({ view, createdAt }: ShownOrder) => view?.order.events.at(-1)?.at ?? createdAt

export function searchRows<R>(rows: readonly R[], keyword: string, textsOf: (row: R) => readonly string[]): R[] {
  const wanted = normaliseText(keyword).split(' ').filter(Boolean)
  if (wanted.length === 0) return [...rows]
  return rows.filter((row) => {
    const words = normaliseText(textsOf(row).join(' '))
    return wanted.every((word) => words.includes(word))
  })
}

/** What a search finds a request by: its reference, its products with their article numbers, and its address. */
export function searchedTexts(order: Pick<ShownOrder, 'id' | 'reference' | 'address' | 'items'>): string[] {
  const { id, reference, address, items } = order
  const names = items.flatMap(({ name, name_fr, name_es, code = '' }) => [name, name_fr, name_es, code])
  return [reference, id, address.city, address.country, ...names]
}

/** An event of a thread, sent or still pending on this device. */
export type ThreadEntry = Omit<OrderEvent, 'seq' | 'at'> & {
  /** ISO 8601 from the server, ms since 1970 from this device */
  at: string | number
  /** absent once the server has it */
  pending?: 'not-sent' | 'attention'
}

/** A claim's lines have kilograms alone. */
const withTonnes = (body: Exclude<OrderEventInput, { kind: 'offer' }>) =>
  body.kind === 'claim' ? { ...body, lines: body.lines.map((line) => ({ ...line, qty: line.kg / 1000 })) } : body

/** A pending event of this device as an entry of its thread. `side` is the side of this device's user. */
export function waitingEntry({ id, createdAt, userName, state, payload: { body } }: EventRow, side: Side): ThreadEntry {
  return {
    ...(body.kind === 'offer' ? { ...body, offer: unsentOffer(body.offer) } : withTonnes(body)),
    _id: id,
    at: createdAt,
    by: { name: userName, side },
    pending: state === 'attention' ? 'attention' : 'not-sent',
  }
}

/** An offer of a thread. `number` counts the offers of its request from 1. */
export interface NumberedOffer {
  id: string
  number: number
  at: string
  offer: Offer
}

/** The offers of a thread that are at hand, oldest first. */
export function offersOf(order: Pick<Order, 'events' | 'currentOffer'>): NumberedOffer[] {
  const made = eventsAtHand(order).flatMap(({ kind, _id, at, offer, number }) =>
    kind === 'offer' && typeof offer === 'object' ? [{ id: _id, at, offer, number }] : [],
  )
  // orders that were saved by an earlier version have whole threads, without these numbers
  return made.map(({ number, ...each }, at) => ({ ...each, number: number ?? at + 1 }))
}

/** The offer that can be answered, or what both sides have agreed on, with the number of the offer that it comes from. */
export function currentOffer(order: Order): NumberedOffer | undefined {
  const current = findCurrentOffer(order)
  const offers = offersOf(order)
  if (!current) return undefined
  const { id, offer } = current
  const at = eventsAtHand(order).find(({ _id }) => _id === id)?.at ?? ''
  return offers.find((each) => each.id === id) ?? { id, offer, at, number: offers.at(-1)?.number ?? 1 }
}

/** The products of an order and the alternatives of its current offer. */
export const itemsOf = (order: Order): OrderItem[] =>
  offeredItems(order.orderItems, findCurrentOffer(order)?.offer ?? { lines: [] })

export function nameOf({ name, name_fr, name_es }: Pick<OrderItem, 'name' | 'name_fr' | 'name_es'>, locale: Locale) {
  return nameIn({ trade_name: name, trade_name_fr: name_fr, trade_name_es: name_es }, locale)
}

/** How a line of an offer is called; by the product's id if the request does not have it. */
export function lineTitle(items: readonly OrderItem[], fishe: string, locale: Locale): { name: string; facts: string } {
  const item = items.find((each) => each.fishe === fishe)
  if (!item) return { name: fishe, facts: '' }
  return { name: nameOf(item, locale), facts: factsLine(item, locale) }
}

/** The name for titles and fields. Where the request has two products of this name, with what sets them apart. */
export function itemName(items: readonly OrderItem[], fishe: string, locale: Locale): string {
  const { name, facts } = lineTitle(items, fishe, locale)
  const isAmbiguous = items.some((each) => each.fishe !== fishe && lineTitle([each], each.fishe, locale).name === name)
  return isAmbiguous && facts ? `${name} (${facts})` : name
}
