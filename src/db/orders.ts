import type { Order } from '../../contract/orders.ts'
import type { ShopDatabase } from './database.ts'
import type { OrderFeed, OrderRow } from './rows.ts'
import { getValue } from './values.ts'

/** One answer with an order. `at`: ms since 1970. */
export interface OrderAnswer {
  userId: string
  order: Order
  at: number
  /** the feed's last fill */
  during: number
  /** whether the feed brought it; an answer to anything else does not prove that a fill has it */
  isFeed: boolean
}

/**
 * The row that an answer becomes; undefined when a newer one is saved. Only a new fill may bring an older version: then
 * the server's database was replaced by a backup.
 */
export function nextOrderRow(saved: OrderRow | undefined, answer: OrderAnswer): OrderRow | undefined {
  const { userId, order, at, during, isFeed } = answer
  const isOlder = saved !== undefined && saved.during >= during && saved.order.version > order.version
  // also an older one that the feed brings proves that the order is there
  if (isOlder) return isFeed ? { ...saved, fill: during } : undefined
  const opened = saved?.opened === undefined ? {} : { opened: Math.min(saved.opened, order.version) }
  return { userId, _id: order._id, order, fill: isFeed ? during : (saved?.fill ?? 0), during, at, ...opened }
}

/** Inside a transaction over orders: saves answers of one user, never an older one over a newer one. */
export async function putOrders(
  db: ShopDatabase,
  from: Omit<OrderAnswer, 'order'>,
  orders: readonly Order[],
): Promise<void> {
  const saved = await db.orders.bulkGet(orders.map(({ _id }): [string, string] => [from.userId, _id]))
  const rows = orders.flatMap((order, index) => nextOrderRow(saved[index], { ...from, order }) ?? [])
  await db.orders.bulkPut(rows)
}

/** How far the saved orders of this user are; undefined before the first pull. */
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
  // an order that was deleted meanwhile must not come back with a late answer to one of its events
  if (!isNew && !saved) return
  const row = nextOrderRow(saved, { userId, order, at, during, isFeed: false })
  if (row) await db.orders.put(row)
}

/** The order in the answer to an entry. `isNew`: the entry was the order itself. */
export interface SentAnswer extends Omit<OrderAnswer, 'during' | 'isFeed'> {
  isNew: boolean
}

/** Removes what other users of this device left behind, should a logout have been interrupted. */
export async function removeOrdersOfOthers(db: ShopDatabase, userId: string): Promise<void> {
  await db.orders.where('userId').notEqual(userId).delete()
}
