import { performance } from 'node:perf_hooks'
import type { Database } from '../db/client.ts'
import { indexNextOrders } from '../db/dialect/order-index.ts'
import { transact } from '../db/transact.ts'
import { done } from '../http/outcome.ts'
import type { Chore } from './chores.ts'

/** Milliseconds. */
const every = 5_000
/** The share of its time that a shop with time for this may be at work, and how many portions it then takes on. */
const atRest = { share: 0.5, portions: 40 }

/** Brings the index of orders up to date, in portions between which others have their turn. */
export async function indexOrders(db: Database, portions = Number.POSITIVE_INFINITY): Promise<void> {
  // PostgreSQL keeps its own
  if (db.dialect === 'postgres') return
  for (let portion = 0; portion < portions; portion++) {
    const { value } = await transact(db, async (tx) => done(await indexNextOrders(tx)))
    if (!value) return
  }
}

/** Indexing an order costs half as much as taking it: a busy shop takes orders and indexes them afterwards. */
export function indexOrdersAtRest({ db }: { db: Database }): Chore {
  let before = performance.eventLoopUtilization()
  const run = async () => {
    const { utilization } = performance.eventLoopUtilization(before)
    if (utilization < atRest.share) await indexOrders(db, atRest.portions)
    before = performance.eventLoopUtilization()
  }
  return { every, run }
}
