import { sql } from 'kysely'
import type { Handle } from '../platform/db/handle.ts'
import { tell } from '../platform/db/hints.ts'

/**
 * Raises the version of the orders' feed for an order of this buyer and returns it. This locks the single row until the transaction ends, so that
 * versions commit in order and the feed misses none. Call it near the end of a transaction.
 */
export async function nextFeedVersion(tx: Handle, buyer: string): Promise<number> {
  tell(tx, { kind: 'orders', buyer })
  const { version } = await tx.query
    .updateTable('order_feed')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function getFeedState(db: Handle): Promise<{ epoch: string; version: number }> {
  return db.query
    .selectFrom(['order_feed', 'catalogue_state'])
    .select(['epoch', 'order_feed.version'])
    .executeTakeFirstOrThrow()
}

interface OrderChange {
  id: string
  feed_seq: number
  deleted: boolean
}

/** Id of the buyer whose orders are read; undefined for all orders. */
export type Buyer = string | undefined

/** The next changes after a version, oldest first, from one snapshot (see `listChanges`). */
export async function listOrderChanges(
  db: Handle,
  { since, buyer, limit }: { since: number; buyer: Buyer; limit: number },
): Promise<OrderChange[]> {
  const orders = db.query
    .selectFrom('shop_order')
    .select(['id', 'feed_seq', sql<number>`0`.as('deleted')])
    .where('feed_seq', '>', since)
  const tombstones = db.query
    .selectFrom('order_tombstone')
    .select(['id', 'feed_seq', sql<number>`1`.as('deleted')])
    .where('feed_seq', '>', since)
  const both =
    buyer === undefined
      ? orders.unionAll(tombstones)
      : orders.where('buyer_id', '=', buyer).unionAll(tombstones.where('buyer_id', '=', buyer))
  const rows = await both.orderBy('feed_seq').limit(limit).execute()
  return rows.map((row) => ({ ...row, deleted: row.deleted === 1 }))
}

interface NewestOrders {
  buyer: Buyer
  /** exclusive upper bound of the versions */
  before: number
  /** lower bound of the versions */
  from: number
  limit: number
}

/** A range of changed orders, last change first. */
export async function listNewestChanges(
  db: Handle,
  { buyer, before, from, limit }: NewestOrders,
): Promise<{ id: string; feed_seq: number }[]> {
  const query = db.query
    .selectFrom('shop_order')
    .select(['id', 'feed_seq'])
    .where('feed_seq', '<', before)
    .where('feed_seq', '>=', from)
    .orderBy('feed_seq', 'desc')
    .limit(limit)
  return (buyer === undefined ? query : query.where('buyer_id', '=', buyer)).execute()
}

/** Milliseconds; no transaction takes longer. */
const longestTransaction = 60_000

/**
 * The lowest version of the changes since a time; undefined if there are none. A change gets its time before its version,
 * so the first by time is not always the first by version.
 */
export async function findFirstChangeSince(db: Handle, time: string): Promise<number | undefined> {
  const since = db.query.selectFrom('shop_order').where('changed_at', '>=', time)
  const first = await since.select('changed_at').orderBy('changed_at').limit(1).executeTakeFirst()
  if (!first) return undefined
  const end = new Date(Date.parse(first.changed_at) + longestTransaction).toISOString()
  const near = since.where('changed_at', '<', end).select((eb) => eb.fn.min('feed_seq').as('version'))
  return (await near.executeTakeFirstOrThrow()).version
}

export async function insertOrderTombstone(
  tx: Handle,
  tombstone: { id: string; buyer_id: string; feed_seq: number },
): Promise<void> {
  await tx.query
    .insertInto('order_tombstone')
    .values(tombstone)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
