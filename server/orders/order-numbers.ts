import type { Database } from '../platform/db/client.ts'
import { transact, withoutGuard } from '../platform/db/transact.ts'
import { shared } from '../platform/shared.ts'
import { getFeedState, numberSomeChanges } from './order-feed-table.ts'

const numbering = new WeakMap<Database, () => Promise<void>>()

/** Puts every change that is committed before this call into the feed; calls share a run. */
export function numberChanges(db: Database): Promise<void> {
  const run = numbering.get(db) ?? shared(() => withoutGuard(() => numberAll(db)))
  numbering.set(db, run)
  return run()
}

async function numberAll(db: Database): Promise<void> {
  if ((await getFeedState(db)).isWhole) return
  for (let more = true; more; ) {
    more = await transact(db, numberSomeChanges)
  }
}

/** The state of the feed, in which every change is that was answered before this call. */
export async function readFeedState(db: Database): Promise<{ epoch: string; version: number }> {
  const state = await getFeedState(db)
  if (state.isWhole) return state
  await numberChanges(db)
  return getFeedState(db)
}
