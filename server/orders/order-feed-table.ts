import { sql } from 'kysely'
import { compiledOnce } from '../platform/db/compiled.ts'
import type { Handle } from '../platform/db/handle.ts'
import { tell } from '../platform/db/hints.ts'
import type { OrderChangeRow } from '../platform/db/order-rows.ts'

/** The version of a change that is committed and not yet in the feed. */
export const unnumbered = 0

const recorded = compiledOnce((tx, change: OrderChangeRow) =>
  tx.query
    .insertInto('order_change')
    .values(change)
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet((eb) => ({
        changed_at: eb.ref('excluded.changed_at'),
        feed_seq: eb.ref('excluded.feed_seq'),
        is_deleted: eb.ref('excluded.is_deleted'),
      })),
    ),
)

/**
 * Puts a change of an order, or its deletion, into the feed, and returns its version. On SQLite, where one transaction runs at a time, it is the
 * feed's next one. On PostgreSQL such a number would hold up every other writer until the commit: there `numberChanges` gives it after the
 * commit. It locks events of this order after its change, and so must the caller.
 */
export async function recordChange(
  tx: Handle,
  { id, buyer_id }: { id: string; buyer_id: string },
  { at, isDeleted = false }: { at: string; isDeleted?: boolean },
): Promise<number> {
  let version = unnumbered
  if (tx.dialect === 'postgres') tx.holdsOrder = true
  else {
    tell(tx, { kind: 'orders', buyer: buyer_id })
    version = await raiseFeedVersion(tx, 1)
  }
  await recorded(tx, { order_id: id, buyer_id, changed_at: at, feed_seq: version, is_deleted: Number(isDeleted) })
  return version
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
  const waits = sql<boolean | number>`exists (select 1 from order_change where feed_seq = ${unnumbered})`
  const state = await db.query
    .selectFrom(['order_feed', 'catalogue_state'])
    .select(['epoch', 'order_feed.version', waits.as('waits')])
    .executeTakeFirstOrThrow()
  return { epoch: state.epoch, version: state.version, isWhole: !state.waits }
}

/** Most changes that are numbered in one transaction. */
const mostNumbered = 500

/** Numbers changes that wait for it, oldest first, in one statement. One that a transaction holds is left to be numbered after that. */
async function numberRows(tx: Handle, version: number): Promise<{ order_id: string; buyer_id: string }[]> {
  const lock = sql.raw(tx.dialect === 'postgres' ? 'for update skip locked' : '')
  const { rows } = await sql<{ order_id: string; buyer_id: string }>`
    with waiting as (
      select order_id as id from order_change where feed_seq = ${unnumbered} order by changed_at, order_id limit ${mostNumbered} ${lock}
    ), numbered as (select id, ${version} + row_number() over () as number from waiting)
    update order_change set feed_seq = cast(numbered.number as integer) from numbered where order_id = numbered.id
    returning order_id, buyer_id`.execute(tx.query)
  return rows
}

/**
 * Puts committed changes into the feed: numbers them in one transaction, which holds the feed's row, so that numbers are committed
 * in order and a reader misses none. Returns whether some may be left.
 */
export async function numberSomeChanges(tx: Handle): Promise<boolean> {
  const version = await raiseFeedVersion(tx, 0)
  const changes = await numberRows(tx, version)
  if (changes.length > 0) {
    const ids = changes.map(({ order_id }) => order_id)
    await sql`update order_event set feed_seq = order_change.feed_seq from order_change
      where order_change.order_id = order_event.order_id and order_event.feed_seq = ${unnumbered}
        and order_event.order_id in (${sql.join(ids)})`.execute(tx.query)
  }
  await raiseFeedVersion(tx, changes.length)
  for (const { buyer_id: buyer } of changes) tell(tx, { kind: 'orders', buyer })
  return changes.length === mostNumbered
}

interface OrderChange {
  id: string
  feed_seq: number
  deleted: boolean
}

/** Id of the buyer whose orders are read; undefined for all orders. */
export type Buyer = string | undefined

/**
 * The next changes after a version, oldest first, from one snapshot (see `listChanges`). `isWhole`: no change of this reader's orders waited for
 * its number at that moment, which would be missing here with all earlier changes of its order.
 */
export async function listOrderChanges(
  db: Handle,
  { since, buyer, limit }: { since: number; buyer: Buyer; limit: number },
): Promise<{ changes: OrderChange[]; isWhole: boolean }> {
  const all = db.query.selectFrom('order_change').select(['order_id as id', 'feed_seq', 'is_deleted'])
  const own = buyer === undefined ? all : all.where('buyer_id', '=', buyer)
  const waiting = own.where('feed_seq', '=', unnumbered).limit(1)
  const numbered = own.where('feed_seq', '>', since).orderBy('feed_seq').limit(limit)
  const rows = await db.query
    .selectFrom(waiting.as('waiting'))
    .selectAll()
    .unionAll(db.query.selectFrom(numbered.as('numbered')).selectAll())
    .execute()
  const changes = rows.filter(({ feed_seq }) => feed_seq !== unnumbered).sort((a, b) => a.feed_seq - b.feed_seq)
  return {
    changes: changes.map(({ id, feed_seq, is_deleted }) => ({ id, feed_seq, deleted: is_deleted === 1 })),
    isWhole: changes.length === rows.length,
  }
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
  const since = db.query
    .selectFrom('order_change')
    .where('changed_at', '>=', time)
    .where('feed_seq', '>', unnumbered)
    .where('is_deleted', '=', 0)
  const first = await since.select('changed_at').orderBy('changed_at').limit(1).executeTakeFirst()
  if (!first) return undefined
  const end = new Date(Date.parse(first.changed_at) + longestTransaction).toISOString()
  const near = since.where('changed_at', '<', end).select((eb) => eb.fn.min('feed_seq').as('version'))
  return (await near.executeTakeFirstOrThrow()).version
}
