import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { type FileState, fileStatesOf } from '../files/order-files.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { OrderEventRow, OrderRow } from '../platform/db/order-rows.ts'

/** An event as it was read: with the states of its files, by their ids. */
export interface ReadEvent extends OrderEventRow {
  fileStates?: ReadonlyMap<string, FileState>
}

async function withFiles(db: Handle, rows: OrderEventRow[]): Promise<ReadEvent[]> {
  const having = rows.filter(({ body }) => body.includes('"files":')).map(({ id }) => id)
  if (having.length === 0) return rows
  const fileStates = await fileStatesOf(db, having)
  return rows.map((row) => ({ ...row, fileStates }))
}

/** False if there already is an event with this id. */
export async function insertEvent(tx: Handle, event: OrderEventRow): Promise<boolean> {
  const inserted = await tx.query
    .insertInto('order_event')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findEvent(db: Handle, id: string): Promise<OrderEventRow | undefined> {
  return db.query.selectFrom('order_event').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The part of a thread that is read: the newest events, as many as fit, at least one. */
export interface Part {
  most: number
  /** of the events' bodies */
  bytes: number
  /** the number of the newest event that is read; by default the last one */
  upTo?: number | undefined
  /** reads only events that are later than this version of the feed, and the newest one, which says where the thread stands */
  since?: number | undefined
}

/** The events of one order in an answer: fifty, within 256 KB together with the rest. */
export const eventPage: Part = { most: limits.threadEvents, bytes: 200_000 }

/** A part of each of these orders' threads, per order by `seq`. The bodies that do not fit are not read. */
export async function listEventsOf(
  db: Handle,
  orderIds: readonly string[],
  { most, bytes, upTo, since = -1 }: Part,
): Promise<ReadEvent[]> {
  const last = upTo === undefined ? sql.ref('version') : sql`cast(${upTo} as integer)`
  const { rows } = await sql<OrderEventRow>`select event.* from order_event as event join (
      select order_id, seq, ${last} as last, sum(octet_length(body)) over (partition by order_id order by seq desc) as bytes
      from order_event join shop_order on shop_order.id = order_id
      where order_id in (${sql.join(orderIds)}) and seq > ${last} - ${most} and seq <= ${last}
        and (order_event.feed_seq > ${since} or seq = ${last})
    ) as near on near.order_id = event.order_id and near.seq = event.seq
    where near.bytes <= ${bytes} or near.seq = near.last
    order by event.order_id, event.seq`.execute(db.query)
  return withFiles(db, rows)
}

/** Events of an order after one of them, oldest first. */
export async function listEventsAfter(
  db: Handle,
  orderId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ReadEvent[]> {
  const query = db.query.selectFrom('order_event').selectAll().where('order_id', '=', orderId)
  return withFiles(db, await query.where('seq', '>', after).orderBy('seq').limit(limit).execute())
}

/** The milestones of an order and their corrections, oldest first. */
export async function listMilestones(db: Handle, orderId: string): Promise<OrderEventRow[]> {
  const query = db.query.selectFrom('order_event').selectAll().where('order_id', '=', orderId)
  return query.where('kind', 'in', ['milestone', 'correct']).orderBy('seq').execute()
}

/** Single events by order and `seq`. */
export async function findEvents(
  db: Handle,
  places: readonly { order_id: string; seq: number }[],
): Promise<ReadEvent[]> {
  if (places.length === 0) return []
  const query = db.query.selectFrom('order_event').selectAll()
  const rows = query.where((eb) => eb.or(places.map(({ order_id, seq }) => eb.and({ order_id, seq }))))
  return withFiles(db, await rows.execute())
}

/** Columns of an order that are derived from its events and written together with each event. */
type Derived = Partial<Omit<OrderRow, 'id' | 'search'>> & Pick<OrderRow, 'state' | 'expires_at' | 'version'>

export async function updateDerived(tx: Handle, orderId: string, derived: Derived): Promise<void> {
  await tx.query.updateTable('shop_order').set(derived).where('id', '=', orderId).execute()
}
