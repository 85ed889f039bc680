import { Dexie } from 'dexie'
import { createDatabase, type ShopDatabase } from './database.ts'

/**
 * disk: saved on the device · memory: gone with the page (private window, IndexedDB missing or broken) · blocked: a tab
 * with an older version uses the database; when it is closed, the upgrade continues by itself.
 */
export type StorageKind = 'disk' | 'memory' | 'blocked'

/**
 * Opens the shop's database. Where the browser has none, the same tables live in memory, so that the shop works online
 * all the same and every screen stays as it is. `timeout`: ms until an upgrade counts as blocked.
 */
export async function openDatabase(
  name = 'quayside',
  timeout = 3000,
): Promise<{ db: ShopDatabase; storage: StorageKind }> {
  const db = createDatabase(name)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<StorageKind>((resolve) => {
    timer = setTimeout(resolve, timeout, 'blocked')
  })
  try {
    const storage = await Promise.race([db.open().then((): StorageKind => 'disk'), late])
    return { db, storage }
  } catch {
    // whatever the reason: a device without a database must still be able to order
    return { db: await createMemoryDatabase(name), storage: 'memory' }
  } finally {
    clearTimeout(timer)
  }
}

/** The tables of the shop in memory, gone with the page. Its code is fetched only where it is needed. */
async function createMemoryDatabase(name: string): Promise<ShopDatabase> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  const indexedDB = new IDBFactory()
  // without this, live queries never run where the browser has no IndexedDB at all
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })
  return createDatabase(name, { indexedDB, IDBKeyRange })
}
