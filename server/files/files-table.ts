import { type RefusedFile, refusedFiles } from '../../contract/files.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { OrderFileRow } from '../platform/db/order-rows.ts'
import { keyOf } from './open-files.ts'

/** What an event's answer says of a file besides what was announced. */
export type FileState = { here?: true; refused?: RefusedFile }

/** The states of the files that these events have announced, by the files' ids. */
export async function fileStatesOf(db: Handle, eventIds: readonly string[]): Promise<Map<string, FileState>> {
  if (eventIds.length === 0) return new Map()
  const query = db.query.selectFrom('order_file').select(['id', 'state', 'reason']).where('event_id', 'in', eventIds)
  return new Map((await query.execute()).map(({ id, ...row }) => [id, stateOf(row)]))
}

function stateOf({ state, reason }: Pick<OrderFileRow, 'state' | 'reason'>): FileState {
  if (state === 'here') return { here: true }
  const refused = refusedFiles.find((each) => each === reason)
  return state === 'refused' && refused ? { refused } : {}
}

/** A file with what decides who may read and send it. */
export interface FileOfOrder extends OrderFileRow {
  buyer_id: string
  sealed_at: string | null
}

export async function findFile(db: Handle, id: string): Promise<FileOfOrder | undefined> {
  const query = db.query.selectFrom('order_file').innerJoin('shop_order', 'shop_order.id', 'order_file.order_id')
  const columns = query.selectAll('order_file').select(['shop_order.buyer_id', 'shop_order.sealed_at'])
  return columns.where('order_file.id', '=', id).executeTakeFirst()
}

/** How many of these files were new. */
export async function insertFiles(tx: Handle, rows: OrderFileRow[]): Promise<number> {
  const query = tx.query
    .insertInto('order_file')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
  return (await query.returning('id').execute()).length
}

export async function updateFile(tx: Handle, id: string, change: Partial<OrderFileRow>): Promise<void> {
  await tx.query.updateTable('order_file').set(change).where('id', '=', id).execute()
}

/** Number and bytes of the files of an order, without those that were refused. */
export function sumOfOrder(db: Handle, orderId: string) {
  return sumOf(db, (query) => query.where('order_id', '=', orderId).where('state', '!=', 'refused'))
}

/** Number and bytes of the files that somebody has announced since a time. */
export function sumOfAuthor(db: Handle, authorId: string, since: string) {
  return sumOf(db, (query) => query.where('author_id', '=', authorId).where('announced_at', '>', since))
}

/** Number and bytes of the files whose upload has begun. */
export function sumOfBegun(db: Handle) {
  return sumOf(db, (query) => query.where('state', '=', 'announced').where('started_at', 'is not', null))
}

const files = (db: Handle) => db.query.selectFrom('order_file')

async function sumOf(db: Handle, which: (query: ReturnType<typeof files>) => ReturnType<typeof files>) {
  const query = which(files(db)).select((eb) => [
    eb.fn.countAll<number>().as('count'),
    eb.fn.sum<number>('bytes').as('bytes'),
  ])
  const { count, bytes } = await query.executeTakeFirstOrThrow()
  // null without a row
  return { count: Number(count), bytes: Number(bytes) }
}

/** Files that were announced before a time and have not come. */
export async function listLate(db: Handle, before: string, limit: number): Promise<OrderFileRow[]> {
  const query = files(db).selectAll().where('state', '=', 'announced').where('announced_at', '<', before)
  return query.orderBy('announced_at').limit(limit).execute()
}

/** Which of these ids are files that are announced or here. */
export async function listWanted(db: Handle, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await files(db).select('id').where('id', 'in', ids).where('state', '!=', 'refused').execute()
  return new Set(rows.map(({ id }) => id))
}

/** Which of these ids are files that are announced, and not here yet. */
export async function listAwaited(db: Handle, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await files(db).select('id').where('id', 'in', ids).where('state', '=', 'announced').execute()
  return new Set(rows.map(({ id }) => id))
}

/** Where the bytes of the files of an order are stored. */
export async function listKeysOf(db: Handle, orderId: string): Promise<string[]> {
  const rows = await files(db).select('id').where('order_id', '=', orderId).execute()
  return rows.map(({ id }) => keyOf(orderId, id))
}
