import { v7 as uuidv7 } from 'uuid'
import type { ShopDatabase } from '../db/database.ts'
import { dropLease, takeLease } from '../db/lease.ts'
import { withDb } from '../db/with-db.ts'
import type { Clock } from '../lib/clock.ts'
import type { Sender } from './outbox-types.ts'

/** The part of the Web Locks API that is used; the browser lets go of the lock when its holder dies. */
export interface Locks {
  request<T>(name: string, options: { ifAvailable: true }, work: (lock: unknown) => Promise<T>): Promise<T>
}

/** One sender per device by Web Locks; where the browser has them but refuses them (site data blocked), by `otherwise`. */
export function lockSender(locks: Locks, otherwise: Sender): Sender {
  return async (work) => {
    let begun = false
    try {
      return await locks.request('outbox', { ifAvailable: true }, async (lock) => {
        begun = true
        return lock ? work(async () => true) : 'busy'
      })
    } catch (error) {
      // any other failure is this page's own: others may hold the lock meanwhile
      if (begun || !(error instanceof DOMException && error.name === 'SecurityError')) throw error
      return otherwise(work)
    }
  }
}

/** The right to send as a row that ends by itself. */
export interface SenderLease {
  /** Takes or prolongs it; false when another sender has it. */
  take(): Promise<boolean>
  drop(): Promise<void>
}

/** One sender per device where Web Locks are missing (plain HTTP, older browsers) or refused. */
export function leaseSender(lease: SenderLease): Sender {
  return async (work) => {
    if (!(await lease.take())) return 'busy'
    try {
      return await work(() => lease.take())
    } finally {
      await lease.drop()
    }
  }
}

/** How long a sender that died keeps the others waiting at most, ms; a living one prolongs its lease well before. */
const leaseLength = 10_000
const beat = 3000

/** The lease in the database of page and worker. */
export function databaseLease(db: ShopDatabase, clock: Clock): SenderLease {
  const holder = uuidv7()
  let beating: ReturnType<typeof setInterval> | undefined
  const take = () => withDb(db, () => takeLease(db, { holder, now: clock.now(), length: leaseLength }))
  return {
    async take() {
      const taken = await take()
      clearInterval(beating)
      // whether it could be prolonged is asked before the next request, by `take` itself
      if (taken) beating = setInterval(() => void take().catch(() => undefined), beat)
      return taken
    },
    drop() {
      clearInterval(beating)
      return withDb(db, () => dropLease(db, holder))
    },
  }
}
