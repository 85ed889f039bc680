import type { Handle } from '../db/handle.ts'
import { hitBucket } from '../db/rate-limits.ts'
import { type Refusal, refuse } from './outcome.ts'
import { isoNow, type Shop } from './shop.ts'

const hour = 60 * 60 * 1000
const perHour = (most: number) => ({ most, window: hour })
/** Most hits of an address group or user in a window of milliseconds. Generous, because a whole harbour may share one address. */
const rates = {
  login: perHour(60),
  register: perHour(30),
  contact: perHour(30),
  subscribe: perHour(60),
  order: perHour(120),
  // limits the data from one address, with any number of accounts, to some ten megabytes a day
  orderAddress: { most: 1000, window: 24 * hour },
  event: perHour(120),
  eventAddress: { most: 1000, window: 24 * hour },
  review: perHour(120),
  profile: perHour(60),
  forgot: perHour(30),
  // by e-mail address, whether or not it has an account
  forgotAccount: perHour(5),
  reset: perHour(60),
  ownData: perHour(20),
  deleteAccount: perHour(10),
  push: perHour(120),
} as const
export type LimitedKind = keyof typeof rates

export function secondsUntil(shop: Shop, time: string): number {
  return Math.max(1, Math.ceil((Date.parse(time) - shop.clock.now()) / 1000))
}

/** Counts a hit of `who` (an address group or a user's id). Refuses with `too-many` above the limit. */
export async function limitHit(
  shop: Shop,
  hit: { kind: LimitedKind; who: string },
  db: Handle = shop.db,
): Promise<Refusal | undefined> {
  const now = isoNow(shop.clock)
  const { most, window } = rates[hit.kind]
  const bucket = `${hit.kind}:${hit.who}`
  const { hits, ends_at } = await hitBucket(db, { bucket, now, endsAt: isoNow(shop.clock, window) })
  if (hits <= most * shop.rateLimitFactor) return undefined
  return refuse('too-many', { retryAfter: secondsUntil(shop, ends_at) })
}
