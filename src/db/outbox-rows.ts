import type { ShopDatabase } from './database.ts'
import type { OutboxRow } from './rows.ts'

/** Whether an entry still has to reach the server, refused ones and logouts included. */
export const isUnsent = ({ state }: Pick<OutboxRow, 'state'>) => state !== 'done'

/** Whether a request of the person has not reached the server yet, refused ones included. A logout is none. */
export const isPending = ({ state, kind }: Pick<OutboxRow, 'state' | 'kind'>) => state !== 'done' && kind !== 'logout'

/** An entry with what somebody said on an order. */
export type EventRow = OutboxRow & { payload: Extract<OutboxRow['payload'], { kind: 'order-event' }> }

export function isEventRow(row: OutboxRow): row is EventRow {
  return row.payload.kind === 'order-event'
}

/** An entry with the stock of a product. */
export type StockRow = OutboxRow & { payload: Extract<OutboxRow['payload'], { kind: 'stock' }> }

export function isStockRow(row: OutboxRow): row is StockRow {
  return row.payload.kind === 'stock'
}

/** One entry, also by the id it had at first; undefined when there is none. */
export async function getOutboxRow(db: ShopDatabase, id: string): Promise<OutboxRow | undefined> {
  return (await db.outbox.get(id)) ?? db.outbox.where('from').equals(id).first()
}

/** All requests of a user in the order of acceptance. */
export async function getOutboxOf(db: ShopDatabase, userId: string): Promise<OutboxRow[]> {
  const rows = await db.outbox.toArray()
  return rows.filter((row) => row.userId === userId && row.kind !== 'logout').sort((a, b) => a.seq - b.seq)
}
