import type { ServiceDeps } from '../service-deps.ts'
import { isoNow } from './clock.ts'
import type { Handle } from './db/handle.ts'
import { type Refusal, refuse } from './outcome.ts'
import { findBuckets, hitBucket, hitBuckets } from './rate-limits-table.ts'
import { shared } from './shared.ts'

const hour = 60 * 60 * 1000
const perHour = (most: number) => ({ most, window: hour })
const perDay = (most: number) => ({ most, window: 24 * hour })
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
  // each upload of a file, also one that begins again
  upload: perHour(600),
  // kilobytes of files by address group, without those of the shop: 200 buyers may send ten megabytes each
  uploadAddress: perDay(2 * 1024 * 1024),
  review: perHour(120),
  profile: perHour(60),
  forgot: perHour(30),
  // by address group and mailbox, whether or not it has an account
  forgotAccount: perHour(5),
  // by mailbox. As long as the link of a mail works, so that its owner has one when no more are sent
  forgotMailbox: perHour(20),
  // by mailbox, and by account or address group of the caller
  confirmMail: perDay(3),
  requestMail: perDay(3),
  // by administrator, and by mailbox
  invite: perDay(60),
  inviteMail: perDay(3),
  // by address group, of whoever opens a link
  invitation: perHour(60),
  reset: perHour(60),
  // unknown links to offers, by address group
  offerLink: perHour(60),
  // by API key; a program that sets every stock of a large shop stays below
  apiKey: perHour(20_000),
  ownData: perHour(20),
  deleteAccount: perHour(10),
  push: perHour(120),
  bank: perHour(20),
  webhookTest: perHour(120),
  paper: perHour(60),
} as const
type LimitedKind = keyof typeof rates
/** Milliseconds. */
export const longestWindow = Math.max(...Object.values(rates).map(({ window }) => window))

export function secondsUntil(deps: ServiceDeps, time: string): number {
  return Math.max(1, Math.ceil((Date.parse(time) - deps.clock.now()) / 1000))
}

/** Counts a hit of `who` (an address group or a user's id). Refuses with `too-many` above the limit. */
export async function limitHit(deps: ServiceDeps, hit: LimitedHit, db: Handle = deps.db): Promise<Refusal | undefined> {
  const now = isoNow(deps.clock)
  const { most, window } = rates[hit.kind]
  const bucket = `${hit.kind}:${hit.who}`
  const { hits, ends_at } = await hitBucket(db, { bucket, now, endsAt: isoNow(deps.clock, window), by: hit.by })
  if (hits <= most * deps.rateLimitFactor) return undefined
  return refuse('too-many', { retryAfter: secondsUntil(deps, ends_at) })
}

/** Of a caller (an address group or a user's id). */
export interface LimitedHit {
  kind: LimitedKind
  who: string
  /** what `limitHit` counts, one by default */
  by?: number
}

interface Counting {
  /** not counted yet */
  hits: LimitedHit[]
  count: () => Promise<void>
}
const countings = new WeakMap<ServiceDeps, Counting>()

/**
 * Counts hits after the commit of what they limit. Concurrent calls share a statement, so that none waits for another one's
 * commit.
 */
export function countHits(deps: ServiceDeps, hits: readonly LimitedHit[]): Promise<void> {
  const counting = countings.get(deps) ?? createCounting(deps)
  countings.set(deps, counting)
  counting.hits.push(...hits)
  return counting.count()
}

function createCounting(deps: ServiceDeps): Counting {
  const counting: Counting = { hits: [], count: shared(() => countAll(deps, counting.hits.splice(0))) }
  return counting
}

async function countAll(deps: ServiceDeps, hits: readonly LimitedHit[]): Promise<void> {
  const now = isoNow(deps.clock)
  const windows = new Map<number, Map<string, number>>()
  for (const { kind, who } of hits) {
    const { window } = rates[kind]
    const counts = windows.get(window) ?? new Map<string, number>()
    const bucket = `${kind}:${who}`
    windows.set(window, counts.set(bucket, 1 + (counts.get(bucket) ?? 0)))
  }
  // at once, so that callers wait for one commit
  await Promise.all(
    [...windows].map(([window, counts]) => hitBuckets(deps.db, counts, { now, endsAt: isoNow(deps.clock, window) })),
  )
}

/** Refuses like `limitHit` if the next hit of one of these would be above its limit, without counting any. */
export async function limitReached(deps: ServiceDeps, ...hits: LimitedHit[]): Promise<Refusal | undefined> {
  const bucketOf = ({ kind, who }: LimitedHit) => `${kind}:${who}`
  const endsAt = new Map(hits.map((hit) => [bucketOf(hit), isoNow(deps.clock, rates[hit.kind].window)]))
  const buckets = hits.length > 0 ? await findBuckets(deps.db.reads ?? deps.db, endsAt, isoNow(deps.clock)) : []
  for (const hit of hits) {
    const bucket = buckets.find((each) => each.bucket === bucketOf(hit))
    if (bucket && bucket.hits >= rates[hit.kind].most * deps.rateLimitFactor)
      return refuse('too-many', { retryAfter: secondsUntil(deps, bucket.ends_at) })
  }
  return undefined
}
