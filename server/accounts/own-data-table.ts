import { type Handle, lockRows } from '../platform/db/handle.ts'
import { rightsOf } from './users-table.ts'

/** Where a list goes on: after the row with this id, empty for its beginning. */
interface Step {
  after: string
  limit: number
}

/** Reviews of one author, by id. */
export async function listReviewsBy(db: Handle, authorId: string, { after, limit }: Step) {
  return db.query
    .selectFrom('review')
    .innerJoin('fish', 'fish.id', 'review.fish_id')
    .select(['review.id', 'fish.trade_name as product', 'review.rating', 'review.comment', 'review.created_at'])
    .where('author_id', '=', authorId)
    .where('review.id', '>', after)
    .orderBy('review.id')
    .limit(limit)
    .execute()
}

/** The products that one author has reviewed. */
export async function listReviewedBy(db: Handle, authorId: string): Promise<string[]> {
  const rows = await db.query.selectFrom('review').select('fish_id').where('author_id', '=', authorId).execute()
  return rows.map(({ fish_id }) => fish_id).sort()
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

/** Messages of the contact form with this e-mail address since a time, oldest first. */
export async function listMessagesFrom(db: Handle, { email, since }: { email: string; since: string }, step: Step) {
  return db.query
    .selectFrom('contact_message')
    .select(['id', 'subject', 'name', 'email', 'message', 'created_at'])
    .where('email', '=', email)
    .where('created_at', '>=', since)
    .where('id', '>', step.after)
    .orderBy('id')
    .limit(step.limit)
    .execute()
}

/** The newsletter's subscription of this e-mail address, if it is not older than a time. */
export async function listSubscriptionsOf(db: Handle, email: string, since: string) {
  return db.query
    .selectFrom('subscriber')
    .select(['email', 'created_at'])
    .where('email', '=', email)
    .where('created_at', '>=', since)
    .execute()
}

/** Invitations to this e-mail address. */
export async function listInvitationsTo(db: Handle, email: string) {
  const rows = await db.query.selectFrom('invitation').selectAll().where('email', '=', email).execute()
  return rows.map(({ rights, created_at }) => ({ email, rights: rightsOf({ rights }), created_at }))
}

/** Locks the orders of a locked account, so that none gets an event before the account is deleted, which would have its data. */
export async function lockOrdersOf(tx: Handle, buyerId: string): Promise<void> {
  const orders = tx.query.selectFrom('shop_order').select('id').where('buyer_id', '=', buyerId).orderBy('id')
  await lockRows(tx, orders).execute()
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
