import { sql } from 'kysely'
import { compiledOnce } from './db/compiled.ts'
import type { Handle } from './db/handle.ts'

interface Window {
  now: string
  /** of a window that starts now */
  endsAt: string
}
interface Hit extends Window {
  bucket: string
}

/** Milliseconds that a bucket may end after a window that starts now: calls wait, and clocks of instances differ. */
const slack = 60_000

/** The latest end of a bucket. One that ends later was made while the clock was ahead, and counts as ended. */
function latestEnd(endsAt: string): string {
  return new Date(Date.parse(endsAt) + slack).toISOString()
}

/** Counts so many hits in a window that starts with the first one. Times are ISO 8601. */
export async function hitBucket(
  db: Handle,
  { bucket, by = 1, ...window }: Hit & { by?: number | undefined },
): Promise<{ hits: number; ends_at: string }> {
  const [counted = { hits: by, ends_at: window.endsAt }] = await hitBuckets(db, new Map([[bucket, by]]), window)
  return counted
}

/** Counts so many hits of each bucket in one statement, see `hitBucket`. */
export async function hitBuckets(
  db: Handle,
  hits: ReadonlyMap<string, number>,
  { now, endsAt }: Window,
): Promise<{ bucket: string; hits: number; ends_at: string }[]> {
  // in one order, so that instances do not wait for each other in a circle
  const rows = [...hits]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([bucket, count]) => ({ bucket, hits: count, ends_at: endsAt }))
  const isRunning = sql<boolean>`rate_limit.ends_at > ${now} and rate_limit.ends_at <= ${latestEnd(endsAt)}`
  return db.query
    .insertInto('rate_limit')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        hits: sql<number>`case when ${isRunning} then rate_limit.hits + excluded.hits else excluded.hits end`,
        ends_at: sql<string>`case when ${isRunning} then rate_limit.ends_at else excluded.ends_at end`,
      }),
    )
    .returning(['bucket', 'hits', 'ends_at'])
    .execute()
}

const openBuckets = compiledOnce((db, { buckets, now }: { buckets: readonly string[]; now: string }) =>
  db.query
    .selectFrom('rate_limit')
    .select(['bucket', 'hits', 'ends_at'])
    .where('bucket', 'in', buckets)
    .where('ends_at', '>', now),
)

/** Those of the buckets whose window has not ended, in one statement. `endsAt` is by bucket. */
export async function findBuckets(db: Handle, endsAt: ReadonlyMap<string, string>, now: string) {
  const rows = await openBuckets(db, { buckets: [...endsAt.keys()], now })
  return rows.filter(({ bucket, ends_at }) => ends_at <= latestEnd(endsAt.get(bucket) ?? now))
}

/** The bucket, if its window has not ended. */
export async function findBucket(db: Handle, { bucket, now, endsAt }: Hit) {
  return (await findBuckets(db, new Map([[bucket, endsAt]]), now))[0]
}

export async function deleteBuckets(db: Handle, buckets: readonly string[]): Promise<void> {
  await db.query.deleteFrom('rate_limit').where('bucket', 'in', buckets).execute()
}

/** Deletes the failed logins of an account from all addresses. */
export async function deleteFailedLogins(db: Handle, email: string): Promise<void> {
  const end = ` ${email}`
  const fromAnyAddress = sql<boolean>`bucket like 'failed-login:%' and substr(bucket, length(bucket) - length(${end}) + 1) = ${end}`
  await db.query
    .deleteFrom('rate_limit')
    .where((eb) => eb.or([eb('bucket', '=', `failed-logins:${email}`), fromAnyAddress]))
    .execute()
}

/** Deletes the buckets that have ended. `latest`: the end of the longest window that starts now. */
export async function deleteEndedBuckets(db: Handle, now: string, latest: string): Promise<void> {
  await db.query
    .deleteFrom('rate_limit')
    .where((eb) => eb.or([eb('ends_at', '<=', now), eb('ends_at', '>', latestEnd(latest))]))
    .execute()
}
