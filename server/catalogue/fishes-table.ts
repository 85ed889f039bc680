import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { articleKey, type SortKey, type StockFilter, sortName } from '../../contract/catalogue-query.ts'
import type { Faceted } from '../../contract/choose-facets.ts'
import type { Searchable } from '../../contract/fish-search.ts'
import { business } from '../../contract/limits.ts'
import {
  emptyValue,
  type ProductFields,
  productFieldNames,
  requiredTexts,
  searchedFields,
} from '../../contract/product-fields.ts'
import { type Db, deleteRows, findRow, insertRow, lockRow, updateRows } from '../db/database.ts'
import type { FishRow } from '../db/row-types.ts'
import { allOf, countRows } from '../http/lists.ts'

/** The optional fields of a product that has none. */
// each value is of its field's kind
export const noFields = Object.fromEntries(productFieldNames.map((name) => [name, emptyValue(name)])) as ProductFields
type Written = Omit<FishRow, 'number' | 'seq' | 'sort_name'>
type Defaulted = 'pictures' | 'featured' | 'certificate_files'
export type FishWrite = Omit<Written, keyof ProductFields | Defaulted> &
  Partial<ProductFields & Pick<Written, Defaulted>>
export type FishFields = Omit<Written, 'id' | 'created_at' | 'rating' | 'num_reviews' | 'certificate_files'>

/** `articleKey` of the contract: only A to Z in lower case. */
const articleKeyIn = ({ dialect }: Db) =>
  dialect === 'postgres' ? sql<string>`lower(code collate "C")` : sql<string>`lower(code)`

/** Whether another product has this article number, in whatever case. */
export async function isCodeUsed(db: Db, code: string, exceptId: string): Promise<boolean> {
  if (code === '') return false
  return (await findFishesByCode(db, [code])).some(({ id }) => id !== exceptId)
}

export const findFish = (db: Db, id: string) => findRow(db, 'fish', { id })
/** The product, locked until the transaction ends. */
export const lockFish = (tx: Db, id: string) => lockRow(tx, 'fish', { id })

/** The products with these ids, in the order of the ids. Missing ones are skipped. */
export async function findFishes(db: Db, ids: readonly string[]): Promise<FishRow[]> {
  if (ids.length === 0) return []
  const rows = await db.query.selectFrom('fish').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const facetColumns = ['size', 'count_in_stock as countInStock'] as const
const searchedColumns = ['id as _id', 'type', ...requiredTexts, ...searchedFields, ...facetColumns] as const

/** What is searched and filtered of the products with these ids, in no order. */
export async function findSearched(db: Db, ids: readonly string[]): Promise<(Searchable & Faceted)[]> {
  if (ids.length === 0) return []
  return db.query.selectFrom('fish').select(searchedColumns).where('id', 'in', ids).execute()
}

/** The products with these article numbers, in whatever case. */
export async function findFishesByCode(db: Db, codes: readonly string[]): Promise<FishRow[]> {
  if (codes.length === 0) return []
  return db.query.selectFrom('fish').selectAll().where(articleKeyIn(db), 'in', codes.map(articleKey)).execute()
}

interface FishChoice {
  type?: string | undefined
  stock?: StockFilter | undefined
}

const inStock: Record<StockFilter, RawBuilder<SqlBool>> = {
  none: sql`count_in_stock = 0`,
  low: sql`count_in_stock > 0 and count_in_stock < ${business.lowStock}`,
}

// raw SQL, because callers pass any text; an unknown type matches nothing
const condition = ({ type, stock }: FishChoice) =>
  allOf([...(type === undefined ? [] : [sql<SqlBool>`type = ${type}`]), ...(stock ? [inStock[stock]] : [])])

/** As `compareFishes` of the contract. */
function orderBy(db: Db, order: SortKey): RawBuilder<unknown> {
  if (order === 'name') return sql`sort_name`
  if (order === 'code') return sql`case when code = '' then 1 else 0 end, ${articleKeyIn(db)}`
  return order === 'stock' ? sql`count_in_stock` : sql`count_in_stock desc`
}

interface Page {
  sort?: SortKey | undefined
  /** all of them by default */
  slice?: { offset: number; limit: number } | undefined
}

/** The ids of products, in the order of a list; by default newest first. */
export async function listFishIds(db: Db, choice: FishChoice, { sort, slice }: Page = {}): Promise<string[]> {
  const all = db.query.selectFrom('fish').select('id')
  const chosen = condition(choice)
  const ids = chosen ? all.where(chosen) : all
  const ordered = (sort ? ids.orderBy(orderBy(db, sort)) : ids).orderBy('id', 'desc')
  const rows = await (slice ? ordered.limit(slice.limit).offset(slice.offset) : ordered).execute()
  return rows.map(({ id }) => id)
}

/** A page of a list. Selects ids first, so that skipped rows are not read whole. */
export const listFishes = async (db: Db, choice: FishChoice, page: Page): Promise<FishRow[]> =>
  findFishes(db, await listFishIds(db, choice, page))

/** What the addresses of products are made of, oldest first. */
export async function listAddresses(db: Db, { offset, limit }: { offset: number; limit: number }) {
  const products = db.query.selectFrom('fish').select(['id', 'trade_name', 'updated_at']).orderBy('id')
  return products.limit(limit).offset(offset).execute()
}

export const sumFishes = (db: Db) =>
  db.query
    .selectFrom('fish')
    .select([
      sql<number>`cast(count(distinct nullif(lower(trim(scientific_name)), '')) as integer)`.as('species'),
      sql<number>`coalesce(sum(count_in_stock), 0)`.as('tonnes'),
    ])
    .executeTakeFirstOrThrow()

export const countFishes = (db: Db, choice: FishChoice = {}) => countRows(db, 'fish', condition(choice))

export const listTopFishes = async (db: Db, limit: number): Promise<FishRow[]> => {
  const featured = db.query.selectFrom('fish').selectAll().orderBy('featured', 'desc').orderBy('rating', 'desc')
  return featured.orderBy('num_reviews', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** `version` is the catalogue's version raised for this product; it also becomes the product's permanent number. */
export const insertFish = (tx: Db, fish: FishWrite, version: number): Promise<void> =>
  insertRow(tx, 'fish', { ...noFields, ...fish, sort_name: sortName(fish), number: version, seq: version })

export const updateFish = (tx: Db, id: string, change: FishFields & { version: number }): Promise<void> =>
  setFishFields(tx, id, { ...change, sort_name: sortName(change) })

export type SomeFields = Partial<Pick<FishRow, 'image' | 'placeholder' | 'count_in_stock' | 'type' | Defaulted>>

/** Changes columns of a product. */
export function setFishFields(tx: Db, id: string, change: Partial<FishRow> & { version: number }): Promise<void> {
  const { version: seq, ...fields } = change
  return updateRows(tx, 'fish', { having: { id }, change: { ...fields, seq } })
}

/** Deletes a product and its reviews, and leaves a tombstone for the changes feed. */
export async function deleteFish(tx: Db, id: string, version: number): Promise<void> {
  await deleteRows(tx, 'fish', { id })
  await tx.query.insertInto('fish_tombstone').values({ id, seq: version }).execute()
}

/** The next changes after a version, oldest first. One statement reads one snapshot, so that the cursor passes no change that commits meanwhile. */
export async function listChanges(db: Db, since: number, limit: number) {
  const changesIn = (table: 'fish' | 'fish_tombstone', deleted: 0 | 1) =>
    db.query
      .selectFrom(table)
      .select(['id', 'seq', sql<number>`${sql.lit(deleted)}`.as('deleted')])
      .where('seq', '>', since)
  const fishes = changesIn('fish', 0)
  const both = since === 0 ? fishes : fishes.unionAll(changesIn('fish_tombstone', 1))
  const rows = await both.orderBy('seq').limit(limit).execute()
  return rows.map((row) => ({ ...row, deleted: row.deleted === 1 }))
}
