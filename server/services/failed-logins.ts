import type { Handle } from '../db/handle.ts'
import { deleteBuckets, findBucket, hitBucket } from '../db/rate-limits.ts'
import { type Refusal, refuse } from './outcome.ts'
import { secondsUntil } from './rate-limits.ts'
import { isoNow, type Shop } from './shop.ts'

/** Per account and address group, independent of settings. Milliseconds. */
const failures = { most: 10, window: 15 * 60 * 1000 }
/** Failures of an account from all addresses, after which logins are delayed: one second more per `step`, up to `longest`. */
const slow = { after: 30, step: 20, longest: 4 }

/** A login attempt: the typed e-mail address, and the caller's address group. */
export interface LoginSource {
  email: string
  group: string
}

// a group contains no space, so that no typed address can name another group's bucket
const bucketOf = ({ email, group }: LoginSource) => `failed-login:${group} ${email}`
const totalOf = (email: string) => `failed-logins:${email}`

/**
 * Counts an attempt before its password is checked, so that concurrent attempts count as well. After ten failures an address
 * group is refused with `too-many`. Other groups are not, but logins to an account under attack are delayed.
 */
export async function admitLogin(shop: Shop, source: LoginSource): Promise<Refusal | undefined> {
  const window = { now: isoNow(shop.clock), endsAt: isoNow(shop.clock, failures.window) }
  const { hits, ends_at } = await hitBucket(shop.db, { bucket: bucketOf(source), ...window })
  if (hits > failures.most) return refuse('too-many', { retryAfter: secondsUntil(shop, ends_at) })
  const total = await findBucket(shop.db, totalOf(source.email), window.now)
  const over = (total?.hits ?? 0) - slow.after
  if (over >= 0) await shop.pause(1000 * Math.min(slow.longest, 1 + Math.floor(over / slow.step)))
  return undefined
}

/** Counts a failure of the account from any address. */
export async function countFailure(shop: Shop, { email }: LoginSource): Promise<void> {
  const window = { now: isoNow(shop.clock), endsAt: isoNow(shop.clock, failures.window) }
  await hitBucket(shop.db, { bucket: totalOf(email), ...window })
}

/** Resets the counters after a successful login. */
export async function forgetFailures(tx: Handle, source: LoginSource): Promise<void> {
  await deleteBuckets(tx, [bucketOf(source), totalOf(source.email)])
}
