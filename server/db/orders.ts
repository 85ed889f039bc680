import { type RawBuilder, sql } from 'kysely'
import { normaliseText } from '../../contract/catalogue-query.ts'
import { hasTerms } from './dialect/has-terms.ts'
import type { Handle } from './handle.ts'
import { countRows, type LongList } from './long-list.ts'
import type { OrderItemRow, OrderRow } from './schema.ts'

/** Orders whose items are counted by one question. */
const countedAtOnce = 50

export interface StoredOrder extends Omit<OrderRow, 'search'> {
  items: Omit<OrderItemRow, 'order_id' | 'position'>[]
}

function searchText(order: StoredOrder): string {
  const names = order.items.flatMap((item) => [item.name, item.name_fr, item.name_es])
  const texts = [order.reference, order.id, order.buyer_name, order.buyer_email, order.city, order.country, ...names]
  // terms have no white space in them, so nothing is found across two texts
  return normaliseText(texts.join('\n'))
}

/** False when there is an order of this id or of this reference. */
export async function insertOrder(tx: Handle, order: StoredOrder): Promise<boolean> {
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

/** Whether there is an order of this id. */
export async function hasOrder(db: Handle, id: string): Promise<boolean> {
  return (await db.query.selectFrom('shop_order').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

async function itemsOf(db: Handle, ids: readonly string[]): Promise<OrderItemRow[]> {
  const query = db.query.selectFrom('order_item').selectAll().where('order_id', 'in', ids)
  return query.orderBy('order_id').orderBy('position').execute()
}

async function withItems(db: Handle, orders: OrderRow[]): Promise<StoredOrder[]> {
  const byOrder = new Map<string, OrderItemRow[]>(orders.map((order) => [order.id, []]))
  // a question may hold 32,766 values; no list is that long (`limits.unpagedRows`)
  const rows = orders.length > 0 ? await itemsOf(db, [...byOrder.keys()]) : []
  for (const row of rows) byOrder.get(row.order_id)?.push(row)
  return orders.map(({ search: _, ...order }) => ({ ...order, items: byOrder.get(order.id) ?? [] }))
}

export async function findOrder(db: Handle, id: string): Promise<StoredOrder | undefined> {
  const row = await db.query.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirst()
  return row && (await withItems(db, [row]))[0]
}

function headsOf(db: Handle, buyerId: string, { offset, limit }: { offset: number; limit: number }) {
  const query = db.query.selectFrom('shop_order').selectAll().where('buyer_id', '=', buyerId)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
}

export async function countOrdersOf(db: Handle, buyerId: string): Promise<number> {
  const count = db.query.selectFrom('shop_order').select((the) => the.fn.countAll<number>().as('count'))
  return Number((await count.where('buyer_id', '=', buyerId).executeTakeFirstOrThrow()).count)
}

/** A page of the orders of one buyer, newest first. */
export async function listOrdersOf(db: Handle, buyerId: string, page: { offset: number; limit: number }) {
  return withItems(db, await headsOf(db, buyerId, page))
}

/** The newest orders of one buyer, so many that they have together no more than so many items; one at the least. */
export async function listNewestOf(db: Handle, buyerId: string, most: { orders: number; items: number }) {
  const heads = await headsOf(db, buyerId, { offset: 0, limit: most.orders })
  const taken: OrderRow[] = []
  let items = 0
  for (let at = 0; at < heads.length; at += countedAtOnce) {
    const part = heads.slice(at, at + countedAtOnce)
    const counts = db.query
      .selectFrom('order_item')
      .select((the) => ['order_id', the.fn.countAll<number>().as('count')])
    const ids = part.map(({ id }) => id)
    const rows = await counts.where('order_id', 'in', ids).groupBy('order_id').execute()
    const byOrder = new Map(rows.map(({ order_id, count }) => [order_id, Number(count)]))
    for (const head of part) {
      items += byOrder.get(head.id) ?? 0
      if (items > most.items && taken.length > 0) return withItems(db, taken)
      taken.push(head)
    }
  }
  return withItems(db, taken)
}

async function ordersOf(db: Handle, ids: RawBuilder<string>): Promise<StoredOrder[]> {
  const query = db.query.selectFrom('shop_order').selectAll().where('id', 'in', ids)
  return withItems(db, await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute())
}

/** The orders whose text has all terms, newest first. */
export async function searchOrders(db: Handle, terms: readonly string[]): Promise<LongList<StoredOrder>> {
  const condition = await hasTerms(db, 'shop_order', terms)
  const matching = db.query.selectFrom('shop_order').select('id')
  const ids = (condition ? matching.where(condition) : matching).orderBy('created_at', 'desc').orderBy('id', 'desc')
  return {
    count: () => countRows(db, 'shop_order', condition),
    // ids alone are sorted and skipped; whole orders are read of one page only
    rows: ({ offset, limit }) => ordersOf(db, sql<string>`${ids.limit(limit).offset(offset)}`),
  }
}

export async function deleteOrder(tx: Handle, id: string): Promise<boolean> {
  return (await tx.query.deleteFrom('shop_order').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
}

/** Whether an order still shows a picture. */
export async function isPictureOrdered(db: Handle, image: string): Promise<boolean> {
  const row = await db.query.selectFrom('order_item').select('order_id').where('image', '=', image).executeTakeFirst()
  return row !== undefined
}
