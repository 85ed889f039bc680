import type { Handle } from '../db/handle.ts'
import { hitBucket } from '../db/rate-limits.ts'
import { type Refusal, refuse } from '../http/outcome.ts'
import { isoNow, type Shop } from './shop.ts'

const hour = 60 * 60 * 1000
/** Hits an hour, per address or per user. Harbours share one address. */
const hourly = { login: 60, register: 30, contact: 30, subscribe: 60, order: 120, review: 120, profile: 60 } as const
export type LimitedKind = keyof typeof hourly

/** An IPv6 customer has a whole /64: all of it counts as one address. */
export function addressGroup(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : []
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

export function secondsUntil(shop: Shop, time: string): number {
  return Math.max(1, Math.ceil((Date.parse(time) - shop.clock.now()) / 1000))
}

/** Counts one hit of `who` (an address or a user id) and refuses with `too-many` when the hour's share is used up. */
export async function limitHit(
  shop: Shop,
  hit: { kind: LimitedKind; who: string },
  db: Handle = shop.db,
): Promise<Refusal | undefined> {
  const now = isoNow(shop.clock)
  const bucket = `${hit.kind}:${addressGroup(hit.who)}`
  const { hits, ends_at } = await hitBucket(db, { bucket, now, endsAt: isoNow(shop.clock, hour) })
  if (hits <= hourly[hit.kind] * shop.rateLimitFactor) return undefined
  return refuse('too-many', { retryAfter: secondsUntil(shop, ends_at) })
}
