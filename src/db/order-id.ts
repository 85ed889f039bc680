import { getCart } from './cart.ts'
import type { ShopDatabase } from './database.ts'
import type { CartLine } from './rows.ts'
import { getValue, putValue } from './values.ts'

/** The cart as an order: its lines, and the id that the order will have. */
export interface CartOrder {
  id: string
  lines: CartLine[]
}

/**
 * Reads the lines of the cart together with the id of the order that they will be. The id is made once and is the same in
 * every tab until that order was accepted, so that ten clicks and two tabs are one order.
 */
export function requireCartOrder(db: ShopDatabase, newId: () => string): Promise<CartOrder> {
  return db.transaction('rw', db.values, db.cart, async () => {
    const lines = await getCart(db)
    const saved = await getValue(db, 'order-id')
    if (saved !== undefined) return { id: saved, lines }
    const id = newId()
    await putValue(db, 'order-id', id)
    return { id, lines }
  })
}
