import type { ShopDatabase } from './database.ts'
import { getValue, putValue, removeValue } from './values.ts'

/** `holder` names one sender, `now` and `length` are ms. */
export interface Lease {
  holder: string
  now: number
  length: number
}

/**
 * Takes or prolongs the lease of the one sender, where Web Locks are missing (plain HTTP, old browsers). A lease that
 * would last longer than any is given was written under another clock and counts as ended.
 */
export function takeLease(db: ShopDatabase, { holder, now, length }: Lease): Promise<boolean> {
  return db.transaction('rw', db.values, async () => {
    const lease = await getValue(db, 'lease')
    const runs = lease !== undefined && lease.until > now && lease.until - now <= length
    if (runs && lease.holder !== holder) return false
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
