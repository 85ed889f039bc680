import { isQuota } from '../db/causes.ts'
import type { OutboxRow } from '../db/rows.ts'
import type { NewEntry } from './entries.ts'

/** The device would not keep the entry: say 'NOT saved, keep this page open' and call `sync.sendDirect(error.entry)`. */
export class NotSaved extends Error {
  override name = 'NotSaved'
  readonly entry: NewEntry

  constructor(entry: NewEntry, cause: unknown) {
    super('The device could not keep this request', { cause })
    this.entry = entry
  }
}

interface Keeping {
  keep: (entry: NewEntry) => Promise<OutboxRow>
  /** gives up cached pictures */
  freeSpace: () => Promise<void>
}

/** Does what needs room on the disk; where there is none, once more after pictures were given up. */
export async function withRoom<T>(work: () => Promise<T>, freeSpace: () => Promise<void>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isQuota(error)) throw error
    await freeSpace().catch(() => undefined)
    return work()
  }
}

/** Keeps an entry for sending. A full disk gets one more chance after pictures were given up; else throws `NotSaved`. */
export async function keepEntry(entry: NewEntry, { keep, freeSpace }: Keeping): Promise<OutboxRow> {
  try {
    return await withRoom(() => keep(entry), freeSpace)
  } catch (cause) {
    throw new NotSaved(entry, cause)
  }
}
