import { isQuota } from '../../lib/caused-by.ts'
import type { NewEntry } from './entries.ts'

/** The device could not save the entry. The page holds the only copy and must stay open for `sync.sendDirect(error.entry)`. */
export class NotSaved extends Error {
  override name = 'NotSaved'
  readonly entry: NewEntry

  constructor(entry: NewEntry, cause: unknown) {
    super('The device could not save this request', { cause })
    this.entry = entry
  }
}

/** Runs `work`. When the disk is full, calls `freeSpace` and tries once more. */
export async function withRoom<T>(work: () => Promise<T>, freeSpace: () => Promise<void>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isQuota(error)) throw error
    await freeSpace().catch(() => undefined)
    return work()
  }
}
