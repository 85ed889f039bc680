import type { ShopDatabase } from '../schema.ts'
import { getValue, putValue, removeValue } from '../values.ts'

/** The name of the form with the buyer's wishes for the quote. It belongs to the cart. */
export const wishesForm = 'wishes'
const key = `form:${wishesForm}` as const

/** Inside a transaction over the values: removes the wishes from the cart and returns them; undefined when empty. */
export async function takeWishes(db: ShopDatabase): Promise<Record<string, string> | undefined> {
  const wishes = await getValue(db, key)
  await removeValue(db, key)
  return wishes && Object.values(wishes).some((text) => text !== '') ? wishes : undefined
}

/** Inside a transaction over the values: replaces the wishes of the cart. */
export async function putWishes(db: ShopDatabase, wishes: Record<string, string> | undefined): Promise<void> {
  if (wishes) await putValue(db, key, wishes)
  else await removeValue(db, key)
}
