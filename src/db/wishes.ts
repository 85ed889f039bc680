import type { ShopDatabase } from './database.ts'
import { getValue, putValue, removeValue } from './values.ts'

/** The name of the form in which the buyer says what the quote should be like; it belongs to the cart in hand. */
export const wishesForm = 'wishes'
const key = `form:${wishesForm}` as const

/** Inside a transaction over the values: what was typed for the quote goes with its lines. */
export async function takeWishes(db: ShopDatabase): Promise<Record<string, string> | undefined> {
  const wishes = await getValue(db, key)
  await removeValue(db, key)
  return wishes && Object.values(wishes).some((text) => text !== '') ? wishes : undefined
}

/** Inside a transaction over the values: the wishes that belong to the lines in hand from now on. */
export async function putWishes(db: ShopDatabase, wishes: Record<string, string> | undefined): Promise<void> {
  if (wishes) await putValue(db, key, wishes)
  else await removeValue(db, key)
}
