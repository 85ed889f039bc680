import { Dexie } from 'dexie'
import { within } from '../lib/cancel.ts'
import { createDatabase, type ShopDatabase } from './schema.ts'

/**
 * disk: saved on the device · memory: lost with the page (private window, IndexedDB missing or broken) · blocked: a tab with
 * an older version uses the database, and the upgrade continues when that tab is closed.
 */
export type StorageKind = 'disk' | 'memory' | 'blocked'

/**
 * Opens the shop's database. Where IndexedDB fails, a database in memory with the same tables replaces it, so that the shop
 * works online all the same. `timeout`: ms until an upgrade counts as blocked.
 */
export async function openDatabase(
  name = 'quayside',
  timeout = 3000,
): Promise<{ db: ShopDatabase; storage: StorageKind }> {
  const db = createDatabase(name)
  try {
    const opened = await within(timeout, db.open())
    return { db, storage: opened ? 'disk' : 'blocked' }
  } catch {
    // whatever the reason: a device without a database must still be able to order
    return { db: await createMemoryDatabase(name), storage: 'memory' }
  }
}

/** The same tables in memory. Their code is loaded only here. */
async function createMemoryDatabase(name: string): Promise<ShopDatabase> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  const indexedDB = new IDBFactory()
  // without this, live queries never run in browsers without IndexedDB
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })
  return createDatabase(name, { indexedDB, IDBKeyRange })
}
