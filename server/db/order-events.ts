import type { Handle } from './handle.ts'
import type { OrderEventRow, OrderRow } from './schema.ts'

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

/** The events of these orders, per order by `seq`. */
export async function listEventsOf(db: Handle, orderIds: readonly string[]): Promise<OrderEventRow[]> {
  const query = db.query.selectFrom('order_event').selectAll().where('order_id', 'in', orderIds)
  return query.orderBy('order_id').orderBy('seq').execute()
}

/** Columns of an order that are derived from its events and written together with each event. */
type Derived = Pick<OrderRow, 'state' | 'expires_at' | 'version' | 'feed_seq' | 'changed_at'>

export async function updateDerived(tx: Handle, orderId: string, derived: Derived): Promise<void> {
  await tx.query.updateTable('shop_order').set(derived).where('id', '=', orderId).execute()
}
