import type { FileInput } from '../../contract/files.ts'
import type { FileRow, OrderRow, OutboxRow } from '../db/rows.ts'
import type { ShopDatabase } from '../db/schema.ts'
import { getValue, putValue } from '../db/values.ts'

/** The files that an entry names. */
export function filesOf({ payload }: OutboxRow): readonly FileInput[] {
  return payload.kind === 'order-event' && 'files' in payload.body ? (payload.body.files ?? []) : []
}

/** The files of messages that have gone, by id, each with its order, which may have got another id since they were chosen. */
export function saidBy(rows: readonly OutboxRow[]): Record<string, string> {
  const pairs = rows.flatMap((row) => {
    const { payload, state } = row
    const order = payload.kind === 'order-event' && state === 'done' ? payload.order : undefined
    return order === undefined ? [] : filesOf(row).map(({ _id }) => [_id, order])
  })
  return Object.fromEntries(pairs)
}

/**
 * Notes the files of messages that have gone, in the transaction that saves so: entry and thread leave the device at a logout or later, and the
 * files stay to be sent.
 */
export async function noteSaid(db: ShopDatabase, rows: readonly OutboxRow[]): Promise<void> {
  const said = saidBy(rows)
  if (Object.keys(said).length > 0) await putValue(db, 'said-files', { ...(await getValue(db, 'said-files')), ...said })
}

/** What tells whether the message of a file has gone. */
export interface SaidFiles {
  said: Record<string, string>
  /** the saved orders of files */
  orders: OrderRow[]
}

/** The order of a file whose message has gone; undefined while that waits or is not written yet. */
export function orderOfSaid({ said, orders }: SaidFiles, { _id, userId, order }: FileRow): string | undefined {
  const saved = orders.find((row) => row.userId === userId && row._id === order)
  // one that was changed while it waited may have arrived all the same
  const isInThread = saved?.order.events.some(({ files = [] }) => files.some((file) => file._id === _id))
  return said[_id] ?? (isInThread ? order : undefined)
}

/** Reads the same for these files. */
export async function readSaid(db: ShopDatabase, files: readonly FileRow[]): Promise<SaidFiles> {
  const keys = files.map(({ userId, order }): [string, string] => [userId, order])
  const orders = (await db.orders.bulkGet(keys)).filter((row) => row !== undefined)
  return { said: (await getValue(db, 'said-files')) ?? {}, orders }
}
