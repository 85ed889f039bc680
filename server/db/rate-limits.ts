import { sql } from 'kysely'
import type { Handle } from './handle.ts'
import { type Gaps, prepared } from './prepared.ts'

interface Hit {
  bucket: string
  now: string
  endsAt: string
}

const hitOnce = prepared((db, { bucket, now, endsAt }: Gaps<Hit>) => {
  const running = sql<boolean>`rate_limit.ends_at > ${now}`
  return db.query
    .insertInto('rate_limit')
    .values({ bucket, hits: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        hits: sql<number>`case when ${running} then rate_limit.hits + 1 else 1 end`,
        ends_at: sql<string>`case when ${running} then rate_limit.ends_at else excluded.ends_at end`,
      }),
    )
    .returning(['hits', 'ends_at'])
})

/** Counts one hit in a window that starts with its first hit. Times are ISO 8601. */
export async function hitBucket(db: Handle, hit: Hit): Promise<{ hits: number; ends_at: string }> {
  const [counted] = await hitOnce(db, hit)
  if (!counted) throw new Error('a hit was not counted')
  return counted
}

/** A bucket whose window still runs. */
export async function findBucket(db: Handle, bucket: string, now: string) {
  return db.query
    .selectFrom('rate_limit')
    .select(['hits', 'ends_at'])
    .where('bucket', '=', bucket)
    .where('ends_at', '>', now)
    .executeTakeFirst()
}

export async function emptyBucket(db: Handle, bucket: string): Promise<void> {
  await db.query.deleteFrom('rate_limit').where('bucket', '=', bucket).execute()
}

export async function deleteEndedBuckets(db: Handle, now: string): Promise<void> {
  await db.query.deleteFrom('rate_limit').where('ends_at', '<=', now).execute()
}
