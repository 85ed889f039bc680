import { Dexie } from 'dexie'
import { within } from '../lib/cancel.ts'
import { isCausedBy } from '../lib/caused-by.ts'
import { createDatabase, type ShopDatabase } from './schema.ts'

/**
 * memory: lost with the page (private window, Lockdown Mode, IndexedDB broken) · silent: the browser does not answer, perhaps
 * because a tab with an older version holds the database.
 */
export type StorageKind = 'disk' | 'memory' | 'silent'

/**
 * Opens the shop's database. Where IndexedDB fails, one in memory replaces it, so that the shop works online all the same.
 * `timeout`: ms until the page goes on without an answer.
 */
export async function openDatabase(
  name = 'quayside',
  timeout = 3000,
): Promise<{ db: ShopDatabase; storage: StorageKind }> {
  const db = createDatabase(name)
  try {
    const opened = await within(timeout, db.open())
    return { db, storage: opened ? 'disk' : 'silent' }
  } catch {
    // whatever the reason: a device without a database must still be able to order
    return { db: await createMemoryDatabase(name), storage: 'memory' }
  }
}

/** Asks the browser anew for a database that does not open, which settles everything that waits for it. */
export async function openAnew(db: ShopDatabase): Promise<void> {
  if (db.isOpen()) return
  const before = db.open().catch(() => undefined)
  db.close()
  // Dexie opens again only after the attempt before has ended
  await before
  void db.open().catch(() => undefined)
}

async function createMemoryDatabase(name: string): Promise<ShopDatabase> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  const indexedDB = new IDBFactory()
  // without this, live queries never run in browsers without IndexedDB
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })
  return createDatabase(name, { indexedDB, IDBKeyRange })
}

/** Errors of browsers that have closed the connection themselves, such as iOS after some time in the background. */
const lost = ['DatabaseClosedError', 'UnknownError', 'InvalidStateError', 'OpenFailedError']

/** Runs `work`, and once more where the connection to the database was lost: it puts rows by id and changes nothing in memory. */
export async function withDb<T>(db: ShopDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isCausedBy(lost, error)) throw error
    db.close({ disableAutoOpen: false })
    await db.open()
    return work()
  }
}
