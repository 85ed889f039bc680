import type { Handle } from '../platform/db/handle.ts'
import type { Slice } from '../platform/db/long-list.ts'
import type { ReviewRow } from '../platform/db/schema.ts'

/** A review, and the rights that its author has now; null if the account was deleted. */
export interface ReviewRead extends ReviewRow {
  rights: string | null
}

function reviewsOf(db: Handle) {
  return db.query
    .selectFrom('review')
    .leftJoin('account', 'account.id', 'review.author_id')
    .selectAll('review')
    .select('account.rights')
}

/** Reviews of a product, newest first. */
export async function listReviews(db: Handle, fishId: string, { offset, limit }: Slice): Promise<ReviewRead[]> {
  return reviewsOf(db)
    .where('fish_id', '=', fishId)
    .orderBy('review.created_at', 'desc')
    .orderBy('review.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The author's review of a product; there is at most one. */
export async function findReviewOf(db: Handle, fishId: string, authorId: string): Promise<ReviewRead | undefined> {
  return reviewsOf(db).where('fish_id', '=', fishId).where('author_id', '=', authorId).executeTakeFirst()
}

/** False if the author has already reviewed this product, or if there is a review with this id. */
export async function insertReview(tx: Handle, review: ReviewRow): Promise<boolean> {
  const inserted = await tx.query
    .insertInto('review')
    .values(review)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The deleted review; undefined if the product had no such review. */
export async function deleteReview(tx: Handle, fishId: string, id: string): Promise<ReviewRow | undefined> {
  const query = tx.query.deleteFrom('review').where('id', '=', id).where('fish_id', '=', fishId)
  return query.returningAll().executeTakeFirst()
}

/** Writes mean and number of the reviews into the product. Call it with the product locked, so that no review is missed. */
export async function updateRating(tx: Handle, fishId: string, version: number): Promise<void> {
  const sums = await tx.query
    .selectFrom('review')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('rating').as('sum')])
    .where('fish_id', '=', fishId)
    .executeTakeFirstOrThrow()
  const count = Number(sums.count)
  await tx.query
    .updateTable('fish')
    .set({ num_reviews: count, rating: count === 0 ? 0 : Number(sums.sum) / count, seq: version })
    .where('id', '=', fishId)
    .execute()
}
