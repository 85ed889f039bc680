import { setTimeout } from 'node:timers/promises'
import type { Database } from './client.ts'
import { databaseFault } from './dialect/errors.ts'
import type { Handle } from './handle.ts'

const attempts = 6

/** Thrown out of Kysely's callback to roll a transaction back, with its outcome. */
class RollBack<T> extends Error {
  readonly outcome: T
  constructor(outcome: T) {
    super('rolled back on purpose')
    this.outcome = outcome
  }
}

type Result<T> = { outcome: T; raised?: number }

async function alone<T extends { ok: boolean }>(db: Database, work: (tx: Handle) => Promise<T>): Promise<Result<T>> {
  try {
    return await db.query.transaction().execute(async (query) => {
      const tx: Handle = { dialect: db.dialect, query }
      const outcome = await work(tx)
      if (!outcome.ok) throw new RollBack(outcome)
      return { outcome, ...(tx.raised !== undefined && { raised: tx.raised }) }
    })
  } catch (error) {
    // only this function throws it, with an outcome of type T
    if (error instanceof RollBack) return { outcome: error.outcome as T }
    throw error
  }
}

async function runOnce<T extends { ok: boolean }>(db: Database, work: (tx: Handle) => Promise<T>): Promise<T> {
  const { outcome, raised } = await (db.together ? db.together(work) : alone(db, work))
  if (raised !== undefined) for (const listener of db.catalogueListeners) listener(raised)
  return outcome
}

/**
 * Runs `work` in one transaction. A refusal (`ok: false`) rolls back and is returned. Serialisation failures (40001, 40P01,
 * SQLITE_BUSY) are retried from the start, so `work` must have no side effects but queries.
 */
export async function transact<T extends { ok: boolean }>(db: Database, work: (tx: Handle) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      if (attempt === attempts || databaseFault(error) !== 'retry') throw error
      await setTimeout(Math.random() * 10 * 2 ** attempt)
    }
  }
}
