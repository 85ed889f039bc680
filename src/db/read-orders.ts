import { addDays } from 'date-fns/addDays'
import { lightFormat } from 'date-fns/lightFormat'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import type { Offer, OfferInput } from '../../contract/offers.ts'
import { isDecision, type OrderEvent, type OrderState, sideOf } from '../../contract/order-events.ts'
import { findCounter, findCurrentOffer, nextThread, stateAt, type Thread } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import { agreedOffer } from '../../contract/price-talk.ts'
import type { Shipment } from '../../contract/shipment/milestones.ts'
import { lineTotal, offerTotal } from '../../contract/texts/money.ts'
import { dayIn } from '../../contract/texts/shop-day.ts'
import type { Api } from '../api/api-client.ts'
import { ConnectionError, type Refusal, type Reply } from '../api/exchange.ts'
import { getValue, putValue, type ShopDatabase } from './database.ts'
import { firstOf, getOrders, markAsOpened, type OrderStore, removeOrder, saveOrders } from './order-store.ts'
import { getOrderFeed, isUnopened, readOrdersOf } from './orders.ts'
import { type EventRow, getOutboxOf, isEventRow } from './outbox-rows.ts'
import type { OrderFeed, OrderRow } from './rows.ts'
import { getSession, type Reader, readerOf } from './session.ts'
import { useDeps, useFreshQuery, useSession, useShop } from './use-deps.tsx'
import type { SavedAnswers } from './views.ts'

/** How the shop's lists of orders are saved. A page that was never fetched is a page of all saved ones, if they are complete. */
export const orderLists: SavedAnswers<Order[]> = {
  get: async (db, place) => {
    const saved = await getOrders(db, place)
    const feed = await getOrderFeed(db, place.userId)
    if (saved || !feed?.isComplete) return saved
    const body = (await readOrdersOf(db, place.userId)).map(({ order }) => order)
    return body.length === 0 ? undefined : { body: body.sort(compareNewest), at: feed.at }
  },
  save: saveOrders,
}

/** A single order, whose screen reads it by a live query. */
export const singleOrders: SavedAnswers<Order> = {
  get: async () => undefined,
  save: (db, place, { body, at }) => saveOrders(db, place, { body: [body], at }),
}

/** Removes the saved copy of an order that the shop has deleted. Throws `ConnectionError`. */
export async function fetchOrder(
  { db, api }: { db: ShopDatabase; api: Pick<Api, 'call'> },
  { id, userId, signal }: { id: string; userId: string | undefined; signal: AbortSignal },
): Promise<Reply<Order>> {
  const reply = await api.call('getOrder', { params: { id }, signal })
  const isGone = !reply.ok && reply.refusal.status === 404
  if (isGone && userId !== undefined) await removeOrder(db, userId, id).catch(() => undefined)
  return reply
}

/** Fetches and saves fifty events before those that are saved. Returns the server's refusal; throws `ConnectionError`. */
export async function fetchEarlier(
  { store, api, token }: { store: Pick<OrderStore, 'saveEvents'>; api: Pick<Api, 'call'>; token?: string },
  { order, userId }: { order: Order; userId: string },
): Promise<Refusal | undefined> {
  const before = firstOf(order)
  if (before === undefined) return undefined
  const reply = await api.call('listOrderEvents', {
    params: { id: order._id },
    query: { before },
    ...(token && { token }),
  })
  if (!reply.ok) return reply.refusal
  await store.saveEvents(userId, { id: order._id, before, events: reply.body.events })
  return undefined
}

export interface OrderView {
  order: Order
  /** when the server sent it, ms since 1970 */
  at: number
  /** the state on the server at the last contact, without events that wait in the outbox */
  state: OrderState
  /** the last event is the other side's, and this person has not seen it */
  isUnopened: boolean
  /** events of this device that have not reached the server, oldest first; refused ones too */
  waiting: EventRow[]
}

/** All saved orders of a user for live queries: unopened ones first, then newest first. Before `isComplete`, some may be missing. */
export async function getOrderViews(db: ShopDatabase, reader: Reader) {
  const [rows, waiting, feed] = await Promise.all([
    readOrdersOf(db, reader.userId),
    getWaitingEvents(db, reader.userId),
    getOrderFeed(db, reader.userId),
  ])
  const orders = rows.map((row) => viewOf(row, { reader, waiting, feed }))
  orders.sort((a, b) => Number(b.isUnopened) - Number(a.isUnopened) || compareNewest(a.order, b.order))
  // `at`: when the feed was last complete, ms since 1970
  return { orders, isComplete: feed?.isComplete === true, at: feed?.at ?? 0 }
}

/** One saved order of a user, or else the `fetched` one. For live queries. */
export async function findOrderView(
  db: ShopDatabase,
  id: string,
  reader: Reader,
  fetched?: { order: Order; at: number },
): Promise<OrderView | undefined> {
  const [saved, waiting, feed] = await Promise.all([
    db.orders.get([reader.userId, id]),
    getWaitingEvents(db, reader.userId),
    getOrderFeed(db, reader.userId),
  ])
  const row = saved ?? fetched
  return row && viewOf(row, { reader, waiting, feed })
}

/** A user's events that have not reached the server, oldest first. */
export async function getWaitingEvents(db: ShopDatabase, userId: string): Promise<EventRow[]> {
  const rows = await getOutboxOf(db, userId)
  return rows.filter(isEventRow).filter(({ state }) => state !== 'done')
}

/** Whether a decision on an order waits on this device; `refused`: or was refused. */
export const hasDecisionHere = (rows: readonly EventRow[], refused?: 'refused'): boolean =>
  rows.some(({ state, payload }) => (refused || state !== 'attention') && isDecision(payload.body.kind))

/** An order as if the shop's events that wait on this device were sent: for what it still needs, never for the state that is shown. */
export function withWaiting(order: Order, waiting: readonly EventRow[]): Order {
  const later = waiting.filter(({ state }) => state !== 'attention')
  const next = later.map(({ id, createdAt, userName, payload: { body } }, at): OrderEvent => {
    const by = { name: userName, side: isDecision(body.kind) ? sideOf[body.kind] : 'shop' } as const
    const event = { _id: id, seq: order.version + at + 1, kind: body.kind, at: new Date(createdAt).toISOString(), by }
    if (body.kind === 'offer') return { ...event, offer: unsentOffer(body.offer) }
    if (body.kind === 'correct') return { ...event, of: body.of }
    if (body.kind === 'milestone') {
      const { step, on, loaded, packed } = body
      return { ...event, step, on, ...(loaded && { loaded }), ...(packed && { packed }) }
    }
    if (body.kind === 'agree') return { ...event, ...agreedDeal(order, body.counter) }
    return 'offer' in body ? { ...event, offer: body.offer } : event
  })
  if (next.length === 0) return order
  const state = order.state === 'expired' ? 'offered' : order.state
  const thread: Thread = {
    state,
    version: order.version,
    current: findCurrentOffer(order),
    counter: findCounter(order),
  }
  return {
    ...order,
    state: next.reduce(nextThread, thread).state,
    events: [...order.events, ...next],
    ...(order.shipment && { shipment: withAnswers(order.shipment, later) }),
  }
}

/** A shipment whose payments and claims are confirmed and settled as on this device. */
function withAnswers(shipment: Shipment, later: readonly EventRow[]): Shipment {
  const bodies = later.map(({ payload }) => payload.body)
  const confirmed = bodies.flatMap((body) => (body.kind === 'milestone' ? (body.confirms ?? []) : []))
  const settled = bodies.flatMap((body) => (body.kind === 'settle' ? body.claim : []))
  const { reported, claims, ...rest } = shipment
  return {
    ...rest,
    ...(reported && { reported: reported.filter(({ _id }) => !confirmed.includes(_id)) }),
    ...(claims && { claims: claims.map((claim) => (settled.includes(claim._id) ? { credit: 0, ...claim } : claim)) }),
  }
}

/** The deal of an agreement that is not sent yet. */
function agreedDeal(order: Order, id: string): { deal?: Offer } {
  const [counter, current] = [findCounter(order), findCurrentOffer(order)]
  if (counter?._id !== id || !current) return {}
  return { deal: agreedOffer(current.offer, { ...counter, lines: counter.lines ?? [] }) }
}

function viewOf(
  row: Pick<OrderRow, 'order' | 'at' | 'opened'>,
  { reader, waiting, feed }: { reader: Reader; waiting: EventRow[]; feed: OrderFeed | undefined },
): OrderView {
  const { order, at } = row
  return {
    order,
    at,
    // at the last pull by the server's clock: an offline device cannot know what has happened since
    state: stateAt(order, feed?.serverAt ?? 0),
    isUnopened: isUnopened(row, reader.side),
    waiting: waiting.filter(({ payload }) => payload.order === order._id),
  }
}

function compareNewest(a: Order, b: Order): number {
  if (a.created_at === b.created_at) return a._id < b._id ? 1 : -1
  return a.created_at < b.created_at ? 1 : -1
}

/** An offer whose totals the server has not computed yet, and whose last day has no end on its clock. */
export function unsentOffer(offer: OfferInput): Offer {
  const lines = offer.lines.map((line) => ({
    ...line,
    total: line.price === null ? null : lineTotal(line.price, line.qty),
  }))
  return { ...offer, lines, total: offerTotal(lines, offer.charges), expiresAt: '9999-12-31T00:00:00.000Z' }
}

/**
 * The buyer's open offers that expire tomorrow by this device's clock (`now`, ms since 1970), with their orders. Each is
 * returned once, in one tab; one that was answered on this device needs no word.
 */
export async function takeEndingOffers(db: ShopDatabase, now: number): Promise<{ id: string; order: Order }[]> {
  const session = await getSession(db)
  const reader = session && readerOf(session)
  if (reader?.side !== 'buyer') return []
  const tomorrow = lightFormat(addDays(now, 1), 'yyyy-MM-dd')
  return db.transaction('rw', db.orders, db.outbox, db.keyValue, async () => {
    const { orders } = await getOrderViews(db, reader)
    const ending = orders.flatMap(({ order, state, waiting }) => {
      const current = state === 'offered' ? findCurrentOffer(order) : undefined
      const isAnswered = hasDecisionHere(waiting, 'refused')
      // the offer ends by the shop's clock, which may be on another day here
      const last = current && lightFormat(Date.parse(current.offer.expiresAt) - 1, 'yyyy-MM-dd')
      return current && last === tomorrow && !isAnswered ? [{ id: current.id, order }] : []
    })
    const told = (await getValue(db, 'told-expiry')) ?? []
    const fresh = ending.filter(({ id }) => !told.includes(id))
    // one list for all users of this device, so those of earlier days stay in it for a while
    if (fresh.length > 0) await putValue(db, 'told-expiry', [...told, ...fresh.map(({ id }) => id)].slice(-1000))
    return fresh
  })
}

/** The signed-in user. */
export function useReader(): Reader | undefined {
  const session = useSession()
  return session && readerOf(session)
}

/** Asks for the orders when this screen opens, and returns the outcome of the last pull. */
export function useOrderPulls() {
  const { db, sync } = useDeps()
  const userId = useSession()?.userId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user's orders are asked for at once
  useEffect(() => sync.pull('orders'), [sync, userId])
  const pulls = useLiveQuery(
    async () => ({ asked: await getValue(db, 'pull-asked'), last: await getValue(db, 'order-pull') }),
    [db],
  )
  // a refusal that has ended the session belongs to the person who was signed in
  const last = !userId || pulls?.last?.userId === userId ? pulls?.last : undefined
  const { failure } = last ?? {}
  return {
    /** a pull was asked for and has not ended */
    isBusy: (pulls?.asked?.orders ?? 0) !== (last?.answered ?? 0),
    failure: failure?.connection ? new ConnectionError(failure.connection) : failure,
    reload: async () => sync.pull('orders'),
  }
}

/** The orders on this device, live: own ones, or for an administrator all of the last 12 months. */
export function useOrders() {
  const { db } = useDeps()
  const reader = useReader()
  const pulls = useOrderPulls()
  const saved = useFreshQuery(
    async () => reader && (await getOrderViews(db, reader)),
    [db, reader?.userId, reader?.side],
  )
  return { ...pulls, saved }
}

export function useMarkAsOpened(view: OrderView | undefined): void {
  const { db } = useDeps()
  const userId = useSession()?.userId
  const id = view?.order._id
  const version = view?.order.version
  useEffect(() => {
    if (userId !== undefined && id !== undefined && version !== undefined)
      void markAsOpened(db, userId, { id, version }).catch(() => undefined)
  }, [db, userId, id, version])
}

/** The time by the server's clock, which decides about validity, ms since 1970; by the device's until the first pull. */
export function useServerNow(): number {
  const { db, clock } = useDeps()
  const userId = useSession()?.userId
  const ahead = useLiveQuery(
    async () => {
      const feed = userId === undefined ? undefined : await getOrderFeed(db, userId)
      return feed?.at ? feed.serverAt - feed.at : 0
    },
    [db, userId],
    0,
  )
  return clock.now() + ahead
}

/** Today by the shop's clock and in its time zone, as `2026-11-30`. */
export const useShopToday = (): string => dayIn(useShop().timeZone, useServerNow())
