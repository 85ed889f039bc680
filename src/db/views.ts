import type { ShopDatabase } from './database.ts'
import { getOrderFeed } from './orders.ts'
import type { ViewRow } from './rows.ts'
import { getSession } from './session.ts'
import { removeValue } from './values.ts'

/** An answer behind a token as this user last saw it; nobody else's is ever found. */
export function getView(db: ShopDatabase, userId: string, key: string): Promise<ViewRow | undefined> {
  return db.views.get([userId, key])
}

/** Saves an answer, unless its user has logged out meanwhile. */
export function putView(db: ShopDatabase, view: ViewRow): Promise<void> {
  return db.transaction('rw', db.views, db.values, async () => {
    const session = await getSession(db)
    if (session?.userId === view.userId) await db.views.put(view)
  })
}

/** Removes all that this user saw, orders too: at logout. */
export async function removeViewsOf(db: ShopDatabase, userId: string): Promise<void> {
  await db.transaction('rw', db.views, db.orders, db.values, async () => {
    await db.views.where('userId').equals(userId).delete()
    await db.orders.where('userId').equals(userId).delete()
    if (await getOrderFeed(db, userId)) await removeValue(db, 'order-feed')
  })
}
