import { databaseBytes, shortenOldSearches } from '../db/disk-use.ts'
import { transact } from '../db/transact.ts'
import { type Chore, cleanUp } from './chores.ts'
import { done } from './outcome.ts'
import { isoNow, type Shop } from './shop.ts'

/** Bytes. Below this a write could fail half-way, and so could the database's own housekeeping. */
export const diskReserve = 256 * 1024 * 1024
/** Bytes that must be free for the database's journal, however much room there is within the database. */
const journalReserve = 64 * 1024 * 1024
/** Milliseconds. */
const minute = 60_000
const day = 24 * 60 * minute
/** Of orders younger than this every word stays searchable; and so many orders are shortened in one transaction. */
const shorten = { after: 90 * day, atOnce: 200 }

type FreeBytes = () => Promise<number>

/** Bytes that may still be written: what the disk has, and the room within SQLite's file. */
export function writableBytes(shop: Shop, free: FreeBytes): FreeBytes {
  return async () => {
    const onDisk = await free()
    if (onDisk >= diskReserve || onDisk < journalReserve) return onDisk
    return onDisk + (await databaseBytes(shop.db)).reusable
  }
}

/** Below the reserve, expired rows and the long search texts of old orders make room. Returns how many orders it took. */
export async function makeRoom(shop: Shop, free: FreeBytes): Promise<number> {
  if ((await free()) >= diskReserve) return 0
  await cleanUp(shop)
  if (shop.db.dialect !== 'sqlite') return 0
  const wish = { before: isoNow(shop.clock, -shorten.after), limit: shorten.atOnce }
  const shortened = await transact(shop.db, async (tx) => done(await shortenOldSearches(tx, wish)))
  if (shortened.value > 0) shop.log?.warn({ orders: shortened.value }, 'disk nearly full: old search texts shortened')
  return shortened.value
}

/** Logs how large the database is and by how much it has grown since the last look. */
export function watchGrowth(shop: Shop, free: FreeBytes): () => Promise<void> {
  let before: number | undefined
  return async () => {
    const { size, reusable } = await databaseBytes(shop.db)
    const grown = size - (before ?? size)
    before = size
    shop.log?.info({ bytes: size, grown, reusable, free: await free() }, 'size of the database')
  }
}

/** The chores that watch the disk. */
export function diskChores(shop: Shop, free: FreeBytes): Chore[] {
  return [
    { every: 60 * minute, run: watchGrowth(shop, free) },
    { every: minute, run: () => makeRoom(shop, free) },
  ]
}
