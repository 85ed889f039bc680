import { Dexie, type DexieOptions, type EntityTable, liveQuery, type Table } from 'dexie'
import type { Fish } from '../../contract/fishes.ts'
import { within } from '../lib/cancel.ts'
import { isCausedBy } from '../lib/caused-by.ts'
import type {
  CartLine,
  DraftRow,
  FileRow,
  OrderRow,
  OutboxRow,
  ReviewsRow,
  SavedFormName,
  SavedValues,
  ValueName,
  ValueRow,
  ViewRow,
} from './rows.ts'

/** The database of page and worker. No later version may drop the outbox, the cart or a draft. */
export type ShopDatabase = Dexie & {
  outbox: EntityTable<OutboxRow, 'id'>
  cart: EntityTable<CartLine, 'fishe'>
  drafts: EntityTable<DraftRow, 'id'>
  /** single values of the device; in IndexedDB the table is called `kept` */
  keyValue: EntityTable<ValueRow, 'name'>
  fishes: EntityTable<Fish, '_id'>
  reviews: EntityTable<ReviewsRow, 'fishe'>
  orders: Table<OrderRow, [string, string]>
  views: Table<ViewRow, [string, string]>
  files: Table<FileRow, [string, string]>
}

/** Strict durability: a confirmed write is on the disk. Dexie's own cache is off, so that no decision is based on a stale read. */
export function createDatabase(
  name = 'quayside',
  factory: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> = {},
): ShopDatabase {
  // the `stores` call below defines the tables of the type
  const db = new Dexie(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...factory }) as ShopDatabase
  const tables = {
    outbox: 'id, seq, from, state, [state+seq]',
    cart: 'fishe',
    drafts: 'id, updatedAt',
    kept: 'name',
    fishes: '_id, type, [rating+numReviews+_id]',
    views: '[userId+key], userId',
    reviews: 'fishe',
    orders: '[userId+_id], userId, gap',
    files: '[userId+_id], kind',
  }
  // version 5 had lists of products that were seen, and saved no catalogue of over 5,000 products
  db.version(6)
    .stores(tables)
    .upgrade((upgrade) =>
      upgrade
        .table<ValueRow & { value: { tooMany?: boolean } }>('kept')
        .where('name')
        .equals('catalogue')
        .and(({ value }) => value.tooMany === true)
        .delete(),
    )
  return Object.assign(db, { keyValue: db.table('kept') })
}

/**
 * memory: lost with the page (private window, Lockdown Mode, IndexedDB broken) · silent: the browser does not answer, perhaps
 * because a tab with an older version holds the database.
 */
export type StorageKind = 'disk' | 'memory' | 'silent'

/** Opens the shop's database, or one in memory where IndexedDB fails. `timeout`: ms until the page goes on without an answer. */
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

export async function getValue<N extends ValueName>(db: ShopDatabase, name: N): Promise<SavedValues[N] | undefined> {
  const row = await db.keyValue.get(name)
  // written by putValue only, under the type of its name
  return row?.value as SavedValues[N] | undefined
}

export async function putValue<N extends ValueName>(db: ShopDatabase, name: N, value: SavedValues[N]): Promise<void> {
  await db.keyValue.put({ name, value })
}

/** Saves a half-typed form; whether that of another one was there. */
export function putTyped(db: ShopDatabase, row: ValueRow, isOwn: (before: ValueRow) => boolean): Promise<boolean> {
  return db.transaction('rw', db.keyValue, async () => {
    const before = await db.keyValue.get(row.name)
    await db.keyValue.put(row)
    return before !== undefined && !isOwn(before)
  })
}

/** Removes a form that was sent or discarded, unless another one has written since: another tab, or a later visit. */
export function removeTyped(db: ShopDatabase, name: SavedFormName, isOwn: (row: ValueRow) => boolean): Promise<void> {
  return db.transaction('rw', db.keyValue, async () => {
    const row = await db.keyValue.get(name)
    if (row && isOwn(row)) await db.keyValue.delete(name)
  })
}

export async function removeValue(db: ShopDatabase, name: ValueName): Promise<void> {
  await db.keyValue.delete(name)
}

/** The files that are to be sent (`out`) or were opened (`saved`), of all users of this device. */
export const filesOfKind = (db: ShopDatabase, kind: FileRow['kind']) => db.files.where('kind').equals(kind)

/** Calls `next` with each value of a live query until the signal aborts, and never where the database fails. */
export function watchQuery<T>(query: () => Promise<T>, next: (value: T) => void, signal: AbortSignal): void {
  // an async function: of any other Dexie observes only what is read before the first await
  const watch = liveQuery(async () => query()).subscribe({ next, error: () => undefined })
  signal.addEventListener('abort', () => watch.unsubscribe())
}

/** The first value of a live query that ends the wait, or its value after `milliseconds`. */
export async function waitForValue<T>(
  query: () => Promise<T>,
  isEnd: (value: T) => boolean,
  milliseconds: number,
): Promise<T> {
  const stop = new AbortController()
  const end = new Promise<T>((resolve) => watchQuery(query, (value) => isEnd(value) && resolve(value), stop.signal))
  const value = await within(milliseconds, end)
  stop.abort()
  return value ?? query()
}

/** Requests a pull of these feeds from the holder of the device's lock. */
export function askForPull(db: ShopDatabase, feeds: readonly ('orders' | 'catalogue')[]): Promise<void> {
  return db.transaction('rw', db.keyValue, async () => {
    const asked = (await getValue(db, 'pull-asked')) ?? { orders: 0, catalogue: 0 }
    for (const feed of feeds) asked[feed]++
    await putValue(db, 'pull-asked', asked)
  })
}
