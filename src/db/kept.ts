import type { ShopDatabase } from './database.ts'
import type { KeptName, KeptValues } from './rows.ts'

/** A single value of the device; undefined when it was never kept. */
export async function getKept<N extends KeptName>(db: ShopDatabase, name: N): Promise<KeptValues[N] | undefined> {
  const row = await db.kept.get(name)
  // written by putKept only, under the type of its name
  return row?.value as KeptValues[N] | undefined
}

export async function putKept<N extends KeptName>(db: ShopDatabase, name: N, value: KeptValues[N]): Promise<void> {
  await db.kept.put({ name, value })
}

export async function removeKept(db: ShopDatabase, name: KeptName): Promise<void> {
  await db.kept.delete(name)
}
