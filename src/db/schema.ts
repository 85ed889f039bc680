import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie'
import type { Fish } from '../../contract/fishes.ts'
import type { CartLine, DraftRow, FileRow, OrderRow, OutboxRow, ReviewsRow, ValueRow, ViewRow } from './rows.ts'

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
