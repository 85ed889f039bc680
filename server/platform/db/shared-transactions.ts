import { sql } from 'kysely'
import { databaseFault } from './dialect/errors.ts'
import type { Handle } from './handle.ts'
import { alone, type Committed, runIn, type Transactions } from './own-transaction.ts'

/** Most writes in one transaction, and most such transactions at once. */
const most = { writes: 16, transactions: 3 }
/** Milliseconds that such a transaction waits for a lock, which only one of its writes needs. */
const lockTimeout = 250

type Work = (tx: Handle) => Promise<unknown>

interface Job {
  work: Work
  resolve: (committed: Committed<unknown>) => void
  reject: (error: unknown) => void
}

/** Runs writes at once in one transaction. Undefined if one was refused or failed: then none has had an effect. */
async function runTogether(db: Transactions, works: readonly Work[]): Promise<Committed<unknown>[] | undefined> {
  const handles: Handle[] = []
  let isCommitting = false
  try {
    return await db.transaction?.(async (query) => {
      const limited = sql`select set_config('lock_timeout', ${String(lockTimeout)}, true)`.execute(query)
      const writing = works.map((work) => {
        const tx: Handle = { dialect: 'postgres', query }
        handles.push(tx)
        return runIn(tx, work)
      })
      // all of them also if one fails, so that no query of theirs is left running
      await Promise.allSettled([limited, ...writing])
      const committed = await Promise.all(writing)
      await limited
      isCommitting = true
      return committed
    })
  } catch (error) {
    // without a connection each would fail again, after as long; and a failed commit may have been done
    if (isCommitting || databaseFault(error) === 'away') throw error
    return undefined
  } finally {
    if (handles.some(({ holdsOrder }) => holdsOrder)) db.afterOrder?.()
  }
}

/**
 * PostgreSQL: writes that arrive together share a transaction, with its packets and its commit, and are answered after it.
 * They run at once, so that each statement travels with the same one of the others. If one is refused or fails, all are
 * rolled back and run again, each alone: none is affected by another one. A failed commit fails all of them.
 */
export function createSharedTransactions(db: Transactions) {
  const waiting: Job[] = []
  let running = 0
  let isPlanned = false

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    // in the next turn of the event loop, when all requests that have arrived are waiting
    setImmediate(() => {
      isPlanned = false
      while (waiting.length > 0 && running < most.transactions) void run(waiting.splice(0, most.writes))
    })
  }

  async function run(jobs: readonly Job[]): Promise<void> {
    running++
    const works = jobs.map(({ work }) => work)
    try {
      const committed = await runTogether(db, works)
      for (const [at, { work, resolve, reject }] of jobs.entries()) {
        const result = committed?.[at]
        if (result) resolve(result)
        // the next ones do not wait for it
        else alone(db, work).then(resolve, reject)
      }
    } catch (error) {
      // those that wait would fail one group after the other, each after as long
      for (const { reject } of [...jobs, ...(databaseFault(error) === 'away' ? waiting.splice(0) : [])]) reject(error)
    }
    running--
    plan()
  }

  return <T>(work: (tx: Handle) => Promise<T>): Promise<Committed<T>> =>
    new Promise((resolve, reject) => {
      // it is resolved with what `work` returns
      waiting.push({ work, resolve: resolve as Job['resolve'], reject })
      plan()
    })
}
