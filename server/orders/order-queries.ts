import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { normaliseText } from '../../contract/catalogue-query.ts'
import { limits } from '../../contract/limits.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import { type Db, findRow, insertRow, lockRow, publish } from '../db/database.ts'
import type { OrderEventRow, OrderItemRow, OrderRow, SaidColumns } from '../db/row-types.ts'
import { countRows, type LongList } from '../http/lists.ts'
import { type FileState, fileStatesOf } from '../storage/order-files.ts'

/** An event as it was read: with the states of its files, by their ids. */
export interface ReadEvent extends OrderEventRow {
  fileStates?: ReadonlyMap<string, FileState>
}

async function withFiles(db: Db, rows: OrderEventRow[]): Promise<ReadEvent[]> {
  const having = rows.filter(({ body }) => body.includes('"files":')).map(({ id }) => id)
  if (having.length === 0) return rows
  const fileStates = await fileStatesOf(db, having)
  return rows.map((row) => ({ ...row, fileStates }))
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
export async function listEventsOf(db: Db, orderIds: readonly string[], { most, bytes, upTo, since = -1 }: Part) {
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
export async function listEventsAfter(db: Db, orderId: string, { after, limit }: { after: number; limit: number }) {
  const query = db.query.selectFrom('order_event').selectAll().where('order_id', '=', orderId)
  return withFiles(db, await query.where('seq', '>', after).orderBy('seq').limit(limit).execute())
}

/** How many counters a buyer has made on an order. */
export const countCounters = (db: Db, orderId: string) =>
  countRows(db, 'order_event', sql`order_id = ${orderId} and kind = 'counter'`)

async function findEvents(db: Db, places: readonly { order_id: string; seq: number }[]): Promise<ReadEvent[]> {
  if (places.length === 0) return []
  const query = db.query.selectFrom('order_event').selectAll()
  const rows = query.where((eb) => eb.or(places.map(({ order_id, seq }) => eb.and({ order_id, seq }))))
  return withFiles(db, await rows.execute())
}

export interface NewOrder extends Omit<OrderRow, 'search'> {
  items: Omit<OrderItemRow, 'order_id' | 'position'>[]
}

/** The counters of a new order. */
export const nothingSaid: SaidColumns = { buyer_said: 0, buyer_bytes: 0, shop_said: 0, shop_bytes: 0 }

/** An order with a part of its thread, and the events that decide where it stands, if they are not in that part. */
export interface StoredOrder extends NewOrder {
  events: ReadEvent[]
  /** the current or accepted offer's */
  offer?: ReadEvent | undefined
  /** the one that decided the state, unless it is that offer */
  decision?: ReadEvent | undefined
  /** the last event about the goods */
  shipped?: ReadEvent | undefined
}

/** The newest events of each of some orders that are answered together. */
const newestOf = (count: number): Part => ({ ...eventPage, bytes: Math.floor(eventPage.bytes / Math.max(1, count)) })
/** The newest event of an order, which says where its thread stands. */
export const lastEvent: Part = { most: 1, bytes: 0 }

export function orderSearchText(order: NewOrder): string {
  const names = order.items.flatMap((item) => [item.name, item.name_fr, item.name_es, item.code])
  // only `partiesText` writes this column
  const { company = '' } = JSON.parse(order.parties) as Parties
  const buyer = [company, order.buyer_name, order.buyer_email, order.city, order.country]
  const texts = [order.reference, order.id, ...buyer, ...names]
  // terms contain no white space, so no term matches across two texts
  return normaliseText(texts.join('\n'))
}

/** Throws a `unique` fault if there already is an order with this id or reference. */
export async function insertOrder(tx: Db, order: NewOrder): Promise<void> {
  const { items, ...fields } = order
  const rows = items.map((item, position) => ({ ...item, order_id: order.id, position }))
  await insertRow(tx, 'shop_order', { ...fields, search: orderSearchText(order) })
  await tx.query.insertInto('order_item').values(rows).execute()
}

/** Puts a change of an order into the feed and returns its version. Call it late: it locks the feed's row, so that versions commit in order. */
export async function recordChange(
  tx: Db,
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
  const inserting = tx.query.insertInto('order_change').values({ order_id: id, buyer_id, ...change })
  await inserting.onConflict((conflict) => conflict.column('order_id').doUpdateSet(change)).execute()
  return version
}

async function addEvents(db: Db, orders: Map<string, StoredOrder>, part: Part): Promise<void> {
  const answered = [...orders.values()].filter(({ version }) => version > 0).map(({ id }) => id)
  const events = answered.length > 0 ? await listEventsOf(db, answered, part) : []
  for (const event of events) orders.get(event.order_id)?.events.push(event)
  const missing = [...orders.values()].flatMap(({ id, events: read }) => {
    const { offer_seq = null, state_seq = null, shipment_seq = null } = read.at(-1) ?? {}
    const wanted = new Set([offer_seq, state_seq, shipment_seq].filter((seq) => seq !== null))
    return [...wanted].flatMap((seq) => (read.some((event) => event.seq === seq) ? [] : [{ order_id: id, seq }]))
  })
  for (const event of await findEvents(db, missing)) {
    const order = orders.get(event.order_id)
    if (!order) continue
    const { offer_seq = null, shipment_seq = null } = order.events.at(-1) ?? {}
    if (event.seq === offer_seq) order.offer = event
    else if (event.seq === shipment_seq) order.shipped = event
    else order.decision = event
  }
}

async function withParts(db: Db, orders: OrderRow[], part = newestOf(orders.length)): Promise<StoredOrder[]> {
  const whole = new Map<string, StoredOrder>()
  for (const { search: _, ...order } of orders) whole.set(order.id, { ...order, items: [], events: [] })
  // a query takes at most 32,766 values; lists are shorter (`limits.unpagedRows`)
  const query = db.query
    .selectFrom('order_item')
    .selectAll()
    .where('order_id', 'in', [...whole.keys()])
  const items = orders.length > 0 ? await query.orderBy('order_id').orderBy('position').execute() : []
  for (const item of items) whole.get(item.order_id)?.items.push(item)
  await addEvents(db, whole, part)
  return [...whole.values()]
}

/** An order without its items and events. */
export const findHead = (db: Db, id: string) => findRow(db, 'shop_order', { id })

export async function findOrder(db: Db, id: string, part?: Part): Promise<StoredOrder | undefined> {
  const row = await findHead(db, id)
  return row && (await withParts(db, [row], part))[0]
}

/** The order, locked until the transaction ends, so that its events are added one after the other. It has its last event. */
export async function lockOrder(tx: Db, id: string): Promise<StoredOrder | undefined> {
  const row = await lockRow(tx, 'shop_order', { id })
  return row && (await withParts(tx, [row], lastEvent))[0]
}

/** Number of the last event of an order that somebody else than `userId` has added; 0 for none. */
export async function lastSeqOfOthers(tx: Db, orderId: string, userId: string): Promise<number> {
  const last = tx.query.selectFrom('order_event').select(({ fn }) => fn.max('seq').as('seq'))
  const others = last.where('order_id', '=', orderId).where('author_id', '<>', userId)
  return (await others.executeTakeFirstOrThrow()).seq ?? 0
}

/** The orders with these ids, in their order, without missing ones. With `since`, a version of the feed, only with later events. */
export async function findOrders(db: Db, ids: readonly string[], since?: number): Promise<StoredOrder[]> {
  if (ids.length === 0) return []
  const rows = await db.query.selectFrom('shop_order').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return withParts(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
    // a feed is read in batches and ends where the answer is full
    { ...eventPage, since },
  )
}

/** The ids of all orders of one buyer, newest first. */
export async function listIdsOf(db: Db, buyerId: string): Promise<string[]> {
  const query = db.query.selectFrom('shop_order').select('id').where('buyer_id', '=', buyerId)
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(({ id }) => id)
}

/** The orders that match a condition, newest first. Sorts and skips ids alone, and reads whole orders of one page only. */
export function listWhere(db: Db, condition: RawBuilder<SqlBool> | undefined): LongList<StoredOrder> {
  const where = condition ? sql`where ${condition}` : sql``
  const ids = sql`select id from shop_order ${where} order by created_at desc, id desc`
  return {
    count: () => countRows(db, 'shop_order', condition),
    async rows({ offset, limit }) {
      const page = sql<string>`(${ids} limit ${limit} offset ${offset})`
      const orders = db.query.selectFrom('shop_order').selectAll().where('id', 'in', page)
      return withParts(db, await orders.orderBy('created_at', 'desc').orderBy('id', 'desc').execute())
    },
  }
}

/** Gives the links of an order that still work another end: that of the new offer. */
export async function moveOfferLinks(tx: Db, orderId: string, { now, until }: { now: string; until: string }) {
  const query = tx.query.updateTable('offer_link').set({ until }).where('order_id', '=', orderId)
  await query.where('until', '>', now).execute()
}
