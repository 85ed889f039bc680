import type { ServiceDeps } from '../service-deps.ts'
import { isoNow } from './clock.ts'
import type { Handle } from './db/handle.ts'
import { findBucket, findBuckets, hitBucket, hitBuckets } from './rate-limits-table.ts'
import { isRefusal, refuse, wasRefused } from './refusal.ts'
import { shared } from './shared.ts'

const hour = 60 * 60 * 1000
const perHour = (most: number) => ({ most, window: hour })
const perDay = (most: number) => ({ most, window: 24 * hour })
/**
 * Most hits of an address group or user in a window of milliseconds. A whole harbour may share one address: limits of addresses count failures,
 * or what is above them comes out of a budget of the whole shop (`limitCrowd`).
 */
const rates = {
  // failures, of accounts that were never let in from this address
  login: perHour(60),
  // by address group and e-mail address: it was let in, so that neighbours who guess do not shut it out
  knownLogin: { most: Number.POSITIVE_INFINITY, window: 30 * 24 * hour },
  // successes, by account
  loginAccount: perHour(60),
  // failures
  register: perHour(30),
  registerAddress: perHour(30),
  registerShop: perHour(500),
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
  // by mailbox, and by account of the caller
  confirmMail: perDay(3),
  confirmAddress: perDay(30),
  confirmShop: perDay(500),
  requestMail: perDay(3),
  changeMail: perDay(3),
  // by administrator, and by mailbox
  invite: perDay(60),
  inviteMail: perDay(3),
  // failures, by address group of whoever opens a link
  invitation: perHour(60),
  reset: perHour(60),
  // unknown links to offers, by address group
  offerLink: perHour(60),
  // by API key; a program that sets every stock of a large shop stays below
  apiKey: perHour(20_000),
  ownData: perHour(20),
  deleteAccount: perHour(10),
  password: perHour(20),
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
export async function limitHit(deps: ServiceDeps, hit: LimitedHit, db: Handle = deps.db): Promise<void> {
  const now = isoNow(deps.clock)
  const { most, window } = rates[hit.kind]
  const counted = { now, endsAt: isoNow(deps.clock, window), by: hit.by }
  const { hits, ends_at } = await hitBucket(db, { bucket: bucketOf(hit), ...counted })
  if (hits > most * deps.rateLimitFactor) throw refuse('too-many', { retryAfter: secondsUntil(deps, ends_at) })
}

/**
 * Counts a hit of an address group, and above its limit one of the shop's budget for crowded addresses: one who floods from few addresses uses
 * that up for these, and everybody else goes on.
 */
export async function limitCrowd(
  deps: ServiceDeps,
  { address, kinds: [own, shop] }: { address: string; kinds: readonly [LimitedKind, LimitedKind] },
  db: Handle = deps.db,
): Promise<void> {
  const isCrowded = await wasRefused(limitHit(deps, { kind: own, who: address }, db))
  if (isCrowded) await limitHit(deps, { kind: shop, who: 'shop' }, db)
}

/**
 * Does work whose failures count as hits: refuses before it above the limit, and in place of a failure that is above it, so that none of many at
 * once tells more. A server that is busy is nobody's failure.
 */
export async function limitFailures<T>(deps: ServiceDeps, hit: LimitedHit, work: () => Promise<T>): Promise<T> {
  await limitReached(deps, hit)
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error) && error.code !== 'busy') await limitHit(deps, hit)
    throw error
  }
}

/** Runs limits of mails: above one it refuses with `mails-used-up`. */
export async function limitMails(work: () => Promise<void>): Promise<void> {
  await work().catch((error) => {
    throw isRefusal(error) ? refuse('mails-used-up', error.reason) : error
  })
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
  hits: CountedHit[]
  count: () => Promise<void>
}
interface CountedHit extends LimitedHit {
  by: 1 | -1
  /** of its bucket, with this one; set when it is counted */
  after?: { hits: number; ends_at: string }
}
const countings = new WeakMap<ServiceDeps, Counting>()

/**
 * Counts hits outside of a transaction, or with `by: -1` takes them back. Refuses with `too-many` if one is above its limit. Concurrent
 * calls share a statement, so that none waits for another one's commit.
 */
export async function countHits(
  deps: ServiceDeps,
  hits: readonly LimitedHit[],
  by: CountedHit['by'] = 1,
): Promise<void> {
  const counting = countings.get(deps) ?? createCounting(deps)
  countings.set(deps, counting)
  const counted = hits.map((hit): CountedHit => ({ ...hit, by }))
  counting.hits.push(...counted)
  await counting.count()
  const over = counted.find(({ kind, after }) => (after?.hits ?? 0) > rates[kind].most * deps.rateLimitFactor)
  if (over?.after) throw refuse('too-many', { retryAfter: secondsUntil(deps, over.after.ends_at) })
}

function createCounting(deps: ServiceDeps): Counting {
  const counting: Counting = { hits: [], count: shared(() => countAll(deps, counting.hits.splice(0))) }
  return counting
}

const bucketOf = ({ kind, who }: LimitedHit) => `${kind}:${who}`

async function countAll(deps: ServiceDeps, hits: readonly CountedHit[]): Promise<void> {
  const now = isoNow(deps.clock)
  const windows = Map.groupBy(hits, ({ kind }) => rates[kind].window)
  // at once, so that callers wait for one commit
  await Promise.all(
    [...windows].map(async ([window, some]) => {
      const byBucket = Map.groupBy(some, bucketOf)
      const sums = new Map([...byBucket].map(([bucket, ones]) => [bucket, ones.reduce((sum, { by }) => sum + by, 0)]))
      const counted = await hitBuckets(deps.db, sums, { now, endsAt: isoNow(deps.clock, window) })
      for (const { bucket, ends_at, ...row } of counted) {
        let before = row.hits - (sums.get(bucket) ?? 0)
        for (const hit of byBucket.get(bucket) ?? []) {
          before += hit.by
          hit.after = { hits: before, ends_at }
        }
      }
    }),
  )
}

/** Refuses like `limitHit` if the next hit of one of these would be above its limit, without counting any. */
export async function limitReached(deps: ServiceDeps, ...hits: LimitedHit[]): Promise<void> {
  const endsAt = new Map(hits.map((hit) => [bucketOf(hit), isoNow(deps.clock, rates[hit.kind].window)]))
  const buckets = hits.length > 0 ? await findBuckets(deps.db.reads ?? deps.db, endsAt, isoNow(deps.clock)) : []
  for (const hit of hits) {
    const bucket = buckets.find((each) => each.bucket === bucketOf(hit))
    if (bucket && bucket.hits >= rates[hit.kind].most * deps.rateLimitFactor)
      throw refuse('too-many', { retryAfter: secondsUntil(deps, bucket.ends_at) })
  }
}

/** Whether a hit was counted in the present window. */
export async function wasHit(deps: ServiceDeps, hit: LimitedHit): Promise<boolean> {
  const { window } = rates[hit.kind]
  const bucket = { bucket: bucketOf(hit), now: isoNow(deps.clock), endsAt: isoNow(deps.clock, window) }
  return (await findBucket(deps.db, bucket)) !== undefined
}
