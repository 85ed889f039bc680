import { isQuota } from '../db/with-db.ts'
import type { NewEntry } from './entries.ts'

/** The device could not save the entry: say 'NOT saved, keep this page open' and call `sync.sendDirect(error.entry)`. */
export class NotSaved extends Error {
  override name = 'NotSaved'
  readonly entry: NewEntry

  constructor(entry: NewEntry, cause: unknown) {
    super('The device could not save this request', { cause })
    this.entry = entry
  }
}

/** Does what needs room on the disk; where there is none, once more after `freeSpace`. */
export async function withRoom<T>(work: () => Promise<T>, freeSpace: () => Promise<void>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isQuota(error)) throw error
    await freeSpace().catch(() => undefined)
    return work()
  }
}
