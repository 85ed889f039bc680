import type { ServiceDeps } from '../service-deps.ts'
import { day, hour, isoNow } from './clock.ts'
import { databaseBytes, shortenOldSearches } from './db/disk-use.ts'
import { transact } from './db/transact.ts'
import type { Chore } from './run-chores.ts'

/** Bytes. With less free space, writes and the database's own housekeeping could fail. */
export const diskReserve = 256 * 1024 * 1024
/** Bytes that files of orders leave free, so that orders still have room when files have none. */
export const fileReserve = 2 * diskReserve
/** Bytes that must be free for the database's journal, even if the database has reusable space. */
const journalReserve = 64 * 1024 * 1024
/** Milliseconds. */
const minute = 60_000
/** Age from which the search text of orders may be shortened, and orders per transaction. */
const shorten = { after: 90 * day, atOnce: 200 }

type FreeBytes = () => Promise<number>
/** Deletes what has expired. */
type CleanUp = (deps: ServiceDeps) => Promise<void>

/** Bytes that can still be written: free space on the disk plus reusable space in SQLite's file. */
export function writableBytes(deps: ServiceDeps, free: FreeBytes): FreeBytes {
  return async () => {
    const onDisk = await free()
    if (onDisk >= diskReserve || onDisk < journalReserve) return onDisk
    return onDisk + (await databaseBytes(deps.db)).reusable
  }
}

/** If the disk is nearly full, deletes expired rows and shortens old orders' search texts. Returns the number of orders. */
export async function makeRoom(deps: ServiceDeps, free: FreeBytes, cleanUp: CleanUp): Promise<number> {
  if ((await free()) >= diskReserve) return 0
  await cleanUp(deps)
  if (deps.db.dialect !== 'sqlite') return 0
  const which = { before: isoNow(deps.clock, -shorten.after), limit: shorten.atOnce }
  const shortened = await transact(deps.db, async (tx) => await shortenOldSearches(tx, which))
  if (shortened > 0) deps.log?.warn({ orders: shortened }, 'disk nearly full: old search texts shortened')
  return shortened
}

/** Logs the size of the database and its growth since the last call. */
export function watchGrowth(deps: ServiceDeps, free: FreeBytes): () => Promise<void> {
  let before: number | undefined
  return async () => {
    const { size, reusable } = await databaseBytes(deps.db)
    const grown = size - (before ?? size)
    before = size
    deps.log?.info({ bytes: size, grown, reusable, free: await free() }, 'size of the database')
  }
}

/** Recurring tasks that watch the disk. */
export function diskChores(deps: ServiceDeps, free: FreeBytes, cleanUp: CleanUp): Chore[] {
  return [
    { every: hour, run: watchGrowth(deps, free) },
    { every: minute, run: () => makeRoom(deps, free, cleanUp) },
  ]
}
