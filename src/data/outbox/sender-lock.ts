import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../lib/device-clock.ts'
import type { ShopDatabase } from '../schema.ts'
import { getValue, putValue, removeValue } from '../values.ts'
import { withDb } from '../with-db.ts'
import type { Sender } from './outbox-types.ts'

/** The part of the Web Locks API that is used. The browser releases a lock when its holder dies. */
export interface Locks {
  request<T>(name: string, options: { ifAvailable: true }, work: (lock: unknown) => Promise<T>): Promise<T>
}

/** One sender per device by the Web Lock `name`, or by `otherwise` where the browser refuses locks (site data blocked). */
export function lockSender(locks: Locks, otherwise: Sender, name = 'outbox'): Sender {
  return async (work) => {
    let begun = false
    try {
      return await locks.request(name, { ifAvailable: true }, async (lock) => {
        begun = true
        return lock ? work(async () => true) : 'busy'
      })
    } catch (error) {
      // any other error comes from `work` or this page; another page may hold the lock
      if (begun || !(error instanceof DOMException && error.name === 'SecurityError')) throw error
      return otherwise(work)
    }
  }
}

/** The right to send, which expires by itself. */
interface SenderLease {
  /** Takes or extends it; false when another sender has it. */
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

/** `holder` names one sender; `now` and `length` are in ms. */
export interface Lease {
  holder: string
  now: number
  length: number
}

/**
 * Takes or extends the lease in the database; false when another sender has it. A lease that runs for longer than `length`
 * was written under another clock and counts as expired.
 */
export function takeLease(db: ShopDatabase, { holder, now, length }: Lease): Promise<boolean> {
  return db.transaction('rw', db.values, async () => {
    const lease = await getValue(db, 'lease')
    const isValid = lease !== undefined && lease.until > now && lease.until - now <= length
    if (isValid && lease.holder !== holder) return false
    await putValue(db, 'lease', { holder, until: now + length })
    return true
  })
}

export function dropLease(db: ShopDatabase, holder: string): Promise<void> {
  return db.transaction('rw', db.values, async () => {
    const lease = await getValue(db, 'lease')
    if (lease?.holder === holder) await removeValue(db, 'lease')
  })
}

/** After a sender has died, the others wait at most this long, ms. */
const leaseLength = 10_000
/** How often a living sender extends its lease, ms. */
const extendInterval = 3000

/** The lease in the database of page and worker. */
export function databaseLease(db: ShopDatabase, clock: Clock): SenderLease {
  const holder = uuidv7()
  let timer: ReturnType<typeof setInterval> | undefined
  const take = () => withDb(db, () => takeLease(db, { holder, now: clock.now(), length: leaseLength }))
  return {
    async take() {
      const taken = await take()
      clearInterval(timer)
      // a failed extension is noticed when the sender calls `take` before its next request
      if (taken) timer = setInterval(() => void take().catch(() => undefined), extendInterval)
      return taken
    },
    drop() {
      clearInterval(timer)
      return withDb(db, () => dropLease(db, holder))
    },
  }
}
