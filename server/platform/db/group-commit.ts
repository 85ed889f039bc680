import { CompiledQuery, type Kysely } from 'kysely'
import type { Handle } from './handle.ts'
import type { Committed } from './own-transaction.ts'
import type { Schema } from './schema.ts'

/** Most transactions in one commit. */
const batchSize = 64

interface Job {
  /** runs inside the shared transaction */
  run(query: Kysely<Schema>): Promise<void>
  committed(): void
  failed(error: unknown): void
}

const savepoint = CompiledQuery.raw('savepoint job')
const rollback = CompiledQuery.raw('rollback to job')
const release = CompiledQuery.raw('release job')

async function undo(query: Kysely<Schema>): Promise<void> {
  await query.executeQuery(rollback)
  await query.executeQuery(release)
}

async function runInSavepoint(query: Kysely<Schema>, job: Job): Promise<boolean> {
  await query.executeQuery(savepoint)
  try {
    await job.run(query)
    await query.executeQuery(release)
    return true
  } catch (error) {
    // a full disk ends the whole transaction: this undo fails as well, and so do all jobs of the commit
    await undo(query).catch(() => Promise.reject(error))
    job.failed(error)
    return false
  }
}

async function commitTogether(query: Kysely<Schema>, jobs: readonly Job[]): Promise<void> {
  const done: Job[] = []
  try {
    await query.transaction().execute(async (tx) => {
      for (const job of jobs) if (await runInSavepoint(tx, job)) done.push(job)
    })
  } catch (error) {
    // no effect on jobs that have already failed with their own error
    for (const job of jobs) job.failed(error)
    return
  }
  for (const job of done) job.committed()
}

/**
 * SQLite runs one transaction at a time and syncs the disk after each, so concurrent transactions share a commit, each in
 * its own savepoint. Each is answered after the commit, and a failed one undoes only its own changes. `pause` runs between
 * two commits and lets other requests proceed.
 */
export function createGroupCommit(query: Kysely<Schema>, pause: () => Promise<void>) {
  const queue: Job[] = []
  let busy = false

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      await commitTogether(query, queue.splice(0, batchSize))
      await pause()
    }
    busy = false
  }

  return <T>(work: (tx: Handle) => Promise<T>): Promise<Committed<T>> =>
    new Promise((resolve, reject) => {
      const tx: Handle = { dialect: 'sqlite', query }
      let outcome: T
      const run = async (shared: Kysely<Schema>) => {
        const own: Handle = { ...tx, query: shared }
        outcome = await work(own)
        if (own.raised !== undefined) tx.raised = own.raised
        if (own.hints) tx.hints = own.hints
      }
      const committed = () =>
        resolve({
          outcome,
          ...(tx.raised !== undefined && { raised: tx.raised }),
          ...(tx.hints && { hints: tx.hints }),
        })
      queue.push({ run, committed, failed: reject })
      if (busy) return
      busy = true
      // starts in the next turn of the event loop, when all requests that have arrived are queued
      setImmediate(() => void drain())
    })
}
