import { databaseBytes, shortenOldSearches } from '../db/disk-use.ts'
import { transact } from '../db/transact.ts'
import { type Chore, cleanUp } from './chores.ts'
import { done } from './outcome.ts'
import { isoNow, type Shop } from './shop.ts'

/** Bytes. With less free space, writes and the database's own housekeeping could fail. */
export const diskReserve = 256 * 1024 * 1024
/** Bytes that must be free for the database's journal, even if the database has reusable space. */
const journalReserve = 64 * 1024 * 1024
/** Milliseconds. */
const minute = 60_000
const day = 24 * 60 * minute
/** Age from which the search text of orders may be shortened, and orders per transaction. */
const shorten = { after: 90 * day, atOnce: 200 }

type FreeBytes = () => Promise<number>

/** Bytes that can still be written: free space on the disk plus reusable space in SQLite's file. */
export function writableBytes(shop: Shop, free: FreeBytes): FreeBytes {
  return async () => {
    const onDisk = await free()
    if (onDisk >= diskReserve || onDisk < journalReserve) return onDisk
    return onDisk + (await databaseBytes(shop.db)).reusable
  }
}

/** If the disk is nearly full, deletes expired rows and shortens old orders' search texts. Returns the number of orders. */
export async function makeRoom(shop: Shop, free: FreeBytes): Promise<number> {
  if ((await free()) >= diskReserve) return 0
  await cleanUp(shop)
  if (shop.db.dialect !== 'sqlite') return 0
  const which = { before: isoNow(shop.clock, -shorten.after), limit: shorten.atOnce }
  const shortened = await transact(shop.db, async (tx) => done(await shortenOldSearches(tx, which)))
  if (shortened.value > 0) shop.log?.warn({ orders: shortened.value }, 'disk nearly full: old search texts shortened')
  return shortened.value
}

/** Logs the size of the database and its growth since the last call. */
export function watchGrowth(shop: Shop, free: FreeBytes): () => Promise<void> {
  let before: number | undefined
  return async () => {
    const { size, reusable } = await databaseBytes(shop.db)
    const grown = size - (before ?? size)
    before = size
    shop.log?.info({ bytes: size, grown, reusable, free: await free() }, 'size of the database')
  }
}

/** Recurring tasks that watch the disk. */
export function diskChores(shop: Shop, free: FreeBytes): Chore[] {
  return [
    { every: 60 * minute, run: watchGrowth(shop, free) },
    { every: minute, run: () => makeRoom(shop, free) },
  ]
}
