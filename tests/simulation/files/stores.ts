import { declaredBy, endFileWaits, putChosen } from '../../../src/db/files.ts'
import type { FileRow } from '../../../src/db/rows.ts'
import { expireSession } from '../../../src/db/session.ts'
import { type FileStore, fileStore } from '../../../src/sync/send-files.ts'
import { type Disk, dexieStore, freshDatabase, memoryStore, type ThreadStore } from '../threads/stores.ts'
import type { FileMutation } from './mutation.ts'

export interface FileDisk extends Disk {
  files: FileRow[]
}

/** What a device stores, with the files that wait. */
export interface FileThreadStore extends ThreadStore {
  files: FileStore
  look(): Promise<FileDisk>
  choose(row: FileRow & { blob: Blob }): Promise<void>
  blobOf(text: string): Blob
  textOf(blob: Blob): Promise<string> | string
  /** the network may be back */
  endWaits(): Promise<unknown>
}

/** The part of a blob that the upload queue uses, at once. */
class Bytes {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  get size(): number {
    return this.text.length
  }
  slice(from: number, to: number): Bytes {
    return new Bytes(this.text.slice(from, to))
  }
}

/** The model: fast, with the product's own decisions. */
export function memoryFiles(mutation: FileMutation): FileThreadStore {
  const base = memoryStore(mutation)
  let files: FileRow[] = []
  let declared: Record<string, string> = {}
  return {
    ...base,
    outbox: {
      read: () => base.outbox.read(),
      transact: (step) =>
        base.outbox.transact((all) => {
          const change = step(all)
          declared = { ...declared, ...declaredBy(change.put ?? []) }
          return change
        }),
    },
    orders: {
      ...base.orders,
      async savePage(feed, page) {
        const before = (await base.look()).orders
        const saved = await base.orders.savePage(feed, page)
        const left = (await base.look()).orders
        const isIn = (orders: typeof left, { userId, order }: FileRow) =>
          orders.some((row) => row.userId === userId && row._id === order)
        if (saved) files = files.filter((row) => !isIn(before, row) || isIn(left, row))
        return saved
      },
    },
    files: {
      read: async () => ({ ...(await base.outbox.read()), files, declared, orders: (await base.look()).orders }),
      outbox: () => base.outbox.read(),
      async settle({ userId, _id }, change) {
        files = files.flatMap((row) => (row.userId === userId && row._id === _id ? (change(row) ?? []) : [row]))
      },
      async expire(token) {
        const { session } = await base.look()
        if (session?.token === token) await base.setSession({ ...session, expired: true })
      },
    },
    look: async () => ({ ...(await base.look()), files }),
    async choose(row) {
      files = [...files, row]
    },
    // only parts of it are taken
    blobOf: (text) => new Bytes(text) as unknown as Blob,
    textOf: (blob) => (blob as unknown as Bytes).text,
    async endWaits() {
      files = files.map((row) => ({ ...row, nextAt: 0 }))
    },
  }
}

/** The product's own tables in IndexedDB. */
export function dexieFiles(): FileThreadStore {
  const db = freshDatabase()
  const base = dexieStore(db)
  return {
    ...base,
    files: { ...fileStore(db), expire: (token) => expireSession(db, token) },
    look: async () => ({ ...(await base.look()), files: await db.files.where('kind').equals('out').toArray() }),
    choose: (file) => putChosen(db, { ...file, file }),
    blobOf: (text) => new Blob([text]),
    textOf: (blob) => blob.text(),
    endWaits: () => endFileWaits(db),
  }
}
