import type { Handle } from '../db/handle.ts'
import { deleteBuckets, findBucket, hitBucket } from '../db/rate-limits.ts'
import { type Refusal, refuse } from './outcome.ts'
import { secondsUntil } from './rate-limits.ts'
import { isoNow, type Shop } from './shop.ts'

/** Per account and address group; no setting changes this. Milliseconds. */
const failures = { most: 10, window: 15 * 60 * 1000 }
/** Failures of an account from anywhere after which each further log-in waits; seconds. */
const slow = { after: 30, step: 20, longest: 4 }

/** Who tries: the account's address as it was typed, and the group of addresses that the call comes from. */
export interface LoginSource {
  email: string
  group: string
}

// a group has no space in it: whatever was typed as an address, it names no other bucket
const bucketOf = ({ email, group }: LoginSource) => `failed-login:${group} ${email}`
const totalOf = (email: string) => `failed-logins:${email}`

/**
 * Counts a try before its password is looked at, so that many at once are no more than ten. A group of addresses that
 * has failed ten times is refused with `too-many`; everybody else is not, but an account under attack answers slowly.
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

/** Counts a failure against the account as a whole. */
export async function countFailure(shop: Shop, { email }: LoginSource): Promise<void> {
  const window = { now: isoNow(shop.clock), endsAt: isoNow(shop.clock, failures.window) }
  await hitBucket(shop.db, { bucket: totalOf(email), ...window })
}

/** After a success this group of addresses begins anew. */
export async function forgetFailures(tx: Handle, source: LoginSource): Promise<void> {
  await deleteBuckets(tx, [bucketOf(source), totalOf(source.email)])
}
