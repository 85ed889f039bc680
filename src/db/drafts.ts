import { getCart, putWishes, takeWishes } from './cart.ts'
import type { DraftRow, Lists } from './rows.ts'
import type { ShopDatabase } from './schema.ts'
import { getValue, removeValue } from './values.ts'

/** The saved drafts, last changed first. */
export async function getDrafts(db: ShopDatabase): Promise<DraftRow[]> {
  return (await db.drafts.orderBy('updatedAt').toArray()).reverse()
}

export async function putDraft(db: ShopDatabase, draft: DraftRow): Promise<void> {
  await db.drafts.put(draft)
}

export async function removeDraft(db: ShopDatabase, id: string): Promise<void> {
  await db.drafts.delete(id)
}

/** `id` and `name` of the new draft; `now` in ms since 1970. */
export interface NewDraft {
  id: string
  name: string
  now: number
}

/** Saves the cart as a draft and empties it, in one transaction. False when the cart is empty. */
export function saveCartAsDraft(db: ShopDatabase, draft: NewDraft): Promise<boolean> {
  return db.transaction('rw', db.cart, db.drafts, db.values, async () => putCartAside(db, draft))
}

/**
 * Moves a draft into the cart. Lines that are in the cart are saved as the draft `aside` first. False when the draft no
 * longer exists.
 */
export function takeDraft(db: ShopDatabase, id: string, aside: NewDraft): Promise<boolean> {
  return db.transaction('rw', db.cart, db.drafts, db.values, async () => {
    const draft = await db.drafts.get(id)
    if (draft === undefined) return false
    await putCartAside(db, aside)
    await db.cart.bulkPut(draft.lines)
    await putWishes(db, draft.wishes)
    await db.drafts.delete(id)
    return true
  })
}

/** Inside a transaction over cart, drafts and values: saves the cart as a draft. The next cart gets a new order id. */
export async function putCartAside(db: ShopDatabase, { id, name, now }: NewDraft): Promise<boolean> {
  const lines = await getCart(db)
  if (lines.length === 0) return false
  const wishes = await takeWishes(db)
  await db.drafts.put({ id, name, lines, ...(wishes && { wishes }), createdAt: now, updatedAt: now })
  await db.cart.clear()
  await db.values.delete('order-id')
  return true
}

const typedRows = (db: ShopDatabase) => db.values.where('name').startsWith('form:').or('name').equals('address')

/** Hides cart, drafts and half-typed forms from whoever uses the device next, until this user logs in again. */
export function hideLists(db: ShopDatabase, userId: string): Promise<void> {
  return db.transaction('rw', db.cart, db.drafts, db.values, async () => {
    // what an interrupted login has left hidden
    await showLists(db, userId)
    const value: Lists = {
      lines: await db.cart.toArray(),
      drafts: await db.drafts.toArray(),
      typed: await typedRows(db).toArray(),
    }
    await clearLists(db)
    if (Object.values(value).some((rows) => rows.length > 0)) await db.values.put({ name: `lists-of:${userId}`, value })
  })
}

/** Brings back what was hidden for this user; what was written since stays. */
export function showLists(db: ShopDatabase, userId: string): Promise<void> {
  return db.transaction('rw', db.cart, db.drafts, db.values, async () => {
    const hidden = await getValue(db, `lists-of:${userId}`)
    if (!hidden) return
    await removeValue(db, `lists-of:${userId}`)
    await db.drafts.bulkPut(hidden.drafts)
    for (const line of hidden.lines) if (!(await db.cart.get(line.fishe))) await db.cart.put(line)
    for (const row of hidden.typed) if (!(await db.values.get(row.name))) await db.values.put(row)
  })
}

/** Removes cart, drafts and half-typed forms. */
export function clearLists(db: ShopDatabase): Promise<void> {
  return db.transaction('rw', db.cart, db.drafts, db.values, async () => {
    await Promise.all([db.cart.clear(), db.drafts.clear(), typedRows(db).delete(), db.values.delete('order-id')])
  })
}
