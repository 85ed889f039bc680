import { v7 } from 'uuid'
import type { ActionKind } from '../../contract/action-kinds.ts'
import type { Side } from '../../contract/event-kinds.ts'
import { sideOf } from '../../contract/event-kinds.ts'
import { lineTotal, offerTotal } from '../../contract/money.ts'
import type { Offer, OfferInput } from '../../contract/offers.ts'
import type { OrderEventBody, OrderEventInput } from '../../contract/order-events.ts'
import { findCurrentOffer, orderState, refuseEvent } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import type { Handle } from '../db/handle.ts'
import { findKey } from '../db/idempotency-keys.ts'
import { findEvent, insertEvent, updateDerived } from '../db/order-events.ts'
import { raiseFeed } from '../db/order-feed.ts'
import * as orders from '../db/orders.ts'
import type { OrderEventRow } from '../db/schema.ts'
import { recordActions } from './admin-log.ts'
import { type Answered, withIdempotencyKey } from './idempotency.ts'
import { mailEvent } from './order-mails.ts'
import { pushEvent } from './order-pushes.ts'
import { toEvent, toOrder, toOrderAt } from './order-view.ts'
import { done, type Outcome, type Refusal, refuse, refuseFields } from './outcome.ts'
import { readEvent, wrongOffer } from './read-event.ts'
import type { Shop } from './shop.ts'
import { endOfDay } from './shop-day.ts'
import { getShopSettings } from './shop-settings.ts'

/** The author of an event. */
export interface Author {
  id: string
  name: string
  isAdmin: boolean
}

const mayRead = (order: orders.StoredOrder, { id, isAdmin }: Author) => isAdmin || order.buyer_id === id

/** The refusal for a missing order. Its buyer and administrators learn that it was deleted. */
async function noOrder(tx: Handle, orderId: string, author: Author): Promise<Refusal> {
  const tombstone = await findKey(tx, orderId)
  const isTheirs = author.isAdmin || tombstone?.owner_id === author.id
  if (tombstone?.status === 410 && isTheirs) return refuse('order-deleted')
  return refuse('not-found', { detail: 'There is no such order.' })
}

/** The side of an event's author. On their own orders, administrators are the buyer for messages and the buyer's events. */
function sideFor(order: orders.StoredOrder, { id, isAdmin }: Author, kind: OrderEventInput['kind']): Side {
  const isBuyer = order.buyer_id === id
  if (!isAdmin || !isBuyer) return isBuyer ? 'buyer' : 'shop'
  return kind === 'message' ? 'buyer' : sideOf[kind]
}

/** Adds the totals and the end of its validity to an offer. */
export function toOffer(timeZone: string, input: OfferInput): Offer {
  const lines = input.lines.map((line) => {
    const total = line.price === null ? null : lineTotal(line.price, line.qty)
    return { ...line, total }
  })
  const expiresAt = new Date(endOfDay(timeZone, input.validUntil)).toISOString()
  return { ...input, lines, total: offerTotal(input.lines, input.charges), expiresAt }
}

/** JSON of the members of an event's kind. */
function bodyOf(timeZone: string, event: OrderEventInput): string {
  const { kind: _, ...members } = event.kind === 'offer' ? { ...event, offer: toOffer(timeZone, event.offer) } : event
  // `after` is always the previous event's number, otherwise the event would be refused
  return JSON.stringify({ ...members, after: undefined })
}

/** The log records who answered which order, and how; the content is in the order itself. */
const actionOf: Partial<Record<OrderEventInput['kind'], ActionKind>> = {
  offer: 'order-offered',
  withdraw: 'order-withdrawn',
  close: 'order-closed',
  message: 'order-answered',
}

interface Adding {
  order: orders.StoredOrder
  event: OrderEventInput
  author: Author
  id: string
}

/** Adds an event to a locked order if the order's state allows it; returns the changed order. */
async function add(shop: Shop, tx: Handle, { order, event, author, id }: Adding): Promise<Outcome<Order>> {
  const now = shop.clock.now()
  const side = sideFor(order, author, event.kind)
  const refused = refuseEvent(order.events.map(toEvent), event, { side, now })
  if (refused === 'order-changed') return refuse(refused, { order: toOrder(order, now) })
  if (refused) return refuse(refused)
  const { timeZone, currencies } = await getShopSettings(shop, tx)
  if (event.kind === 'offer') {
    const requested = order.items.map(({ fish_id }) => fish_id)
    const wrong = wrongOffer({ timeZone, currencies, now }, event.offer, requested)
    if (wrong.length > 0) return refuseFields(...wrong)
  }
  const at = new Date(now).toISOString()
  const row: OrderEventRow = {
    id,
    order_id: order.id,
    seq: order.events.length + 1,
    kind: event.kind,
    at,
    side,
    author_id: author.id,
    author_name: author.name,
    body: bodyOf(timeZone, event),
  }
  // the key of this event is the id of an event that was sent without a key
  if (!(await insertEvent(tx, row))) return refuse('key-reused')
  const events = [...order.events, row].map(toEvent)
  // the stored state does not depend on the time
  const state = orderState(events, Number.NEGATIVE_INFINITY)
  const expiresAt = state === 'offered' ? (findCurrentOffer(events)?.offer.expiresAt ?? null) : null
  const derived = { state, expires_at: expiresAt, version: row.seq, changed_at: at }
  await updateDerived(tx, order.id, { ...derived, feed_seq: await raiseFeed(tx) })
  const kind = side === 'shop' ? actionOf[event.kind] : undefined
  if (kind) await recordActions(shop, tx, [{ by: author, kind, thing: { id: order.id, name: order.reference } }])
  await mailEvent(shop, tx, order, toEvent(row))
  await pushEvent(shop, tx, { order, event: toEvent(row), author: author.id })
  return done(toOrder({ ...order, events: [...order.events, row] }, now))
}

/** Cancels a locked order for its buyer. Refuses with `order-final`. */
export function cancelOrder(
  shop: Shop,
  tx: Handle,
  { order, author }: Pick<Adding, 'order' | 'author'>,
): Promise<Outcome<Order>> {
  return add(shop, tx, { order, author, event: { kind: 'cancel' }, id: v7() })
}

/**
 * Adds an event of the buyer or the shop to an order, exactly once per key, which becomes the event's id. Refuses with
 * `invalid-fields`, `not-found`, `order-deleted`, and like `refuseEvent` and `withIdempotencyKey`.
 */
export async function addOrderEvent(
  shop: Shop,
  request: {
    orderId: string
    author: Author
    /** the caller's address group */
    address: string
    key: string | undefined
    body: OrderEventBody
    encode: (order: { data: Order }) => string
  },
): Promise<Answered | Refusal> {
  const { orderId, author, address, key, encode } = request
  const { event, wrong } = readEvent(request.body)
  if (wrong) return refuseFields(...wrong)
  const payload = { call: 'addOrderEvent', orderId, event }
  const buyerLimits = [{ kind: 'event', who: author.id } as const, { kind: 'eventAddress', who: address } as const]
  const rebuild = async (db: Handle, id: string): Promise<Outcome<string>> => {
    const order = await orders.findOrder(db, orderId)
    const stored = await findEvent(db, id)
    if (!order || !stored || !mayRead(order, author)) return noOrder(db, orderId, author)
    return done(encode({ data: toOrderAt(order, stored.seq) }))
  }
  // administrators may have many orders to answer
  const limits = author.isAdmin ? [] : buyerLimits
  return withIdempotencyKey(shop, { key, owner: author.id, payload, limits, rebuild }, async (tx) => {
    const order = await orders.lockOrder(tx, orderId)
    if (!order || !mayRead(order, author)) return noOrder(tx, orderId, author)
    const added = await add(shop, tx, { order, event, author, id: key ?? v7() })
    return added.ok ? done({ status: 201, text: encode({ data: added.value }) }) : added
  })
}
