import type { Side } from '../../contract/event-kinds.ts'
import { type OrderState, orderState } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import type { Api } from '../api/client.ts'
import type { Reply } from '../api/errors.ts'
import type { ShopDatabase } from '../db/database.ts'
import { getOrderFeed } from '../db/orders.ts'
import { type EventRow, getOutboxOf, isEventRow } from '../db/outbox-rows.ts'
import type { OrderFeed, OrderRow } from '../db/rows.ts'
import type { SavedAnswers } from '../db/views.ts'
import { getOrders, ordersOf, removeOrder, saveOrders } from './store.ts'

/** Lists of orders, saved order by order. */
export const orderLists: SavedAnswers<Order[]> = { get: getOrders, save: saveOrders }

/** A single order. */
export const singleOrders: SavedAnswers<Order> = {
  async get(db, place) {
    const saved = await getOrders(db, place)
    const [body] = saved?.body ?? []
    return saved && body && { body, at: saved.at }
  },
  save: (db, place, { body, at }) => saveOrders(db, place, { body: [body], at }),
}

/** Fetches one order; the saved copy of one that the shop has deleted goes, too. Throws `ConnectionError`. */
export async function fetchOrder(
  { db, api }: { db: ShopDatabase; api: Pick<Api, 'call'> },
  { id, userId, signal }: { id: string; userId: string | undefined; signal: AbortSignal },
): Promise<Reply<Order>> {
  const reply = await api.call('getOrder', { params: { id }, signal })
  const isGone = !reply.ok && reply.refusal.status === 404
  if (isGone && userId !== undefined) await removeOrder(db, userId, id).catch(() => undefined)
  return reply
}

/** An order as the screens show it. */
export interface OrderView {
  order: Order
  /** when the server answered it, ms since 1970 */
  at: number
  /** the server's, as of the last contact: never a step that waits in the outbox, nor a guess by this device's clock */
  state: OrderState
  /** the other side has said something that was not on this person's screen yet */
  isUnopened: boolean
  /** what was said here and has not reached the server, in its order; refused events too */
  waiting: EventRow[]
}

/** Who reads, and for which side. */
export interface Reader {
  userId: string
  side: Side
}

/** What the device has of a user's orders. */
export interface SavedOrderViews {
  orders: OrderView[]
  /** false until the first pull has ended: orders may be missing */
  isComplete: boolean
  /** when the server was last asked, ms since 1970; 0 for never */
  at: number
}

/**
 * All saved orders of a user: those with something unopened first, then the newest first. For live queries; reads orders,
 * outbox and the state of the feed.
 */
export async function getOrderViews(db: ShopDatabase, reader: Reader): Promise<SavedOrderViews> {
  const [rows, waiting, feed] = await Promise.all([
    ordersOf(db, reader.userId).toArray(),
    getWaitingEvents(db, reader.userId),
    getOrderFeed(db, reader.userId),
  ])
  const orders = rows.map((row) => viewOf(row, { reader, waiting, feed }))
  orders.sort((a, b) => Number(b.isUnopened) - Number(a.isUnopened) || compareNewest(a.order, b.order))
  return { orders, isComplete: feed?.isComplete === true, at: feed?.at ?? 0 }
}

/** One saved order of a user; undefined where the device has none. For live queries. */
export async function findOrderView(db: ShopDatabase, id: string, reader: Reader): Promise<OrderView | undefined> {
  const [row, waiting, feed] = await Promise.all([
    db.orders.get([reader.userId, id]),
    getWaitingEvents(db, reader.userId),
    getOrderFeed(db, reader.userId),
  ])
  return row && viewOf(row, { reader, waiting, feed })
}

/** How many orders of a user have something unopened. For live queries. */
export async function countUnopened(db: ShopDatabase, { userId, side }: Reader): Promise<number> {
  return ordersOf(db, userId)
    .filter((row) => isUnopened(row, side))
    .count()
}

/** What a user has said on orders that has not reached the server, oldest first; of one order, or of all. */
export async function getWaitingEvents(db: ShopDatabase, userId: string, orderId?: string): Promise<EventRow[]> {
  const rows = await getOutboxOf(db, userId)
  const isWanted = (row: EventRow) => orderId === undefined || row.payload.order === orderId
  return rows.filter(isEventRow).filter((row) => row.state !== 'done' && isWanted(row))
}

/**
 * The state to show: the one that the server had at `serverAt`, the time of the last pull by its own clock, or that it gave
 * with the order. It says nothing when a validity ends, and a device that was away cannot know what came before that. A
 * thread that this version of the app cannot read in full has the state that the server gave.
 */
export function shownState({ events, version, state }: Order, serverAt: number): OrderState {
  if (events.length !== version) return state
  const then = orderState(events, serverAt)
  return then === 'offered' && state === 'expired' ? state : then
}

/** Whether the other side had the last word, and it was not on the screen yet. */
export function isUnopened({ order, opened = 0 }: Pick<OrderRow, 'order' | 'opened'>, side: Side): boolean {
  const last = order.events.at(-1)
  return last !== undefined && last.by.side !== side && last.seq > opened
}

interface Known {
  reader: Reader
  waiting: EventRow[]
  feed: OrderFeed | undefined
}

function viewOf(row: OrderRow, { reader, waiting, feed }: Known): OrderView {
  const { order, at } = row
  return {
    order,
    at,
    state: shownState(order, feed?.serverAt ?? 0),
    isUnopened: isUnopened(row, reader.side),
    waiting: waiting.filter(({ payload }) => payload.order === order._id),
  }
}

function compareNewest(a: Order, b: Order): number {
  if (a.created_at === b.created_at) return a._id < b._id ? 1 : -1
  return a.created_at < b.created_at ? 1 : -1
}
