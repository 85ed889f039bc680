import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Database } from './client.ts'
import { databaseFault } from './dialect/errors.ts'
import type { Handle } from './handle.ts'
import { parseHint } from './hints.ts'
import { alone } from './own-transaction.ts'

const attempts = 6

async function runOnce<T>(db: Database, work: (tx: Handle) => Promise<T>, isShared: boolean): Promise<T> {
  const run = db.together ?? (isShared ? db.shared : undefined)
  const { outcome, raised, hints = [] } = await (run ? run(work) : alone(db, work))
  if (raised !== undefined) for (const listener of db.catalogueListeners) listener(raised)
  // on PostgreSQL the notification comes back to this instance like to the others
  if (db.dialect === 'sqlite')
    for (const text of hints) for (const listener of db.hintListeners) listener(parseHint(text))
  return outcome
}

/** The transaction in which the code runs. */
const transactions = new AsyncLocalStorage<{ isOpen: boolean }>()

/**
 * Makes the methods of a client of a disk or a network throw inside of a transaction: on SQLite all other writes would wait for it, and on
 * PostgreSQL those that want the same rows.
 */
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

/** Checks in a transaction, before anything is written, whether the caller still may write; refuses if not. */
type Guard = (tx: Handle) => Promise<void>
const guards = new AsyncLocalStorage<Guard | undefined>()

/** Runs `work`, in which every `transact` begins with `guard`: no writing call can forget it. */
export function underGuard<T>(guard: Guard, work: () => Promise<T>): Promise<T> {
  return guards.run(guard, work)
}

/** Runs `work`, which is the shop's own and of no call, without the guard of the call that happens to start it. */
export function withoutGuard<T>(work: () => Promise<T>): Promise<T> {
  return guards.run(undefined, work)
}

/**
 * On PostgreSQL what the guard reads travels along with the first queries of `work`, and a refusal undoes them. They come after it, so nothing
 * that `work` writes after reading comes before the guard's answer.
 */
async function workUnder<T>(guard: Guard, tx: Handle, work: (tx: Handle) => Promise<T>): Promise<T> {
  const guarding = guard(tx)
  if (tx.dialect === 'sqlite') return guarding.then(() => work(tx))
  const working = work(tx)
  // if it fails beside a refusal
  working.catch(() => {})
  await guarding
  return working
}

/**
 * Runs `work` in one transaction, under the guard of the call. What `work` throws rolls it back. Serialisation failures (40001, 40P01,
 * SQLITE_BUSY) are retried from the start, so `work` must have no side effects but queries.
 *
 * `isShared`: on PostgreSQL the transaction may be one with others', whose queries run between those of `work`
 * (`createSharedTransactions`). Locks do not keep those out, so `work` must not read what it then changes.
 */
export async function transact<T>(
  db: Database,
  work: (tx: Handle) => Promise<T>,
  { isShared = false } = {},
): Promise<T> {
  const guard = guards.getStore()
  const guarded = async (tx: Handle) => {
    const open = { isOpen: true }
    try {
      return await transactions.run(open, () => (guard ? workUnder(guard, tx, work) : work(tx)))
    } finally {
      open.isOpen = false
    }
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, guarded, isShared)
    } catch (error) {
      if (attempt === attempts || databaseFault(error) !== 'retry') throw error
      await setTimeout(Math.random() * 10 * 2 ** attempt)
    }
  }
}
