import type { SavedValues, ValueName } from './rows.ts'
import type { ShopDatabase } from './schema.ts'

/** A single value of the device; undefined when it was never saved. */
export async function getValue<N extends ValueName>(db: ShopDatabase, name: N): Promise<SavedValues[N] | undefined> {
  const row = await db.values.get(name)
  // written by putValue only, under the type of its name
  return row?.value as SavedValues[N] | undefined
}

export async function putValue<N extends ValueName>(db: ShopDatabase, name: N, value: SavedValues[N]): Promise<void> {
  await db.values.put({ name, value })
}

export async function removeValue(db: ShopDatabase, name: ValueName): Promise<void> {
  await db.values.delete(name)
}
