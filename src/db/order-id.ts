import type { ShopDatabase } from './database.ts'
import { getKept, putKept } from './kept.ts'

/** The id that the cart in hand will have as an order: made once, the same in every tab, until the order was accepted. */
export function requireOrderId(db: ShopDatabase, newId: () => string): Promise<string> {
  return db.transaction('rw', db.kept, async () => {
    const kept = await getKept(db, 'order-id')
    if (kept !== undefined) return kept
    const id = newId()
    await putKept(db, 'order-id', id)
    return id
  })
}
