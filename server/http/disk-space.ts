import { statfs } from 'node:fs/promises'
import { diskReserve } from '../services/disk-room.ts'
import { type Refusal, refuse } from '../services/outcome.ts'

const rememberedFor = 2000

/** Bytes that this process may still write below a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Refuses writes when the disk is nearly full; looks at most every two seconds. */
export function watchDisk(free: () => Promise<number>, now: () => number = Date.now) {
  let enough = true
  let lookedAt = Number.NEGATIVE_INFINITY
  return async (): Promise<Refusal | undefined> => {
    if (now() - lookedAt > rememberedFor) {
      lookedAt = now()
      enough = (await free()) >= diskReserve
    }
    return enough ? undefined : refuse('disk-full')
  }
}
