import type { Order } from '../../contract/orders.ts'
import type { ShopDatabase } from './database.ts'
import type { OrderFeed, OrderRow } from './rows.ts'
import { getValue } from './values.ts'

/** One answer with an order. `at`: ms since 1970. */
export interface OrderAnswer {
  userId: string
  order: Order
  at: number
  /** the last fill of the feed when the answer came */
  during: number
  /** whether it is a page of the feed; other answers do not prove that the fill contains the order */
  isFeed: boolean
}

/**
 * The row to save for an answer; undefined when a newer one is saved. Only a new fill may bring an older version, after the
 * server's database was restored from a backup.
 */
export function nextOrderRow(saved: OrderRow | undefined, answer: OrderAnswer): OrderRow | undefined {
  const { userId, order, at, during, isFeed } = answer
  const isOlder = saved !== undefined && saved.during >= during && saved.order.version > order.version
  // an older version from the feed still proves that the order exists
  if (isOlder) return isFeed ? { ...saved, fill: during } : undefined
  const opened = saved?.opened === undefined ? {} : { opened: Math.min(saved.opened, order.version) }
  return { userId, _id: order._id, order, fill: isFeed ? during : (saved?.fill ?? 0), during, at, ...opened }
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

/** Removes orders of other users of this device, which an interrupted logout may have left behind. */
export async function removeOrdersOfOthers(db: ShopDatabase, userId: string): Promise<void> {
  await db.orders.where('userId').notEqual(userId).delete()
}
