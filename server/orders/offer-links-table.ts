import type { Handle } from '../platform/db/handle.ts'
import type { OfferLinkRow } from '../platform/db/order-rows.ts'

export async function insertOfferLink(tx: Handle, link: OfferLinkRow): Promise<void> {
  await tx.query.insertInto('offer_link').values(link).execute()
}

export async function findOfferLink(db: Handle, tokenHash: string): Promise<OfferLinkRow | undefined> {
  return db.query.selectFrom('offer_link').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** The links of an order that work at this time, newest first. */
export async function listOfferLinks(db: Handle, orderId: string, now: string): Promise<OfferLinkRow[]> {
  const query = db.query.selectFrom('offer_link').selectAll().where('order_id', '=', orderId)
  return query.where('until', '>', now).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/** False if the order has no such link. */
export async function deleteOfferLink(tx: Handle, { id, orderId }: { id: string; orderId: string }): Promise<boolean> {
  const query = tx.query.deleteFrom('offer_link').where('id', '=', id).where('order_id', '=', orderId)
  return (await query.returning('id').executeTakeFirst()) !== undefined
}

export async function deleteOfferLinksOf(tx: Handle, orderId: string): Promise<void> {
  await tx.query.deleteFrom('offer_link').where('order_id', '=', orderId).execute()
}

/** Gives the links of an order that still work another end: that of the new offer. */
export async function moveOfferLinks(tx: Handle, orderId: string, { now, until }: { now: string; until: string }) {
  const query = tx.query.updateTable('offer_link').set({ until }).where('order_id', '=', orderId)
  await query.where('until', '>', now).execute()
}

export async function countSeen(db: Handle, id: string, at: string): Promise<void> {
  await db.query
    .updateTable('offer_link')
    .set((the) => ({ seen: the('seen', '+', 1), seen_at: at }))
    .where('id', '=', id)
    .execute()
}

export async function deleteOldOfferLinks(db: Handle, endedBefore: string): Promise<void> {
  await db.query.deleteFrom('offer_link').where('until', '<=', endedBefore).execute()
}
