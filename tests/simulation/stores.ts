import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { outboxStore, type Snapshot } from '../../src/data/outbox/outbox-store.ts'
import type { OutboxStore } from '../../src/data/outbox/outbox-types.ts'
import { dropLease, type Lease, takeLease } from '../../src/data/outbox/sender-lock.ts'
import type { OutboxRow, Session } from '../../src/data/rows.ts'
import { createDatabase } from '../../src/data/schema.ts'
import { dropSession, putSession } from '../../src/data/session/session.ts'

/** What a device stores: the outbox, the session, and the sender's lease. */
export interface DeviceStore extends OutboxStore {
  setSession(session: Session | undefined): Promise<void>
  /** adds a row of another version of the app */
  putAlien(row: OutboxRow): Promise<void>
  takeLease(lease: Lease): Promise<boolean>
  dropLease(holder: string): Promise<void>
  close(): void
}

/** A model in memory: fast, and too simple to be wrong. */
export function memoryStore(): DeviceStore {
  let rows: OutboxRow[] = []
  let session: Session | undefined
  let lease: { holder: string; until: number } | undefined
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
    async takeLease({ holder, now, length }) {
      const runs = lease !== undefined && lease.until > now && lease.until - now <= length
      if (runs && lease?.holder !== holder) return false
      lease = { holder, until: now + length }
      return true
    },
    async dropLease(holder) {
      if (lease?.holder === holder) lease = undefined
    },
    close() {},
  }
}

/** The product's own tables in IndexedDB. With a small `queueLimit` the queue is often read a second time. */
export function dexieStore(queueLimit: number): DeviceStore {
  const db = createDatabase('simulation', { indexedDB: new IDBFactory(), IDBKeyRange })
  const store = outboxStore(db, queueLimit)
  return {
    read: () => store.read(),
    transact: (step, scope) => store.transact(step, scope),
    setSession: (session) => (session ? putSession(db, session) : dropSession(db)),
    async putAlien(row) {
      await db.outbox.put(row)
    },
    takeLease: (lease) => takeLease(db, lease),
    dropLease: (holder) => dropLease(db, holder),
    close: () => db.close(),
  }
}
