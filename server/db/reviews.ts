import type { Handle } from './handle.ts'
import type { ReviewRow } from './schema.ts'

export async function listReviews(db: Handle, fishId: string): Promise<ReviewRow[]> {
  return db.query
    .selectFrom('review')
    .selectAll()
    .where('fish_id', '=', fishId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** False when this author has reviewed this product before. */
export async function insertReview(tx: Handle, review: ReviewRow): Promise<boolean> {
  const inserted = await tx.query
    .insertInto('review')
    .values(review)
    .onConflict((conflict) => conflict.columns(['fish_id', 'author_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Writes mean and number of the reviews into the product; hold its lock, so that no review is missed. */
export async function updateRating(tx: Handle, fishId: string, version: number): Promise<void> {
  const sums = await tx.query
    .selectFrom('review')
    .select((the) => [the.fn.countAll<number>().as('count'), the.fn.sum<number>('rating').as('sum')])
    .where('fish_id', '=', fishId)
    .executeTakeFirstOrThrow()
  const count = Number(sums.count)
  await tx.query
    .updateTable('fish')
    .set({ num_reviews: count, rating: count === 0 ? 0 : Number(sums.sum) / count, seq: version })
    .where('id', '=', fishId)
    .execute()
}
