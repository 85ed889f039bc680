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

/** Longer than a try with a look-up lasts, ms: the lease is prolonged before each. */
const leaseLength = 90_000

/** One sender per device by a row in the database, where Web Locks are missing (plain HTTP, older browsers). */
export function leaseSender(db: ShopDatabase, clock: Clock): Sender {
  const holder = uuidv7()
  const take = () => withDb(db, () => takeLease(db, { holder, now: clock.now(), length: leaseLength }))
  return async (work) => {
    if (!(await take())) return 'busy'
    try {
      return await work(take)
    } finally {
      await withDb(db, () => dropLease(db, holder))
    }
  }
}
