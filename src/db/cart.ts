import type { Fish } from '../../contract/fishes.ts'
import { filledFacts, writtenOn } from '../../contract/product-fields.ts'
import { getValue, putValue, removeValue, type ShopDatabase } from './database.ts'
import type { CartLine } from './rows.ts'

export async function getCart(db: ShopDatabase): Promise<CartLine[]> {
  const lines = await db.cart.toArray()
  return lines.sort((a, b) => a.addedAt - b.addedAt || (a.fishe < b.fishe ? -1 : 1))
}

/**
 * The lines of the cart and the id of the order that it will become. That is the same in every tab until the order is
 * accepted, so that ten clicks and two tabs are one order.
 */
export function requireCartOrder(db: ShopDatabase, newId: () => string): Promise<{ id: string; lines: CartLine[] }> {
  return db.transaction('rw', db.keyValue, db.cart, async () => {
    const lines = await getCart(db)
    const saved = await getValue(db, 'order-id')
    if (saved !== undefined) return { id: saved, lines }
    const id = newId()
    await putValue(db, 'order-id', id)
    return { id, lines }
  })
}

/** A cart line of a product as it is now. `qty` in tonnes, `now` in ms since 1970. */
export function cartLineOf(fish: Fish, qty: number, now: number, note = ''): CartLine {
  return {
    fishe: fish._id,
    trade_name: fish.trade_name,
    trade_name_fr: fish.trade_name_fr,
    trade_name_es: fish.trade_name_es,
    image: fish.image,
    ...(fish.placeholder !== undefined && { placeholder: fish.placeholder }),
    type: fish.type,
    ...filledFacts(fish),
    size: fish.size,
    weight: fish.weight,
    countInStock: fish.countInStock,
    qty,
    ...writtenOn({ note: note.trim() }),
    addedAt: now,
  }
}

/** Adds a line. A line of the same product is replaced and stays in its place (specification section 4). */
export function putCartLine(db: ShopDatabase, line: CartLine): Promise<unknown> {
  return db.transaction('rw', db.cart, async () => {
    const old = await db.cart.get(line.fishe)
    if (old) return db.cart.put({ ...writtenOn(old), ...line, addedAt: old.addedAt, version: nextVersion(old) })
    const lines = await db.cart.toArray()
    // after the clock was set back, a new line must still come last
    const last = Math.max(0, ...lines.map(({ addedAt }) => addedAt))
    return db.cart.put({ ...line, addedAt: Math.max(line.addedAt, last + 1) })
  })
}

/** Changes a line, unless another tab has removed it. */
function changeLine(db: ShopDatabase, fishe: string, changed: (old: CartLine) => CartLine): Promise<void> {
  return db.transaction('rw', db.cart, async () => {
    const old = await db.cart.get(fishe)
    if (old) await db.cart.put(changed(old))
  })
}

export function setCartQuantity(db: ShopDatabase, fishe: string, qty: number): Promise<void> {
  return changeLine(db, fishe, (old) => ({ ...old, qty, version: nextVersion(old) }))
}

/** Sets the note of a line; an empty one is removed. */
export function setCartNote(db: ShopDatabase, fishe: string, note: string): Promise<void> {
  return changeLine(db, fishe, ({ note: _, ...old }) => ({ ...old, ...(note && { note }), version: nextVersion(old) }))
}

/** Brings a line up to date with its product. Quantity, note, place and version stay as they are. */
export function updateCartProduct(db: ShopDatabase, fish: Fish): Promise<void> {
  return changeLine(db, fish._id, (old) => ({
    ...cartLineOf(fish, old.qty, old.addedAt),
    ...writtenOn(old),
    ...(old.version !== undefined && { version: old.version }),
  }))
}

const nextVersion = ({ version = 0 }: CartLine) => version + 1

/** Inside a transaction: removes the lines that were sent, but not those that the person has changed or added since. */
export async function removeSentLines(db: ShopDatabase, sent: readonly CartLine[]): Promise<void> {
  const lines = await db.cart.bulkGet(sent.map(({ fishe }) => fishe))
  const unchanged = sent.filter((line, at) => isSameLine(line, lines[at]))
  await db.cart.bulkDelete(unchanged.map(({ fishe }) => fishe))
}

function isSameLine(a: CartLine, b: CartLine | undefined): boolean {
  return b !== undefined && a.qty === b.qty && a.addedAt === b.addedAt && (a.version ?? 0) === (b.version ?? 0)
}

/** Puts a removed line back at its place, unless the product was added again meanwhile. */
export function restoreCartLine(db: ShopDatabase, line: CartLine): Promise<void> {
  return db.transaction('rw', db.cart, async () => {
    if (!(await db.cart.get(line.fishe))) await db.cart.put({ ...line, version: nextVersion(line) })
  })
}

/** The form with the buyer's wishes for the quote, which belongs to the cart. */
export const wishesForm = 'wishes'
const key = `form:${wishesForm}` as const

/** Inside a transaction: removes the wishes from the cart and returns them; undefined when empty. */
export async function takeWishes(db: ShopDatabase): Promise<Record<string, unknown> | undefined> {
  const wishes = await getValue(db, key)
  await removeValue(db, key)
  return wishes && Object.values(wishes).some((text) => text !== '') ? wishes : undefined
}

export async function putWishes(db: ShopDatabase, wishes: Record<string, unknown> | undefined): Promise<void> {
  if (wishes) await putValue(db, key, wishes)
  else await removeValue(db, key)
}
