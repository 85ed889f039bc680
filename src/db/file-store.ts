import type { EventFile } from '../../contract/files.ts'
import { filesOf, orderOfSaid, readSaid } from '../sync/said-files.ts'
import type { FileForm, FileRow } from './rows.ts'
import type { ShopDatabase } from './schema.ts'
import { getSession } from './session.ts'
import { withDb } from './with-db.ts'

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
export function saveFile(
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
  const rows = await db.files.where('kind').equals('out').toArray()
  return rows.filter((row) => row.userId === userId).sort((a, b) => a.at - b.at)
}

/** The files that were chosen in a form of this order and not sent with it yet. */
export async function getChosen(db: ShopDatabase, { userId, order, form }: ChosenFor): Promise<FileRow[]> {
  const rows = (await getOutgoing(db, userId)).filter((row) => row.order === order && row.form === form)
  if (rows.length === 0) return rows
  const waiting = new Set((await db.outbox.toArray()).flatMap((row) => filesOf(row).map(({ _id }) => _id)))
  const said = await readSaid(db, rows)
  return rows.filter((row) => !waiting.has(row._id) && orderOfSaid(said, row) === undefined)
}

/** The files of a user that are yet to be sent and whose messages have gone. */
async function getOnTheirWay(db: ShopDatabase, userId: string): Promise<FileRow[]> {
  const rows = (await getOutgoing(db, userId)).filter(({ refused }) => refused === undefined)
  const said = await readSaid(db, rows)
  return rows.filter((row) => orderOfSaid(said, row) !== undefined)
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
    db.transaction('rw', db.files, db.orders, db.values, async () => {
      if ((await getSession(db))?.userId !== userId || !(await db.orders.get([userId, order]))) return
      const before = await db.files.get([userId, file._id])
      if (before?.kind === 'out') return
      await db.files.put({ ...before, ...file, userId, order, at: Date.now(), kind: 'saved', attempts: 0, nextAt: 0 })
    })
  await save().catch(() => undefined)
}
