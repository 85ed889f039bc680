import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import { type Refusal, refuse } from '../platform/outcome.ts'
import { secondsUntil } from '../platform/rate-limits.ts'
import { deleteBuckets, findBucket, hitBucket } from '../platform/rate-limits-table.ts'
import type { ServiceDeps } from '../service-deps.ts'

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
export async function admitLogin(deps: ServiceDeps, source: LoginSource): Promise<Refusal | undefined> {
  const window = { now: isoNow(deps.clock), endsAt: isoNow(deps.clock, failures.window) }
  const { hits, ends_at } = await hitBucket(deps.db, { bucket: bucketOf(source), ...window })
  if (hits > failures.most) return refuse('too-many', { retryAfter: secondsUntil(deps, ends_at) })
  const total = await findBucket(deps.db, { bucket: totalOf(source.email), ...window })
  const over = (total?.hits ?? 0) - slow.after
  if (over >= 0) await deps.pause(1000 * Math.min(slow.longest, 1 + Math.floor(over / slow.step)))
  return undefined
}

/** Counts a failure of the account from any address. */
export async function countFailure(deps: ServiceDeps, { email }: LoginSource): Promise<void> {
  const window = { now: isoNow(deps.clock), endsAt: isoNow(deps.clock, failures.window) }
  await hitBucket(deps.db, { bucket: totalOf(email), ...window })
}

/** Resets the counters after a successful login. */
export async function forgetFailures(tx: Handle, source: LoginSource): Promise<void> {
  await deleteBuckets(tx, [bucketOf(source), totalOf(source.email)])
}
