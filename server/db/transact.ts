import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Database } from './database.ts'
import type { Db } from './db.ts'
import { databaseFault } from './dialect/database-errors.ts'

const attempts = 6
/** The transaction in which the code runs. */
const transactions = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Makes the methods of a client of a disk or a network throw inside of a transaction, for which other writes would wait. */
export function outsideTransactions<T extends object>(client: T): T {
  return new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]): unknown => {
        if (transactions.getStore()?.isOpen) throw new Error('A transaction must not wait for a disk or a network.')
        return Reflect.apply(method, target, args)
      }
    },
  })
}

async function runOnce<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  const open = { isOpen: true }
  const committed = db.query.transaction().execute(async (query) => {
    const tx: Db = { dialect: db.dialect, query }
    // SQLite answers at once: without a turn of the event loop, waiting transactions would hold up every other call
    if (db.dialect === 'sqlite') await setImmediate()
    return { result: await transactions.run(open, () => work(tx)), tx }
  })
  const { result, tx } = await committed.finally(() => {
    open.isOpen = false
  })
  if (tx.raised !== undefined) for (const listener of db.catalogueListeners) listener(tx.raised)
  for (const hint of tx.hints ?? []) for (const listener of db.hintListeners) listener(hint)
  return result
}

/** Runs `work` in one transaction, which what it throws rolls back. Serialisation failures are retried, so `work` has no side effects but queries. */
export async function transact<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      if (attempt === attempts || databaseFault(error) !== 'retry') throw error
      await setTimeout(Math.random() * 10 * 2 ** attempt)
    }
  }
}
