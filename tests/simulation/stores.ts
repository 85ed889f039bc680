import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createDatabase } from '../../src/db/database.ts'
import { type OutboxStore, outboxStore, type Snapshot } from '../../src/db/outbox-rows.ts'
import type { OutboxRow, Session } from '../../src/db/rows.ts'
import { dropSession, putSession } from '../../src/db/session.ts'

/** What a device stores: the outbox and the session. */
export interface DeviceStore extends OutboxStore {
  setSession(session: Session | undefined): Promise<void>
  /** adds a row of another version of the app */
  putAlien(row: OutboxRow): Promise<void>
  close(): void
}

/** A model in memory: fast, and too simple to be wrong. */
export function memoryStore(): DeviceStore {
  let rows: OutboxRow[] = []
  let session: Session | undefined
  const read = (): Snapshot => ({ rows, session })
  return {
    read: async () => read(),
    async transact(step) {
      const change = step(read())
      const gone = new Set([...(change.remove ?? []), ...(change.put ?? []).map(({ id }) => id)])
      if (gone.size > 0) rows = [...rows.filter(({ id }) => !gone.has(id)), ...(change.put ?? [])]
      const removed = new Set(change.remove)
      rows = rows.filter(({ id }) => !removed.has(id)).sort((a, b) => a.seq - b.seq)
      if (change.session !== undefined) session = change.session ?? undefined
      return change.result
    },
    async setSession(value) {
      session = value
    },
    async putAlien(row) {
      rows = [...rows, row]
    },
    close() {},
  }
}

/** The product's own tables in IndexedDB. */
export function dexieStore(): DeviceStore {
  const db = createDatabase('simulation', { indexedDB: new IDBFactory(), IDBKeyRange })
  const store = outboxStore(db)
  let signedIn = Promise.resolve()
  return {
    read: () => store.read(),
    transact: (step) => store.transact(step),
    // a login takes several steps: the next one waits for it, as people do
    setSession(session) {
      signedIn = signedIn.then(() => (session ? putSession(db, session) : dropSession(db)))
      return signedIn
    },
    async putAlien(row) {
      await db.outbox.put(row)
    },
    close: () => db.close(),
  }
}
