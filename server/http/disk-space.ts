import { statfs } from 'node:fs/promises'
import { refuse } from './refusal.ts'

/** Bytes. With less free space, writes and the database's own housekeeping could fail. */
export const diskReserve = 256 * 1024 * 1024
/** Bytes that files of orders leave free, so that orders still have room when files have none. */
export const fileReserve = 2 * diskReserve
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
