import type { Snapshot } from '../db/outbox.ts'
import type { OutboxRow } from '../db/rows.ts'
import type { NewEntry } from './entries.ts'
import { accept, inTurn } from './outbox-steps.ts'
import type { OutboxStore } from './outbox-types.ts'

/** The most entries that share a transaction. */
const most = 64

interface Job {
  entry: NewEntry
  /** for an entry whose id another request has already */
  spareId: string
  kept(row: OutboxRow): void
  failed(error: unknown): void
}

/**
 * Makes the function that keeps an entry and answers when it is on the disk. A single one goes at once; those that come
 * while the disk is busy share the next transaction. Where that fails each has one of its own, so that an entry that the
 * device does not take fails alone.
 */
export function createKeeper(store: OutboxStore, newId: () => string, acceptOne = accept) {
  const waiting: Job[] = []
  let busy = false
  const keepAll = async (jobs: Job[]): Promise<void> => {
    const steps = jobs.map(
      ({ entry, spareId }) =>
        (seen: Snapshot) =>
          acceptOne(seen, entry, spareId),
    )
    const ids = jobs.map(({ entry }) => entry.id)
    try {
      const rows = await store.transact((all) => inTurn(all, steps), { see: 'entries', ids })
      for (const [index, row] of rows.entries()) jobs[index]?.kept(row)
    } catch (error) {
      if (jobs.length === 1) jobs[0]?.failed(error)
      else for (const job of jobs) await keepAll([job])
    }
  }
  const work = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) await keepAll(waiting.splice(0, most))
    busy = false
  }
  return (entry: NewEntry): Promise<OutboxRow> =>
    new Promise((kept, failed) => {
      waiting.push({ entry, spareId: newId(), kept, failed })
      if (!busy) void work()
    })
}
