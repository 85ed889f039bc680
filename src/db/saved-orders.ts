import type { OrderEvent } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import { dropSavedOfOthers } from './files-of-orders.ts'
import type { OrderFeed, OrderRow } from './rows.ts'
import type { ShopDatabase } from './schema.ts'
import { gapOf, isOneThread, joinEvents } from './threads.ts'
import { getValue } from './values.ts'

/** One answer with an order. `at`: ms since 1970. */
interface OrderAnswer {
  userId: string
  order: Order
  at: number
  /** the last fill of the feed when the answer came */
  during: number
  /** whether it is a page of the feed; other answers do not prove that the fill contains the order */
  isFeed: boolean
}

/**
 * The row to save for an answer, which has a part of the thread; undefined when it changes nothing. Only a new fill may bring
 * an older version, after the server's database was restored from a backup.
 */
export function nextOrderRow(saved: OrderRow | undefined, answer: OrderAnswer): OrderRow | undefined {
  const { userId, order, at, during, isFeed } = answer
  const isOlder = saved !== undefined && saved.during >= during && saved.order.version > order.version
  const { earlier: _, ...rest } = order
  // only the answer about a single order says so, and it stays so
  const gone = saved?.order.buyerGone && { buyerGone: true as const }
  // an answer from before the removal may come late
  const isSealed = saved?.order.sealed !== undefined && saved.during >= during
  const sealed = order.sealed ?? (isSealed ? saved.order.sealed : undefined)
  const known = saved && !isOlder && saved.order.version <= order.version ? saved.order.events : []
  if (isOlder) {
    const joined = withThread(saved, joinEvents(order.events, saved.order.events))
    // an older version from the feed still proves that the order exists
    if (isFeed) return { ...joined, fill: during }
    return joined.order.events.length > saved.order.events.length ? joined : undefined
  }
  const events = isOneThread(known, order.events) ? joinEvents(known, order.events) : order.events
  const opened = saved?.opened === undefined ? {} : { opened: Math.min(saved.opened, order.version) }
  const fill = isFeed ? during : (saved?.fill ?? 0)
  return withThread(
    { userId, _id: order._id, order: { ...rest, ...gone, ...(sealed && { sealed }) }, fill, during, at, ...opened },
    events,
  )
}

function withThread({ gap: _, ...row }: OrderRow, events: OrderEvent[]): OrderRow {
  const gap = gapOf(events)
  return { ...row, order: { ...row.order, events }, ...(gap !== undefined && { gap }) }
}

/** Inside a transaction over orders: saves orders of one user; an older version never replaces a newer one. */
export async function putOrders(
  db: ShopDatabase,
  from: Omit<OrderAnswer, 'order'>,
  orders: readonly Order[],
): Promise<void> {
  const saved = await db.orders.bulkGet(orders.map(({ _id }): [string, string] => [from.userId, _id]))
  const rows = orders.flatMap((order, index) => nextOrderRow(saved[index], { ...from, order }) ?? [])
  await db.orders.bulkPut(rows)
}

/** The state of this user's feed; undefined before the first pull. */
export async function getOrderFeed(db: ShopDatabase, userId: string): Promise<OrderFeed | undefined> {
  const feed = await getValue(db, 'order-feed')
  return feed?.userId === userId ? feed : undefined
}

/** The number of the last fill that began. */
export async function lastFill(db: ShopDatabase, userId: string): Promise<number> {
  return (await getOrderFeed(db, userId))?.fill ?? 0
}

/** Inside a transaction over orders and values: saves the answer to an entry of the outbox. */
export async function putOrderAnswer(db: ShopDatabase, { userId, order, at, isNew }: SentAnswer): Promise<void> {
  const [saved, during] = await Promise.all([db.orders.get([userId, order._id]), lastFill(db, userId)])
  // a late answer to an event must not bring back an order that was deleted since
  if (!isNew && !saved) return
  const row = nextOrderRow(saved, { userId, order, at, during, isFeed: false })
  if (row) await db.orders.put(row)
}

/** The order in the answer to an entry. `isNew`: the entry was the order itself. */
export interface SentAnswer extends Omit<OrderAnswer, 'during' | 'isFeed'> {
  isNew: boolean
}

/** Removes orders and opened files of other users of this device, which an interrupted logout may have left behind. */
export async function removeOrdersOfOthers(db: ShopDatabase, userId: string): Promise<void> {
  await db.orders.where('userId').notEqual(userId).delete()
  await dropSavedOfOthers(db, userId)
}
