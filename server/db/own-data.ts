import type { Handle } from './handle.ts'

/** The reviews of one author, oldest first. */
export async function listReviewsBy(db: Handle, authorId: string) {
  return db.query
    .selectFrom('review')
    .innerJoin('fish', 'fish.id', 'review.fish_id')
    .select(['review.fish_id', 'fish.trade_name as product', 'review.rating', 'review.comment', 'review.created_at'])
    .where('author_id', '=', authorId)
    .orderBy('review.created_at')
    .orderBy('review.id')
    .execute()
}

/** Removes the author's name from a review. */
export async function anonymiseReview(tx: Handle, fishId: string, authorId: string): Promise<void> {
  await tx.query
    .updateTable('review')
    .set({ name: '' })
    .where('fish_id', '=', fishId)
    .where('author_id', '=', authorId)
    .execute()
}

/** Messages of the contact form with this e-mail address, oldest first. */
export async function listMessagesFrom(db: Handle, email: string) {
  return db.query
    .selectFrom('contact_message')
    .select(['subject', 'name', 'email', 'message', 'created_at'])
    .where('email', '=', email)
    .orderBy('id')
    .execute()
}

export async function listSubscriptionsOf(db: Handle, email: string) {
  return db.query.selectFrom('subscriber').select(['email', 'created_at']).where('email', '=', email).execute()
}

/** A buyer's orders that are not final, by id. */
export async function listOpenOrderIds(db: Handle, buyerId: string): Promise<string[]> {
  const rows = await db.query
    .selectFrom('shop_order')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', ['requested', 'offered', 'declined'])
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
