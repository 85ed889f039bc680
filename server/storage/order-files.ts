import { join } from 'node:path'
import { type InvalidField, isUuid } from '../../contract/fields.ts'
import { type FileInput, fileName, type RefusedFile, refusedFiles } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { type Db, day, isoNow, updateRows } from '../db/database.ts'
import type { OrderFileRow } from '../db/row-types.ts'
import { refuse, refuseFields } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import type { ByteStore } from './byte-store.ts'
import { type BytesSettings, openBytes } from './open-bytes.ts'

/** Where the files of orders are stored: in the bucket that the settings name for pictures, else in the data folder. */
export function openFiles(settings: BytesSettings): ByteStore {
  const isKey = (key: string) => fileIdOf(key) !== undefined
  // not among the unfinished uploads, which a restart leaves
  const places = { folder: 'files', incoming: 'files/.incoming/.taking', below: 'files/' }
  return openBytes(settings, { ...places, isKey, what: "a file's key" })
}

/** Where the bytes of unfinished uploads are. Their ids are no ids of orders, so both may be in one folder. */
export const incomingOf = (dataDir: string) => join(dataDir, 'files', '.incoming')
/** Where the bytes of a file are stored: folder and name are ids, never texts of a user. */
export const keyOf = (orderId: string, fileId: string) => `${orderId}/${fileId}`
/** The id of the file that a key is of, or its thumbnail's; undefined for anything else, so that no key can leave its folder. */
export const fileIdOf = (key: string) => /^[0-9a-f-]{36}\/([0-9a-f-]{36})(?:\.webp)?$/.exec(key)?.[1]
export const thumbOf = (key: string) => `${key}.webp`
/** What an event's answer says of a file besides what was announced. */
export type FileState = { here?: true; refused?: RefusedFile }

/** The states of the files that these events have announced, by the files' ids. */
export async function fileStatesOf(db: Db, eventIds: readonly string[]): Promise<Map<string, FileState>> {
  if (eventIds.length === 0) return new Map()
  const rows = await files(db).select(['id', 'state', 'reason']).where('event_id', 'in', eventIds).execute()
  return new Map(
    rows.map(({ id, state, reason }) => {
      const refused = refusedFiles.find((each) => state === 'refused' && each === reason)
      return [id, state === 'here' ? { here: true } : refused ? { refused } : {}]
    }),
  )
}

/** A file with what decides who may read and send it. */
export interface FileOfOrder extends OrderFileRow {
  buyer_id: string
  sealed_at: string | null
}

export async function findFile(db: Db, id: string): Promise<FileOfOrder | undefined> {
  const query = db.query.selectFrom('order_file').innerJoin('shop_order', 'shop_order.id', 'order_file.order_id')
  const columns = query.selectAll('order_file').select(['shop_order.buyer_id', 'shop_order.sealed_at'])
  return columns.where('order_file.id', '=', id).executeTakeFirst()
}

/** How many of these files were new. */
export async function insertFiles(tx: Db, rows: OrderFileRow[]): Promise<number> {
  const query = tx.query
    .insertInto('order_file')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
  return (await query.returning('id').execute()).length
}

export const updateFile = (tx: Db, id: string, change: Partial<OrderFileRow>) =>
  updateRows(tx, 'order_file', { having: { id }, change })

export const files = (db: Db) => db.query.selectFrom('order_file')
/** The files of an order without those that were refused. */
export const countedOf = (db: Db, orderId: string) =>
  files(db).where('order_id', '=', orderId).where('state', '!=', 'refused')

/** Number and bytes of files. */
export async function sumOf(query: ReturnType<typeof files>): Promise<{ count: number; bytes: number }> {
  const sums = query.select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('bytes').as('bytes')])
  const { count, bytes } = await sums.executeTakeFirstOrThrow()
  // null without a row
  return { count: Number(count), bytes: Number(bytes) }
}

/** Which of these ids are files in one of these states. */
export async function listWithState(db: Db, ids: readonly string[], states: readonly OrderFileRow['state'][]) {
  if (ids.length === 0) return new Set()
  const rows = await files(db).select('id').where('id', 'in', ids).where('state', 'in', states).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Where the bytes of the files of an order are stored. */
export async function listKeysOf(db: Db, orderId: string): Promise<string[]> {
  const rows = await files(db).select('id').where('order_id', '=', orderId).execute()
  return rows.map(({ id }) => keyOf(orderId, id))
}

/** The files of an event with their ids in lower case, as all ids are, and names without signs of direction; or what is wrong with them. */
export function readFiles(files: readonly FileInput[]): { files: FileInput[]; wrong: InvalidField[] } {
  const read = files.map((file) => ({ ...file, _id: file._id.toLowerCase(), name: fileName(file.name) }))
  const wrong = read.flatMap(({ _id }, at): InvalidField[] => {
    const path = `files.${at}._id`
    if (!isUuid(_id)) return [{ path, rule: 'allowedValue' }]
    return read.findIndex((other) => other._id === _id) < at ? [{ path, rule: 'alreadyUsed' }] : []
  })
  return { files: read, wrong }
}

interface Announcing {
  orderId: string
  /** the id of the event */
  event: string
  author: { id: string }
  side: 'buyer' | 'shop'
  files: readonly FileInput[]
}

export function announcedRow(
  { orderId, event, author, side }: Omit<Announcing, 'files'>,
  file: FileInput,
  at: string,
): OrderFileRow {
  const { _id: id, name, type, bytes, sha256 } = file
  const ids = { id, order_id: orderId, event_id: event, author_id: author.id, side }
  const state = { state: 'announced' as const, reason: '', announced_at: at, started_at: null, here_at: null }
  return { ...ids, name, type, bytes, sha256, ...state }
}

/** Announces files of an event of a locked order. Refuses with `files-full`, `too-many` and `invalid-fields` (an id that another file has). */
export async function announceFiles(deps: ServiceDeps, tx: Db, announcing: Announcing): Promise<void> {
  const { orderId, author, side } = announcing
  const more = announcing.files.reduce((sum, { bytes }) => sum + bytes, 0)
  if ((await sumOf(countedOf(tx, orderId))).bytes + more > limits.orderFileBytes) throw refuse('files-full')
  const times = deps.rateLimitFactor * (side === 'shop' ? limits.shopWrites : 1)
  const since = isoNow(deps.clock, -day)
  const today = await sumOf(files(tx).where('author_id', '=', author.id).where('announced_at', '>', since))
  const isTooMuch =
    today.count + announcing.files.length > limits.filesPerDay * times ||
    today.bytes + more > limits.fileBytesPerDay * times
  if (isTooMuch) throw refuse('too-many', { retryAfter: 3600 })
  const at = isoNow(deps.clock)
  const rows = announcing.files.map((file) => announcedRow(announcing, file, at))
  if ((await insertFiles(tx, rows)) < rows.length) throw refuseFields({ path: 'files', rule: 'alreadyUsed' })
}
