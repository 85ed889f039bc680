import { sql } from 'kysely'
import type { Handle } from '../platform/db/handle.ts'
import { tell } from '../platform/db/hints.ts'

/** The version of a change that is committed and not yet in the feed. */
export const unnumbered = 0

/**
 * The version of a change of an order of this buyer. On SQLite, where one transaction runs at a time, it is the feed's next one. On PostgreSQL
 * such a number would hold up every other writer until the commit: there `numberChanges` gives it after the commit.
 */
export async function nextFeedVersion(tx: Handle, buyer: string): Promise<number> {
  if (tx.dialect === 'postgres') {
    tx.holdsOrder = true
    return unnumbered
  }
  tell(tx, { kind: 'orders', buyer })
  return raiseFeedVersion(tx, 1)
}

async function raiseFeedVersion(tx: Handle, by: number): Promise<number> {
  const { version } = await tx.query
    .updateTable('order_feed')
    .set((eb) => ({ version: eb('version', '+', by) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** `isWhole`: every committed change has a number up to `version`. */
export async function getFeedState(db: Handle): Promise<{ epoch: string; version: number; isWhole: boolean }> {
  const waits = sql<boolean | number>`exists (select 1 from shop_order where feed_seq = ${unnumbered})
    or exists (select 1 from order_tombstone where feed_seq = ${unnumbered})`
  const state = await db.query
    .selectFrom(['order_feed', 'catalogue_state'])
    .select(['epoch', 'order_feed.version', waits.as('waits')])
    .executeTakeFirstOrThrow()
  return { epoch: state.epoch, version: state.version, isWhole: !state.waits }
}

/** Most changes that are numbered in one transaction. */
const mostNumbered = 500

/** A query of the changes without a number, oldest first. One that a transaction holds is left to be numbered after that. */
function waiting(tx: Handle, table: 'shop_order' | 'order_tombstone') {
  const order = sql.raw(table === 'shop_order' ? 'changed_at, id' : 'id')
  const lock = sql.raw(tx.dialect === 'postgres' ? 'for update skip locked' : '')
  return sql`select id from ${sql.table(table)} where feed_seq = ${unnumbered} order by ${order} limit ${mostNumbered} ${lock}`
}

/** Numbers the rows of a table that wait for it, in one statement. Returns their buyers. */
async function numberRows(tx: Handle, table: 'shop_order' | 'order_tombstone', version: number) {
  const { rows } = await sql<{ id: string; buyer_id: string }>`
    with waiting as (${waiting(tx, table)}), numbered as (select id, ${version} + row_number() over () as number from waiting)
    update ${sql.table(table)} set feed_seq = cast(numbered.number as integer) from numbered
    where ${sql.table(table)}.id = numbered.id
    returning ${sql.table(table)}.id, buyer_id`.execute(tx.query)
  return rows
}

/**
 * Puts committed changes into the feed: numbers them in one transaction, which holds the feed's row, so that numbers are committed
 * in order and a reader misses none. Returns whether some may be left.
 */
export async function numberSomeChanges(tx: Handle): Promise<boolean> {
  const version = await raiseFeedVersion(tx, 0)
  const orders = await numberRows(tx, 'shop_order', version)
  const gone = await numberRows(tx, 'order_tombstone', version + orders.length)
  if (orders.length > 0) {
    const ids = orders.map(({ id }) => id)
    await sql`update order_event set feed_seq = shop_order.feed_seq from shop_order
      where shop_order.id = order_event.order_id and order_event.feed_seq = ${unnumbered}
        and order_event.order_id in (${sql.join(ids)})`.execute(tx.query)
  }
  await raiseFeedVersion(tx, orders.length + gone.length)
  for (const { buyer_id: buyer } of [...orders, ...gone]) tell(tx, { kind: 'orders', buyer })
  return orders.length === mostNumbered || gone.length === mostNumbered
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
    .where('feed_seq', '>', unnumbered)
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
  const since = db.query.selectFrom('shop_order').where('changed_at', '>=', time).where('feed_seq', '>', unnumbered)
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
