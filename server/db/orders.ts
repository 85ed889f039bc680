import { type RawBuilder, sql } from 'kysely'
import { normaliseText } from '../../contract/catalogue-query.ts'
import { type Handle, lockRows } from './handle.ts'
import { countRows, type Slice } from './long-list.ts'
import { listEventsOf } from './order-events.ts'
import type { OrderEventRow, OrderItemRow, OrderRow } from './schema.ts'

/** Orders whose items are counted by one query. */
const batchSize = 50

export interface NewOrder extends Omit<OrderRow, 'search'> {
  items: Omit<OrderItemRow, 'order_id' | 'position'>[]
}

export interface StoredOrder extends NewOrder {
  events: OrderEventRow[]
}

function searchText(order: NewOrder): string {
  const names = order.items.flatMap((item) => [item.name, item.name_fr, item.name_es])
  const texts = [order.reference, order.id, order.buyer_name, order.buyer_email, order.city, order.country, ...names]
  // terms contain no white space, so no term matches across two texts
  return normaliseText(texts.join('\n'))
}

/** False if there already is an order with this id or reference. */
export async function insertOrder(tx: Handle, order: NewOrder): Promise<boolean> {
  const { items, ...fields } = order
  const inserted = await tx.query
    .insertInto('shop_order')
    .values({ ...fields, search: searchText(order) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  const rows = items.map((item, position) => ({ ...item, order_id: order.id, position }))
  await tx.query.insertInto('order_item').values(rows).execute()
  return true
}

export async function hasOrder(db: Handle, id: string): Promise<boolean> {
  return (await db.query.selectFrom('shop_order').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

async function itemsOf(db: Handle, ids: readonly string[]): Promise<OrderItemRow[]> {
  const query = db.query.selectFrom('order_item').selectAll().where('order_id', 'in', ids)
  return query.orderBy('order_id').orderBy('position').execute()
}

async function withParts(db: Handle, orders: OrderRow[]): Promise<StoredOrder[]> {
  const whole = new Map<string, StoredOrder>()
  for (const { search: _, ...order } of orders) whole.set(order.id, { ...order, items: [], events: [] })
  // a query takes at most 32,766 values; lists are shorter (`limits.unpagedRows`)
  const items = orders.length > 0 ? await itemsOf(db, [...whole.keys()]) : []
  for (const item of items) whole.get(item.order_id)?.items.push(item)
  const answered = orders.filter(({ version }) => version > 0).map(({ id }) => id)
  const events = answered.length > 0 ? await listEventsOf(db, answered) : []
  for (const event of events) whole.get(event.order_id)?.events.push(event)
  return [...whole.values()]
}

export async function findOrder(db: Handle, id: string): Promise<StoredOrder | undefined> {
  const row = await db.query.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirst()
  return row && (await withParts(db, [row]))[0]
}

/** The order, locked until the transaction ends, so that its events are added one after the other. */
export async function lockOrder(tx: Handle, id: string): Promise<StoredOrder | undefined> {
  const query = tx.query.selectFrom('shop_order').selectAll().where('id', '=', id)
  const row = await lockRows(tx, query).executeTakeFirst()
  return row && (await withParts(tx, [row]))[0]
}

/** The orders with these ids, in the order of the ids. Missing ones are skipped. */
export async function findOrders(db: Handle, ids: readonly string[]): Promise<StoredOrder[]> {
  if (ids.length === 0) return []
  const rows = await db.query.selectFrom('shop_order').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return withParts(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
  )
}

function headsOf(db: Handle, buyerId: string, { offset, limit }: Slice) {
  const query = db.query.selectFrom('shop_order').selectAll().where('buyer_id', '=', buyerId)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
}

export async function countOrdersOf(db: Handle, buyerId: string): Promise<number> {
  return countRows(db, 'shop_order', sql`buyer_id = ${buyerId}`)
}

/** A page of the orders of one buyer, newest first. */
export async function listOrdersOf(db: Handle, buyerId: string, page: Slice) {
  return withParts(db, await headsOf(db, buyerId, page))
}

/** The newest orders of one buyer, at least one, as long as together they do not exceed `most.items`. */
export async function listNewestOf(db: Handle, buyerId: string, most: { orders: number; items: number }) {
  const heads = await headsOf(db, buyerId, { offset: 0, limit: most.orders })
  const taken: OrderRow[] = []
  let items = 0
  for (let at = 0; at < heads.length; at += batchSize) {
    const batch = heads.slice(at, at + batchSize)
    const counts = db.query.selectFrom('order_item').select((eb) => ['order_id', eb.fn.countAll<number>().as('count')])
    const ids = batch.map(({ id }) => id)
    const rows = await counts.where('order_id', 'in', ids).groupBy('order_id').execute()
    const byOrder = new Map(rows.map(({ order_id, count }) => [order_id, Number(count)]))
    for (const head of batch) {
      items += byOrder.get(head.id) ?? 0
      if (items > most.items && taken.length > 0) return withParts(db, taken)
      taken.push(head)
    }
  }
  return withParts(db, taken)
}

/** The orders whose ids a subquery selects, newest first. */
export async function listByIds(db: Handle, ids: RawBuilder<string>): Promise<StoredOrder[]> {
  const query = db.query.selectFrom('shop_order').selectAll().where('id', 'in', ids)
  return withParts(db, await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute())
}

export async function deleteOrder(tx: Handle, id: string): Promise<boolean> {
  return (await tx.query.deleteFrom('shop_order').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
}

/** Whether an order has an item with this picture. */
export async function isPictureOrdered(db: Handle, image: string): Promise<boolean> {
  const row = await db.query.selectFrom('order_item').select('order_id').where('image', '=', image).executeTakeFirst()
  return row !== undefined
}
