import type { FileRow } from './rows.ts'
import type { ShopDatabase } from './schema.ts'

/** Inside a transaction over the files: removes those of a user's orders, all or of one kind. */
export async function dropFilesOf(
  db: ShopDatabase,
  { userId, orders, kind }: { userId: string; orders: readonly string[]; kind?: FileRow['kind'] },
): Promise<void> {
  if (orders.length === 0) return
  const isOfOrder = (row: FileRow) => row.userId === userId && orders.includes(row.order)
  const rows = kind ? db.files.where('kind').equals(kind) : db.files.toCollection()
  await rows.and(isOfOrder).delete()
}

/** Removes the files that were opened by other users of this device, and what a logout that was cut off has left. */
export async function dropSavedOfOthers(db: ShopDatabase, userId: string): Promise<void> {
  await db.files
    .where('kind')
    .equals('saved')
    .and((row) => row.userId !== userId)
    .delete()
}

/** The person wants the files of this user sent now, also where the device saves data. */
export function sendFilesNow(db: ShopDatabase, userId: string): Promise<number> {
  return db.files
    .where('kind')
    .equals('out')
    .and((row) => row.userId === userId)
    .modify({ now: true, nextAt: 0 })
}

/** The network may be back: no file waits any longer. Returns how many did. */
export function endFileWaits(db: ShopDatabase): Promise<number> {
  return db.files
    .where('kind')
    .equals('out')
    .and(({ nextAt }) => nextAt > 0)
    .modify({ nextAt: 0 })
}
