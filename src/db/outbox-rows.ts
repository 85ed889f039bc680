import { problemCodes } from '../../contract/problem.ts'
import { connectionProblems, type Refusal, readRefusedFields } from '../api/exchange.ts'
import type { ShopDatabase } from './database.ts'
import type { OutboxProblem, OutboxRow } from './rows.ts'

/** Whether an entry has not reached the server, including refused ones and logouts. */
export const isUnsent = ({ state }: Pick<OutboxRow, 'state'>) => state !== 'done'

/** The same without logouts, which are not requests of the person. */
export const isPending = ({ state, kind }: Pick<OutboxRow, 'state' | 'kind'>) => state !== 'done' && kind !== 'logout'

/** An entry with an event of an order. */
export type EventRow = OutboxRow & { payload: Extract<OutboxRow['payload'], { kind: 'order-event' }> }

export function isEventRow(row: OutboxRow): row is EventRow {
  return row.payload.kind === 'order-event'
}

/** An entry with the stock of a product. */
export type StockRow = OutboxRow & { payload: Extract<OutboxRow['payload'], { kind: 'stock' }> }

export function isStockRow(row: OutboxRow): row is StockRow {
  return row.payload.kind === 'stock'
}

/** One entry by its present or its first id; undefined when there is none. */
export async function getOutboxRow(db: ShopDatabase, id: string): Promise<OutboxRow | undefined> {
  return (await db.outbox.get(id)) ?? db.outbox.where('from').equals(id).first()
}

/** All requests of a user in the order of acceptance. */
export async function getOutboxOf(db: ShopDatabase, userId: string): Promise<OutboxRow[]> {
  const rows = await db.outbox.toArray()
  return rows.filter((row) => row.userId === userId && row.kind !== 'logout').sort((a, b) => a.seq - b.seq)
}

/** The problem of an outbox entry as a refusal, which screens can explain. */
export function problemRefusal(problem: OutboxProblem): Refusal {
  return {
    status: problem.status,
    detail: problem.detail,
    errors: readRefusedFields(problem.errors),
    code: problemCodes.find((code) => code === problem.code),
    connection: connectionProblems.find((kind) => kind === problem.connection),
  }
}
