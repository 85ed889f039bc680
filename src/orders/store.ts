import type { Order } from '../../contract/orders.ts'
import type { ShopDatabase } from '../db/database.ts'
import { getSession } from '../db/session.ts'

/*
 * Where orders are stored: each in one row of `orders`, for the user who saw it; `views` says which of them an answer
 * showed. Nobody else's are ever found, and logout removes them all.
 */

/** An answer with orders, in its order. `total`: rows of the whole list, where the server said. `at`: ms since 1970. */
export interface SavedOrders {
  orders: Order[]
  total?: number
  at: number
}

interface Key {
  userId: string
  /** the call with its input */
  key: string
}

/** The orders of an answer that this user saw, but those that were deleted since. */
export function getOrders(db: ShopDatabase, { userId, key }: Key): Promise<SavedOrders | undefined> {
  return db.transaction('r', db.orders, db.views, async () => {
    const view = await db.views.get([userId, key])
    // written by saveOrders only; versions before stored the orders themselves
    const { ids, total } = (view?.body ?? {}) as { ids?: string[]; total?: number }
    if (!view || !ids) return undefined
    const rows = await db.orders.bulkGet(ids.map((id): [string, string] => [userId, id]))
    const orders = rows.flatMap((row) => (row ? [row.order] : []))
    return { orders, at: view.at, ...(total !== undefined && { total }) }
  })
}

/** Saves an answer, unless its user has logged out meanwhile. */
export function saveOrders(db: ShopDatabase, { userId, key }: Key, { orders, total, at }: SavedOrders): Promise<void> {
  return db.transaction('rw', db.orders, db.views, db.values, async () => {
    if ((await getSession(db))?.userId !== userId) return
    await db.orders.bulkPut(orders.map((order) => ({ userId, _id: order._id, order, at })))
    const body = { ids: orders.map(({ _id }) => _id), ...(total !== undefined && { total }) }
    await db.views.put({ userId, key, body, at })
  })
}

/** Removes an order that the shop has deleted. */
export async function removeOrder(db: ShopDatabase, userId: string, id: string): Promise<void> {
  await db.orders.delete([userId, id])
}
