import { sql } from 'kysely'
import { isRefusal, refuse, wasRefused } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { type Db, day, hour, isoNow } from './database.ts'
import type { Schema } from './row-types.ts'

type RateLimitRow = Schema['rate_limit']
const perHour = (most: number) => ({ most, window: hour })
const perDay = (most: number) => ({ most, window: day })
/** Most hits in a window of milliseconds. A harbour may share one address: its limits count failures, or `limitCrowd` goes on with a budget of the shop. */
const rates = {
  // failures, of accounts that were never let in from this address
  login: perHour(60),
  // by address group and e-mail address: it was let in, so that neighbours who guess do not shut it out
  knownLogin: { most: Number.POSITIVE_INFINITY, window: 30 * day },
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
  orderAddress: perDay(1000),
  event: perHour(120),
  eventAddress: perDay(1000),
  // each upload of a file, also one that begins again
  upload: perHour(600),
  // kilobytes of files by address group, without those of the shop: 200 buyers may send ten megabytes each
  uploadAddress: perDay(2 * 1024 * 1024),
  review: perHour(120),
  stockAlert: perHour(300),
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
  // answers on the page of a link: by link, and by address group
  linkAnswer: perHour(20),
  linkAnswerAddress: perHour(120),
  // by API key; a program that sets every stock of a large shop stays below
  apiKey: perHour(20_000),
  ownData: perHour(20),
  deleteAccount: perHour(10),
  password: perHour(20),
  push: perHour(120),
  bank: perHour(20),
  webhookTest: perHour(120),
  testMail: perHour(10),
  paper: perHour(60),
  paperPreview: perHour(240),
  dossier: perHour(60),
} as const
type LimitedKind = keyof typeof rates

export const secondsUntil = (deps: ServiceDeps, time: string) =>
  Math.max(1, Math.ceil((Date.parse(time) - deps.clock.now()) / 1000))

const bucketOf = ({ kind, who }: LimitedHit) => `${kind}:${who}`

/** Counts hits of `who` (an address group or a user's id). Refuses with `too-many` if one is above its limit. */
export async function limitHits(deps: ServiceDeps, hits: readonly LimitedHit[], db: Db = deps.db): Promise<void> {
  if (hits.length === 0) return
  const rows = hits.map((hit) => ({
    ...{ bucket: bucketOf(hit), hits: hit.by ?? 1 },
    ends_at: isoNow(deps.clock, rates[hit.kind].window),
  }))
  const counted = await hitBuckets(db, rows, isoNow(deps.clock))
  const most = new Map(hits.map((hit) => [bucketOf(hit), rates[hit.kind].most * deps.rateLimitFactor]))
  const over = counted.find((row) => row.hits > (most.get(row.bucket) ?? 0))
  if (over) throw refuse('too-many', { retryAfter: secondsUntil(deps, over.ends_at) })
}

export const limitHit = (deps: ServiceDeps, hit: LimitedHit, db?: Db) => limitHits(deps, [hit], db)

/** Counts a hit of an address group, above its limit one of the shop's budget for crowded addresses, which alone a flood uses up. */
export async function limitCrowd(
  deps: ServiceDeps,
  { address, kinds: [own, shop] }: { address: string; kinds: readonly [LimitedKind, LimitedKind] },
  db: Db = deps.db,
): Promise<void> {
  const isCrowded = await wasRefused(limitHit(deps, { kind: own, who: address }, db))
  if (isCrowded) await limitHit(deps, { kind: shop, who: 'shop' }, db)
}

/** Does work whose failures but `busy` are hits: refuses before it above the limit, and in place of a failure above it, which would tell more. */
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
  /** what is counted, one by default */
  by?: number
}

/** Refuses like `limitHit` if the next hit of one of these would be above its limit, without counting any. */
export async function limitReached(deps: ServiceDeps, ...hits: LimitedHit[]): Promise<void> {
  const buckets = hits.length > 0 ? await findBuckets(deps.db, hits.map(bucketOf), isoNow(deps.clock)) : []
  for (const hit of hits) {
    const bucket = buckets.find((each) => each.bucket === bucketOf(hit))
    if (bucket && bucket.hits >= rates[hit.kind].most * deps.rateLimitFactor)
      throw refuse('too-many', { retryAfter: secondsUntil(deps, bucket.ends_at) })
  }
}

export const wasHit = async (deps: ServiceDeps, hit: LimitedHit): Promise<boolean> =>
  (await findBuckets(deps.db, [bucketOf(hit)], isoNow(deps.clock))).length > 0

/** Counts hits of buckets, each in a window that starts with its first one and then ends at `ends_at`. Times are ISO 8601. */
export async function hitBuckets(db: Db, hits: readonly RateLimitRow[], now: string): Promise<RateLimitRow[]> {
  // in one order, so that two calls do not wait for each other in a circle
  const rows = hits.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1))
  const isRunning = sql<boolean>`rate_limit.ends_at > ${now}`
  return db.query
    .insertInto('rate_limit')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        hits: sql<number>`case when ${isRunning} then rate_limit.hits + excluded.hits else excluded.hits end`,
        ends_at: sql<string>`case when ${isRunning} then rate_limit.ends_at else excluded.ends_at end`,
      }),
    )
    .returningAll()
    .execute()
}

/** Those of the buckets whose window has not ended. */
export async function findBuckets(db: Db, buckets: readonly string[], now: string): Promise<RateLimitRow[]> {
  const query = db.query.selectFrom('rate_limit').selectAll()
  return query.where('bucket', 'in', buckets).where('ends_at', '>', now).execute()
}

export async function deleteBuckets(db: Db, buckets: readonly string[]): Promise<void> {
  await db.query.deleteFrom('rate_limit').where('bucket', 'in', buckets).execute()
}

/** Deletes the failed logins of an account from all addresses. */
export async function deleteFailedLogins(db: Db, email: string): Promise<void> {
  const end = ` ${email}`
  const fromAnyAddress = sql<boolean>`bucket like 'failed-login:%' and substr(bucket, length(bucket) - length(${end}) + 1) = ${end}`
  const all = db.query.deleteFrom('rate_limit')
  await all.where((eb) => eb.or([eb('bucket', '=', `failed-logins:${email}`), fromAnyAddress])).execute()
}
