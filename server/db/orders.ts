import { type RawBuilder, sql } from 'kysely'
import { normaliseText } from '../../contract/catalogue-query.ts'
import { hasTerms } from './dialect/narrowed.ts'
import type { Handle } from './handle.ts'
import { knownRows } from './known-rows.ts'
import { countRows, newestIds, type Slice } from './list-marks.ts'
import { type Gaps, prepared, preparedRows } from './prepared.ts'
import type { OrderItemRow, OrderRow } from './schema.ts'

export interface StoredOrder extends Omit<OrderRow, 'search'> {
  items: Omit<OrderItemRow, 'order_id' | 'position'>[]
}

function searchText(order: StoredOrder): string {
  const names = order.items.flatMap((item) => [item.name, item.name_fr, item.name_es])
  const texts = [order.reference, order.id, order.buyer_name, order.buyer_email, order.city, order.country, ...names]
  // terms have no white space in them, so nothing is found across two texts
  return normaliseText(texts.join('\n'))
}

const insertHead = prepared((tx, the: Gaps<OrderRow>) =>
  tx.query
    .insertInto('shop_order')
    .values({
      ...{ id: the.id, reference: the.reference, created_at: the.created_at, search: the.search },
      ...{ buyer_id: the.buyer_id, buyer_name: the.buyer_name, buyer_email: the.buyer_email, phone: the.phone },
      ...{ address: the.address, city: the.city, postal_code: the.postal_code, country: the.country },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
)

const insertItems = preparedRows((tx, rows: Gaps<OrderItemRow>[]) =>
  tx.query.insertInto('order_item').values(
    rows.map(({ order_id, position, fish_id, name, name_fr, name_es, image, qty }) => ({
      ...{ order_id, position, fish_id, name, name_fr, name_es, image, qty },
    })),
  ),
)

/** False when there is an order of this id. */
export async function insertOrder(tx: Handle, order: StoredOrder): Promise<boolean> {
  const { items, ...fields } = order
  const inserted = await insertHead(tx, { ...fields, search: searchText(order) })
  if (inserted.length === 0) return false
  await insertItems(
    tx,
    items.map((item, position) => ({ ...item, order_id: order.id, position })),
  )
  return true
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

/** The newest orders of one buyer. */
export async function listOrdersOf(db: Handle, buyerId: string, limit: number): Promise<StoredOrder[]> {
  const query = db.query.selectFrom('shop_order').selectAll().where('buyer_id', '=', buyerId)
  return withItems(db, await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute())
}

async function ordersOf(db: Handle, ids: RawBuilder<string>): Promise<StoredOrder[]> {
  const query = db.query.selectFrom('shop_order').selectAll().where('id', 'in', ids)
  return withItems(db, await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute())
}

/** All orders, to be counted and to be listed, newest first. */
export function allOrders(db: Handle) {
  return {
    count: () => countRows(db, 'shop_order'),
    rows: (slice: Slice) => ordersOf(db, newestIds('shop_order', slice)),
  }
}

/** The orders that have all terms, to be counted and to be listed, newest first. */
export async function ordersWith(db: Handle, terms: readonly string[]) {
  if (terms.length === 0) return allOrders(db)
  const { which, few } = await hasTerms(db, 'shop_order', terms)
  // ids alone are sorted and skipped; whole orders are read of one page only
  const ids = db.query.selectFrom('shop_order').select('id').where(which)
  const sorted = ids.orderBy('created_at', 'desc').orderBy('id', 'desc')
  if (few) return knownRows(await sorted.execute(), (page) => ordersOf(db, page))
  return {
    async count(): Promise<number> {
      const count = db.query.selectFrom('shop_order').select((the) => the.fn.countAll<number>().as('count'))
      return Number((await count.where(which).executeTakeFirstOrThrow()).count)
    },
    rows: ({ offset, limit }: Slice) => ordersOf(db, sql<string>`${sorted.limit(limit).offset(offset)}`),
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
