import { outboxStore, type Snapshot } from '../outbox/outbox-store.ts'
import type { FileRow } from '../rows.ts'
import type { ShopDatabase } from '../schema.ts'
import { expireSession } from '../session/end-session.ts'
import { getValue, putValue } from '../values.ts'
import { withDb } from '../with-db.ts'
import { readSaid, type SaidFiles } from './said-files.ts'

/** What a device has to send, at one moment. */
export interface Waiting extends Snapshot, SaidFiles {
  /** the files of all users of this device that are to be sent, in the order in which they were chosen */
  files: FileRow[]
}

/** Where files are stored that are to be sent. Each call is one transaction. */
export interface FileStore {
  read(): Promise<Waiting>
  outbox(): Promise<Snapshot>
  /** Saves what `change` makes of a file, or removes it. One that is gone stays so. */
  settle(row: FileRow, change: (saved: FileRow) => FileRow | undefined): Promise<void>
  /** the server refused this token */
  expire(token: string): Promise<void>
}

/** The files in IndexedDB. */
export function fileStore(db: ShopDatabase): FileStore {
  const outbox = outboxStore(db)
  const readAll = async (): Promise<Waiting> => {
    const files = (await db.files.where('kind').equals('out').toArray()).sort((a, b) => a.at - b.at)
    return { ...(await outbox.read()), ...(await readSaid(db, files)), files }
  }
  return {
    read: () => withDb(db, () => db.transaction('r', db.files, db.orders, db.outbox, db.values, readAll)),
    outbox: () => outbox.read(),
    settle: ({ userId, _id }, change) =>
      withDb(db, () =>
        db.transaction('rw', db.files, db.values, async () => {
          const saved = await db.files.get([userId, _id])
          if (saved?.kind !== 'out') return
          const next = change(saved)
          await (next ? db.files.put(next) : db.files.delete([userId, _id]))
          if (!next) await forgetSaid(db)
        }),
      ),
    expire: (token) => expireSession(db, token),
  }
}

/** Inside a transaction: notes only the files that are still on the device. */
async function forgetSaid(db: ShopDatabase): Promise<void> {
  const ids = (await db.files.where('kind').equals('out').primaryKeys()).map(([, id]) => id)
  const said = (await getValue(db, 'said-files')) ?? {}
  await putValue(db, 'said-files', Object.fromEntries(Object.entries(said).filter(([id]) => ids.includes(id))))
}
