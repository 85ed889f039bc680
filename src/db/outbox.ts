import type { ShopDatabase } from './database.ts'
import { putCartAside } from './drafts.ts'
import { getKept, putKept } from './kept.ts'
import type { CartLine, OutboxRow, Session } from './rows.ts'
import { withDb } from './with-db.ts'

interface Snapshot {
  rows: OutboxRow[]
  session: Session | undefined
}
interface Change<T> {
  result: T
  put?: OutboxRow[]
  remove?: string[]
  session?: Session
  cartSent?: true
  cartBack?: { lines: CartLine[]; aside: { id: string; name: string; now: number } }
}

/** One entry; undefined when there is none. */
export function getOutboxRow(db: ShopDatabase, id: string): Promise<OutboxRow | undefined> {
  return db.outbox.get(id)
}

/** All entries of a user in the order of acceptance. */
export async function getOutboxOf(db: ShopDatabase, userId: string): Promise<OutboxRow[]> {
  const rows = await db.outbox.toArray()
  return rows.filter((row) => row.userId === userId).sort((a, b) => a.seq - b.seq)
}

/** The entries in IndexedDB, as the outbox wants them: one transaction per step, reopened once when it was lost. */
export function outboxStore(db: ShopDatabase) {
  const read = async (): Promise<Snapshot> => ({
    rows: await db.outbox.orderBy('seq').toArray(),
    session: await getKept(db, 'session'),
  })
  return {
    read: () => withDb(db, () => db.transaction('r', db.outbox, db.kept, read)),
    transact: <T>(step: (snapshot: Snapshot) => Change<T>): Promise<T> =>
      withDb(db, () =>
        db.transaction('rw', [db.outbox, db.kept, db.cart, db.drafts], async () => {
          const change = step(await read())
          await write(db, change)
          return change.result
        }),
      ),
  }
}

async function write<T>(db: ShopDatabase, change: Change<T>): Promise<void> {
  if (change.put?.length) await db.outbox.bulkPut(change.put)
  if (change.remove?.length) await db.outbox.bulkDelete(change.remove)
  if (change.session) await putKept(db, 'session', change.session)
  if (change.cartSent) {
    await db.cart.clear()
    await db.kept.delete('order-id')
  }
  if (change.cartBack) {
    await putCartAside(db, change.cartBack.aside)
    await db.cart.bulkPut(change.cartBack.lines)
  }
}
