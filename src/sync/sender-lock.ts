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

/** One sender per device by Web Locks. */
export function lockSender(locks: Locks): Sender {
  return (work) =>
    locks.request('outbox', { ifAvailable: true }, async (lock) => (lock ? work(async () => true) : 'busy'))
}

/** The right to send as a row that ends by itself. */
export interface SenderLease {
  /** Takes or prolongs it; false when another sender has it. */
  take(): Promise<boolean>
  drop(): Promise<void>
}

/** One sender per device where Web Locks are missing (plain HTTP, older browsers). */
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

/** Longer than a try with a look-up lasts, ms: the lease is prolonged before each. */
const leaseLength = 90_000

/** The lease in the database of page and worker. */
export function databaseLease(db: ShopDatabase, clock: Clock): SenderLease {
  const holder = uuidv7()
  return {
    take: () => withDb(db, () => takeLease(db, { holder, now: clock.now(), length: leaseLength })),
    drop: () => withDb(db, () => dropLease(db, holder)),
  }
}
