import type { Kysely } from 'kysely'
import type { Handle } from './handle.ts'
import { notifyHints } from './hints.ts'
import type { Schema } from './schema.ts'

export interface Committed<T> {
  outcome: T
  /** as in a `Handle` */
  raised?: number
  hints?: Set<string>
}

/** What a transaction needs of a database. */
export interface Transactions extends Handle {
  /** PostgreSQL: runs a transaction in few round trips, see `runTransaction`. */
  transaction?: <T>(work: (query: Kysely<Schema>) => Promise<T>) => Promise<T>
  /** PostgreSQL: called after each transaction that held an order. */
  afterOrder?: () => void
}

// PostgreSQL has one that needs fewer round trips than Kysely's
const inOwnTransaction = <T>(db: Transactions, work: (query: Kysely<Schema>) => Promise<T>): Promise<T> =>
  db.transaction ? db.transaction(work) : db.query.transaction().execute(work)

/** Runs `work` in an open transaction. */
export async function runIn<T>(tx: Handle, work: (tx: Handle) => Promise<T>): Promise<Committed<T>> {
  const outcome = await work(tx)
  if (tx.dialect === 'postgres') await notifyHints(tx)
  return { outcome, ...(tx.raised !== undefined && { raised: tx.raised }), ...(tx.hints && { hints: tx.hints }) }
}

/** Runs `work` in a transaction of its own. */
export async function alone<T>(db: Transactions, work: (tx: Handle) => Promise<T>): Promise<Committed<T>> {
  let holdsOrder: true | undefined
  try {
    return await inOwnTransaction(db, (query) => {
      const tx: Handle = { dialect: db.dialect, query }
      return runIn(tx, work).finally(() => {
        holdsOrder = tx.holdsOrder
      })
    })
  } finally {
    if (holdsOrder) db.afterOrder?.()
  }
}
