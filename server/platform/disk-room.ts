import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { ServiceDeps } from '../service-deps.ts'
import { hour } from './clock.ts'
import type { Handle } from './db/handle.ts'
import { refuse } from './refusal.ts'
import type { Chore } from './run-chores.ts'

/** Bytes. With less free space, writes and the database's own housekeeping could fail. */
export const diskReserve = 256 * 1024 * 1024
/** Bytes that files of orders leave free, so that orders still have room when files have none. */
export const fileReserve = 2 * diskReserve
/** Bytes that must be free for the database's journal, even if the database has reusable space. */
const journalReserve = 64 * 1024 * 1024
/** Milliseconds. */
const minute = 60_000

/** Bytes of the database, and those of them that are free for reuse. */
async function databaseBytes({ dialect, query }: Handle): Promise<{ size: number; reusable: number }> {
  const text =
    dialect === 'postgres'
      ? 'select pg_database_size(current_database()) as size, 0 as reusable'
      : `select page_size * page_count as size, page_size * freelist_count as reusable
          from pragma_page_size, pragma_page_count, pragma_freelist_count`
  const { rows } = await sql.raw<{ size: number; reusable: number }>(text).execute(query)
  return { size: Number(rows[0]?.size ?? 0), reusable: Number(rows[0]?.reusable ?? 0) }
}

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
    {
      every: minute,
      run: async () => {
        if ((await free()) < diskReserve) await cleanUp(deps)
      },
    },
  ]
}

/** Milliseconds between two checks. */
const checkEvery = 2000

/** Free bytes for this process on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Refuses writes when the disk is nearly full: when fewer bytes are free than `reserve`. */
export function watchDisk(free: () => Promise<number>, reserve = diskReserve) {
  let enough = true
  let checkedAt = Number.NEGATIVE_INFINITY
  return async (): Promise<void> => {
    if (Date.now() - checkedAt > checkEvery) {
      checkedAt = Date.now()
      enough = (await free()) >= reserve
    }
    if (!enough) throw refuse('disk-full')
  }
}
