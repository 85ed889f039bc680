import { type Handle, publish } from '../platform/db/handle.ts'

/**
 * Puts a change of an order, or its deletion, into the feed, and returns its version. This locks the feed's single row until the transaction
 * ends, so that versions commit in order and no reader misses one. Call it late in the transaction: other writers of orders wait for it.
 */
export async function recordChange(
  tx: Handle,
  { id, buyer_id }: { id: string; buyer_id: string },
  { at, isDeleted = false }: { at: string; isDeleted?: boolean },
): Promise<number> {
  await publish(tx, { kind: 'orders', buyer: buyer_id })
  const { version } = await tx.query
    .updateTable('order_feed')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  const change = { changed_at: at, feed_seq: version, is_deleted: Number(isDeleted) }
  await tx.query
    .insertInto('order_change')
    .values({ order_id: id, buyer_id, ...change })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(change))
    .execute()
  return version
}

export async function getFeedState(db: Handle): Promise<{ epoch: string; version: number }> {
  const query = db.query.selectFrom(['order_feed', 'catalogue_state']).select(['epoch', 'order_feed.version'])
  return query.executeTakeFirstOrThrow()
}

interface OrderChange {
  id: string
  feed_seq: number
  deleted: boolean
}

/** Id of the buyer whose orders are read; undefined for all orders. */
export type Buyer = string | undefined

/** The next changes after a version, oldest first. */
export async function listOrderChanges(
  db: Handle,
  { since, buyer, limit }: { since: number; buyer: Buyer; limit: number },
): Promise<OrderChange[]> {
  const all = db.query.selectFrom('order_change').select(['order_id as id', 'feed_seq', 'is_deleted'])
  const own = buyer === undefined ? all : all.where('buyer_id', '=', buyer)
  const rows = await own.where('feed_seq', '>', since).orderBy('feed_seq').limit(limit).execute()
  return rows.map(({ id, feed_seq, is_deleted }) => ({ id, feed_seq, deleted: is_deleted === 1 }))
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
    .selectFrom('order_change')
    .select(['order_id as id', 'feed_seq'])
    .where('is_deleted', '=', 0)
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
  const since = db.query.selectFrom('order_change').where('changed_at', '>=', time).where('is_deleted', '=', 0)
  const first = await since.select('changed_at').orderBy('changed_at').limit(1).executeTakeFirst()
  if (!first) return undefined
  const end = new Date(Date.parse(first.changed_at) + longestTransaction).toISOString()
  const near = since.where('changed_at', '<', end).select((eb) => eb.fn.min('feed_seq').as('version'))
  return (await near.executeTakeFirstOrThrow()).version
}
