import type { EventFile, FileInput } from '../../contract/files.ts'
import { filesOfKind, getValue, putValue, type ShopDatabase, withDb } from './database.ts'
import type { FileForm, FileRow, OrderRow, OutboxRow } from './rows.ts'
import { getSession } from './session.ts'

/** The files that an entry names. */
export function filesOf({ payload }: OutboxRow): readonly FileInput[] {
  return payload.kind === 'order-event' && 'files' in payload.body ? (payload.body.files ?? []) : []
}

/** The files of messages that have gone, by id, each with its order, which may have got another id since they were chosen. */
export function declaredBy(rows: readonly OutboxRow[]): Record<string, string> {
  const pairs = rows.flatMap((row) => {
    const { payload, state } = row
    const order = payload.kind === 'order-event' && state === 'done' ? payload.order : undefined
    return order === undefined ? [] : filesOf(row).map(({ _id }) => [_id, order])
  })
  return Object.fromEntries(pairs)
}

/** Notes the files of delivered messages: entry and thread leave the device at a logout, and the files stay to be sent. */
export async function noteDeclared(db: ShopDatabase, rows: readonly OutboxRow[]): Promise<void> {
  const declared = declaredBy(rows)
  if (Object.keys(declared).length > 0)
    await putValue(db, 'said-files', { ...(await getValue(db, 'said-files')), ...declared })
}

/** What tells whether the message of a file has gone. */
export interface DeclaredFiles {
  declared: Record<string, string>
  /** the saved orders of files */
  orders: OrderRow[]
}

/** The order of a file whose message has gone; undefined while that waits or is not written yet. */
export function orderOfDeclared(
  { declared, orders }: DeclaredFiles,
  { _id, userId, order }: FileRow,
): string | undefined {
  const saved = orders.find((row) => row.userId === userId && row._id === order)
  // one that was changed while it waited may have arrived all the same
  const isInThread = saved?.order.events.some(({ files = [] }) => files.some((file) => file._id === _id))
  return declared[_id] ?? (isInThread ? order : undefined)
}

/** Reads the same for these files. */
export async function readDeclared(db: ShopDatabase, files: readonly FileRow[]): Promise<DeclaredFiles> {
  const keys = files.map(({ userId, order }): [string, string] => [userId, order])
  const orders = (await db.orders.bulkGet(keys)).filter((row) => row !== undefined)
  return { declared: (await getValue(db, 'said-files')) ?? {}, orders }
}

/** A file that was chosen and made ready, with its bytes. */
export type ReadyFile = Pick<EventFile, '_id' | 'name' | 'type' | 'bytes' | 'sha256'> & { blob: Blob }

/** The form in which files are chosen. */
export interface ChosenFor {
  userId: string
  order: string
  /** absent for that of a message */
  form?: FileForm | undefined
}

/** Saves a chosen file beside its form until that is sent. Throws when the device is full. */
export function putChosen(
  db: ShopDatabase,
  { file, at, userId, order, form }: ChosenFor & { file: ReadyFile; at: number },
): Promise<void> {
  const from = { userId, order, ...(form && { form }) }
  const row: FileRow = { ...file, ...from, at, kind: 'out', attempts: 0, nextAt: 0 }
  return withDb(db, async () => void (await db.files.put(row)))
}

export const dropFile = (db: ShopDatabase, userId: string, id: string): Promise<void> => db.files.delete([userId, id])

/** The files of a user that are to be sent, in the order in which they were chosen. */
async function getOutgoing(db: ShopDatabase, userId: string): Promise<FileRow[]> {
  const rows = await filesOfKind(db, 'out').toArray()
  return rows.filter((row) => row.userId === userId).sort((a, b) => a.at - b.at)
}

/** The files that were chosen in a form of this order and not sent with it yet. */
export async function getChosen(db: ShopDatabase, { userId, order, form }: ChosenFor): Promise<FileRow[]> {
  const rows = (await getOutgoing(db, userId)).filter((row) => row.order === order && row.form === form)
  if (rows.length === 0) return rows
  const waiting = new Set((await db.outbox.toArray()).flatMap((row) => filesOf(row).map(({ _id }) => _id)))
  const declared = await readDeclared(db, rows)
  return rows.filter((row) => !waiting.has(row._id) && orderOfDeclared(declared, row) === undefined)
}

/** The files of a user that are yet to be sent and whose messages have gone. */
async function getOnTheirWay(db: ShopDatabase, userId: string): Promise<FileRow[]> {
  const rows = (await getOutgoing(db, userId)).filter(({ refused }) => refused === undefined)
  const declared = await readDeclared(db, rows)
  return rows.filter((row) => orderOfDeclared(declared, row) !== undefined)
}

export const countOnTheirWay = async (db: ShopDatabase, userId: string): Promise<number> =>
  (await getOnTheirWay(db, userId)).length

/** Inside a transaction: removes the files of a user whose messages have gone, and those with these ids. */
export async function dropWaiting(
  db: ShopDatabase,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<void> {
  const onTheirWay = (await getOnTheirWay(db, userId)).map(({ _id }) => _id)
  await db.files.bulkDelete([...ids, ...onTheirWay].map((id): [string, string] => [userId, id]))
}

/** Saves what was opened for reading without a connection, unless its user has logged out or its order is gone. A full device saves nothing. */
export async function saveOpened(
  db: ShopDatabase,
  { userId, order }: { userId: string; order: string },
  { here: _, refused: __, ...file }: EventFile & { blob?: Blob; thumb?: Blob },
): Promise<void> {
  const save = () =>
    db.transaction('rw', db.files, db.orders, db.keyValue, async () => {
      if ((await getSession(db))?.userId !== userId || !(await db.orders.get([userId, order]))) return
      const before = await db.files.get([userId, file._id])
      if (before?.kind === 'out') return
      await db.files.put({ ...before, ...file, userId, order, at: Date.now(), kind: 'saved', attempts: 0, nextAt: 0 })
    })
  await save().catch(() => undefined)
}

/** Inside a transaction over the files: removes those of a user's orders, all or of one kind. */
export async function dropFilesOf(
  db: ShopDatabase,
  { userId, orders, kind }: { userId: string; orders: readonly string[]; kind?: FileRow['kind'] },
): Promise<void> {
  if (orders.length === 0) return
  const isOfOrder = (row: FileRow) => row.userId === userId && orders.includes(row.order)
  const rows = kind ? filesOfKind(db, kind) : db.files.toCollection()
  await rows.and(isOfOrder).delete()
}

/** Removes the files that were opened by other users of this device, and what a logout that was cut off has left. */
export async function dropSavedOfOthers(db: ShopDatabase, userId: string): Promise<void> {
  await filesOfKind(db, 'saved')
    .and((row) => row.userId !== userId)
    .delete()
}

/** The person wants the files of this user sent now, also where the device saves data. */
export function sendFilesNow(db: ShopDatabase, userId: string): Promise<number> {
  return filesOfKind(db, 'out')
    .and((row) => row.userId === userId)
    .modify({ now: true, nextAt: 0 })
}

/** The network may be back: no file waits any longer. Returns how many did. */
export function endFileWaits(db: ShopDatabase): Promise<number> {
  return filesOfKind(db, 'out')
    .and(({ nextAt }) => nextAt > 0)
    .modify({ nextAt: 0 })
}
