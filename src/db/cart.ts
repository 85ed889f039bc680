import type { Fish } from '../../contract/fishes.ts'
import type { ShopDatabase } from './database.ts'
import type { CartLine } from './rows.ts'

/** The lines in hand, in the order in which they were put in. */
export async function getCart(db: ShopDatabase): Promise<CartLine[]> {
  return inOrder(await db.cart.toArray())
}

export function inOrder(lines: CartLine[]): CartLine[] {
  return lines.sort((a, b) => a.addedAt - b.addedAt || (a.fishe < b.fishe ? -1 : 1))
}

/** A line of the cart from a product as it is now. `qty` in tonnes, `now` in ms since 1970. */
export function cartLineOf(fish: Fish, qty: number, now: number): CartLine {
  return {
    fishe: fish._id,
    trade_name: fish.trade_name,
    trade_name_fr: fish.trade_name_fr,
    trade_name_es: fish.trade_name_es,
    image: fish.image,
    ...(fish.placeholder !== undefined && { placeholder: fish.placeholder }),
    type: fish.type,
    size: fish.size,
    weight: fish.weight,
    countInStock: fish.countInStock,
    qty,
    addedAt: now,
  }
}

/** Puts a line in: a product that is there already is replaced and keeps its place (specification section 4). */
export function putCartLine(db: ShopDatabase, line: CartLine): Promise<void> {
  return db.transaction('rw', db.cart, async () => {
    const old = await db.cart.get(line.fishe)
    const lines = await db.cart.toArray()
    // a clock that was turned back must not put the newest line first
    const last = Math.max(0, ...lines.map(({ addedAt }) => addedAt))
    await db.cart.put({ ...line, addedAt: old?.addedAt ?? Math.max(line.addedAt, last + 1) })
  })
}

/** Changes the tonnes of a line; a line that another tab removed meanwhile stays removed. */
export async function setCartQuantity(db: ShopDatabase, fishe: string, qty: number): Promise<void> {
  await db.cart.update(fishe, { qty })
}

export async function removeCartLine(db: ShopDatabase, fishe: string): Promise<void> {
  await db.cart.delete(fishe)
}

export async function clearCart(db: ShopDatabase): Promise<void> {
  await db.cart.clear()
}
