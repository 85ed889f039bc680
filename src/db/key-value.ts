import type { SavedFormName, SavedValues, ValueName, ValueRow } from './rows.ts'
import type { ShopDatabase } from './schema.ts'

export async function getValue<N extends ValueName>(db: ShopDatabase, name: N): Promise<SavedValues[N] | undefined> {
  const row = await db.keyValue.get(name)
  // written by putValue only, under the type of its name
  return row?.value as SavedValues[N] | undefined
}

export async function putValue<N extends ValueName>(db: ShopDatabase, name: N, value: SavedValues[N]): Promise<void> {
  await db.keyValue.put({ name, value })
}

/** Saves a half-typed form; whether that of another one was there. */
export function putTyped(db: ShopDatabase, row: ValueRow, isOwn: (before: ValueRow) => boolean): Promise<boolean> {
  return db.transaction('rw', db.keyValue, async () => {
    const before = await db.keyValue.get(row.name)
    await db.keyValue.put(row)
    return before !== undefined && !isOwn(before)
  })
}

/** Removes a form that was sent or discarded, unless another one has written since: another tab, or a later visit. */
export function removeTyped(db: ShopDatabase, name: SavedFormName, isOwn: (row: ValueRow) => boolean): Promise<void> {
  return db.transaction('rw', db.keyValue, async () => {
    const row = await db.keyValue.get(name)
    if (row && isOwn(row)) await db.keyValue.delete(name)
  })
}

export async function removeValue(db: ShopDatabase, name: ValueName): Promise<void> {
  await db.keyValue.delete(name)
}
