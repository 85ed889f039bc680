import { inOrder } from './cart.ts'
import type { ShopDatabase } from './database.ts'
import type { CartLine, DraftRow } from './rows.ts'
import { putWishes, takeWishes } from './wishes.ts'

/** The saved lists, last changed first. */
export async function getDrafts(db: ShopDatabase): Promise<DraftRow[]> {
  return (await db.drafts.orderBy('updatedAt').toArray()).reverse()
}

export async function putDraft(db: ShopDatabase, draft: DraftRow): Promise<void> {
  await db.drafts.put(draft)
}

export async function removeDraft(db: ShopDatabase, id: string): Promise<void> {
  await db.drafts.delete(id)
}

/** `id` and `name` of the list that is made, `now` in ms since 1970. */
export interface NewDraft {
  id: string
  name: string
  now: number
}

/** Saves the lines in hand as a list and empties the cart, in one transaction. False, and nothing done, when it is empty. */
export function saveCartAsDraft(db: ShopDatabase, draft: NewDraft): Promise<boolean> {
  return db.transaction('rw', db.cart, db.drafts, db.values, async () => putCartAside(db, draft))
}

/**
 * Makes a list the cart in hand and removes it from the lists; lines in hand are saved as a list of their own first.
 * False when another tab was quicker.
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

/** Inside a transaction over cart, drafts and values: a later cart gets an id of its own. */
export async function putCartAside(db: ShopDatabase, { id, name, now }: NewDraft): Promise<boolean> {
  const lines: CartLine[] = inOrder(await db.cart.toArray())
  if (lines.length === 0) return false
  const wishes = await takeWishes(db)
  await db.drafts.put({ id, name, lines, ...(wishes && { wishes }), createdAt: now, updatedAt: now })
  await db.cart.clear()
  await db.values.delete('order-id')
  return true
}
