import type { Handle } from '../platform/db/handle.ts'

/** An offer, as an order and the number of its event. */
export interface EndingOffer {
  order_id: string
  seq: number
}

/**
 * Open offers that end after `from` and until `to`, were made until `madeUntil`, and whose buyers have had no notice of it.
 * The ones that end first come first.
 */
export async function listEndingOffers(
  db: Handle,
  { from, to, madeUntil, limit }: { from: string; to: string; madeUntil: string; limit: number },
): Promise<EndingOffer[]> {
  return db.query
    .selectFrom('shop_order as order')
    .innerJoin('order_event as last', (join) =>
      join.onRef('last.order_id', '=', 'order.id').onRef('last.seq', '=', 'order.version'),
    )
    .innerJoin('order_event as offer', (join) =>
      join.onRef('offer.order_id', '=', 'order.id').onRef('offer.seq', '=', 'last.offer_seq'),
    )
    .leftJoin('told_end as told', (join) =>
      join.onRef('told.order_id', '=', 'order.id').onRef('told.seq', '=', 'offer.seq'),
    )
    .select(['offer.order_id', 'offer.seq'])
    .where('order.state', '=', 'offered')
    .where('order.expires_at', '>', from)
    .where('order.expires_at', '<=', to)
    .where('offer.at', '<=', madeUntil)
    .where('told.seq', 'is', null)
    .orderBy('order.expires_at')
    .orderBy('order.id')
    .limit(limit)
    .execute()
}

/** False if the buyer has had the notice of this offer before. */
export async function insertToldEnd(tx: Handle, offer: EndingOffer): Promise<boolean> {
  const query = tx.query.insertInto('told_end').values(offer)
  const inserted = await query
    .onConflict((conflict) => conflict.doNothing())
    .returning('seq')
    .executeTakeFirst()
  return inserted !== undefined
}
