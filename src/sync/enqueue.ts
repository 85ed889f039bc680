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

/** Keeps an entry for sending. A full disk gets one more chance after pictures were given up; else throws `NotSaved`. */
export async function keepEntry(entry: NewEntry, { keep, freeSpace }: Keeping): Promise<OutboxRow> {
  try {
    return await keep(entry).catch(async (error: unknown) => {
      if (!isQuota(error)) throw error
      await freeSpace()
      return keep(entry)
    })
  } catch (cause) {
    throw new NotSaved(entry, cause)
  }
}

/** Dexie wraps what the browser said, sometimes as the reason of an aborted transaction. */
function isQuota(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'QuotaExceededError' || ('inner' in error && isQuota(error.inner))
}
