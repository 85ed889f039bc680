import type { Fish } from '../../contract/fishes.ts'
import type { OrderItem } from '../../contract/orders.ts'
import { filledFacts, writtenOn } from '../../contract/product-fields.ts'
import { getCart, putWishes, takeWishes, updateCartProduct } from './cart.ts'
import { getValue, removeValue, type ShopDatabase } from './database.ts'
import type { CartLine, DraftRow, Lists } from './rows.ts'

export async function getDrafts(db: ShopDatabase): Promise<DraftRow[]> {
  return (await db.drafts.orderBy('updatedAt').toArray()).reverse()
}

export interface NewDraft {
  id: string
  name: string
  /** ms since 1970 */
  now: number
}

/** Moves a draft into the cart, whose lines are saved as the draft `stashed` first. False when the draft no longer exists. */
export function takeDraft(db: ShopDatabase, id: string, stashed: NewDraft): Promise<boolean> {
  return db.transaction('rw', db.cart, db.drafts, db.keyValue, async () => {
    const draft = await db.drafts.get(id)
    if (draft === undefined) return false
    await stashCartAsDraft(db, stashed)
    await db.cart.bulkPut(draft.lines)
    await putWishes(db, draft.wishes)
    await db.drafts.delete(id)
    return true
  })
}

/** Moves the cart into a draft; the next cart gets a new order id. False when the cart is empty. */
export function stashCartAsDraft(db: ShopDatabase, { id, name, now }: NewDraft): Promise<boolean> {
  return db.transaction('rw', db.cart, db.drafts, db.keyValue, async () => {
    const lines = await getCart(db)
    if (lines.length === 0) return false
    const wishes = await takeWishes(db)
    await db.drafts.put({ id, name, lines, ...(wishes && { wishes }), createdAt: now, updatedAt: now })
    await db.cart.clear()
    await db.keyValue.delete('order-id')
    return true
  })
}

const typedRows = (db: ShopDatabase) => db.keyValue.where('name').startsWith('form:').or('name').equals('address')

/** Hides cart, drafts and half-typed forms from whoever uses the device next, until this user logs in again. */
export function hideLists(db: ShopDatabase, userId: string): Promise<void> {
  return db.transaction('rw', db.cart, db.drafts, db.keyValue, async () => {
    // what an interrupted login has left hidden
    await showLists(db, userId)
    const value: Lists = {
      lines: await db.cart.toArray(),
      drafts: await db.drafts.toArray(),
      typed: await typedRows(db).toArray(),
    }
    await clearLists(db)
    if (Object.values(value).some((rows) => rows.length > 0))
      await db.keyValue.put({ name: `lists-of:${userId}`, value })
  })
}

/** Brings back what was hidden for this user; what was written since stays. */
export function showLists(db: ShopDatabase, userId: string): Promise<void> {
  return db.transaction('rw', db.cart, db.drafts, db.keyValue, async () => {
    const hidden = await getValue(db, `lists-of:${userId}`)
    if (!hidden) return
    await removeValue(db, `lists-of:${userId}`)
    await db.drafts.bulkPut(hidden.drafts)
    for (const line of hidden.lines) if (!(await db.cart.get(line.fishe))) await db.cart.put(line)
    for (const row of hidden.typed) if (!(await db.keyValue.get(row.name))) await db.keyValue.put(row)
  })
}

export function clearLists(db: ShopDatabase): Promise<void> {
  return db.transaction('rw', db.cart, db.drafts, db.keyValue, async () => {
    await Promise.all([db.cart.clear(), db.drafts.clear(), typedRows(db).delete(), db.keyValue.delete('order-id')])
  })
}

/** How a product has changed since it was put into a list. `line` is as it was saved, `fish` as it is now. */
export type LineChange =
  | { kind: 'gone'; line: CartLine }
  | { kind: 'renamed'; line: CartLine; fish: Fish }
  | { kind: 'out-of-stock'; line: CartLine; fish: Fish }

/** The products that have left the shop. Only a complete saved catalogue can tell, and only of lines that are older than it. */
export async function findGone(db: ShopDatabase, lines: readonly CartLine[]): Promise<Set<string>> {
  const state = await getValue(db, 'catalogue')
  if (!state?.complete) return new Set()
  const found = await db.fishes.bulkGet(lines.map(({ fishe }) => fishe))
  const missing = lines.filter(({ addedAt }, at) => found[at] === undefined && addedAt < state.at)
  return new Set(missing.map(({ fishe }) => fishe))
}

function changesOf(line: CartLine, fish: Fish | undefined, isGone: boolean): LineChange[] {
  if (!fish) return isGone ? [{ kind: 'gone', line }] : []
  const changes: LineChange[] = []
  const names = ['trade_name', 'trade_name_fr', 'trade_name_es'] as const
  if (names.some((name) => line[name] !== fish[name])) changes.push({ kind: 'renamed', line, fish })
  if (line.countInStock > 0 && fish.countInStock <= 0) changes.push({ kind: 'out-of-stock', line, fish })
  return changes
}

/** Brings the cart up to date with the saved catalogue; returns what was different. */
export function refreshCart(db: ShopDatabase): Promise<LineChange[]> {
  return db.transaction('rw', db.cart, db.fishes, db.keyValue, async () => {
    const lines = await getCart(db)
    return refreshLines(db, lines, await findGone(db, lines))
  })
}

async function refreshLines(db: ShopDatabase, lines: readonly CartLine[], gone: Set<string>): Promise<LineChange[]> {
  const fishes = await db.fishes.bulkGet(lines.map(({ fishe }) => fishe))
  for (const fish of fishes) if (fish) await updateCartProduct(db, fish)
  return lines.flatMap((line, index) => changesOf(line, fishes[index], gone.has(line.fishe)))
}

/**
 * Puts the items of an order into the cart, whose lines are saved as the draft `stashed` first. Returns how the products have
 * changed since the order.
 */
export function orderAgain(
  db: ShopDatabase,
  { items, stashed }: { items: readonly OrderItem[]; stashed: NewDraft },
): Promise<LineChange[]> {
  return db.transaction('rw', [db.cart, db.drafts, db.keyValue, db.fishes], async () => {
    await stashCartAsDraft(db, stashed)
    const found = await db.fishes.bulkGet(items.map(({ fishe }) => fishe))
    const lines = items.map((item, at) => lineOfItem(item, found[at], stashed.now + at))
    await db.cart.bulkPut(lines)
    // the products of an order are older than it; a pull that is not complete yet has no time
    const gone = await findGone(
      db,
      lines.map((line) => ({ ...line, addedAt: Number.NEGATIVE_INFINITY })),
    )
    return refreshLines(db, lines, gone)
  })
}

/** Names, picture and quantity come from the order, everything else from the product, or from the order if it is gone. */
function lineOfItem(item: OrderItem, fish: Fish | undefined, addedAt: number): CartLine {
  return {
    fishe: item.fishe,
    trade_name: item.name,
    trade_name_fr: item.name_fr,
    trade_name_es: item.name_es,
    image: item.image,
    ...(fish?.placeholder !== undefined && { placeholder: fish.placeholder }),
    type: fish?.type ?? 'fish',
    size: '',
    weight: '',
    ...filledFacts(fish ?? item),
    // counts as in stock then, so that an empty stock today is a change
    countInStock: 1,
    qty: item.qty,
    ...writtenOn(item),
    addedAt,
  }
}
