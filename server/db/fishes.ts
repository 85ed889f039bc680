import { type SqlBool, sql } from 'kysely'
import { searchText, sortName } from '../../contract/catalogue-query.ts'
import { type Handle, lockRows } from './handle.ts'
import { countRows } from './long-list.ts'
import type { FishRow } from './schema.ts'

/** All columns but those for searching. */
const fishColumns = [
  'id',
  'trade_name',
  'trade_name_fr',
  'trade_name_es',
  'scientific_name',
  'fao_code',
  'code',
  'presentation',
  'treatment',
  'glazing',
  'origin',
  'packing',
  'certificates',
  'classe',
  'category',
  'type',
  'image',
  'placeholder',
  'size',
  'weight',
  'count_in_stock',
  'rating',
  'num_reviews',
  'created_at',
  'updated_at',
  'seq',
] as const
export type FishRead = Pick<FishRow, (typeof fishColumns)[number]>

/** The optional trade fields of a product that has none. */
export const noFacts = {
  code: '',
  presentation: '',
  treatment: '',
  glazing: 0,
  origin: '',
  packing: '',
  certificates: '',
}
type Written = Omit<FishRow, 'number' | 'seq' | 'search' | 'sort_name'>
export type FishWrite = Omit<Written, keyof typeof noFacts> & Partial<typeof noFacts>
export type FishFields = Omit<Written, 'id' | 'created_at' | 'rating' | 'num_reviews'>

function derived(fish: Omit<FishWrite, 'id' | 'created_at' | 'rating' | 'num_reviews'>) {
  return { search: searchText(fish), sort_name: sortName(fish) }
}

/** Whether another product has this article number. */
export async function isCodeUsed(db: Handle, code: string, exceptId: string): Promise<boolean> {
  if (code === '') return false
  const other = db.query.selectFrom('fish').select('id').where('code', '=', code).where('id', '!=', exceptId)
  return (await other.executeTakeFirst()) !== undefined
}

export async function findFish(db: Handle, id: string): Promise<FishRead | undefined> {
  return db.query.selectFrom('fish').select(fishColumns).where('id', '=', id).executeTakeFirst()
}

/** The product, locked until the transaction ends. */
export async function lockFish(tx: Handle, id: string): Promise<FishRead | undefined> {
  return lockRows(tx, tx.query.selectFrom('fish').select(fishColumns).where('id', '=', id)).executeTakeFirst()
}

/** The products with these ids, in the order of the ids. Missing ones are skipped. */
export async function findFishes(db: Handle, ids: readonly string[]): Promise<FishRead[]> {
  if (ids.length === 0) return []
  const rows = await db.query.selectFrom('fish').select(fishColumns).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The products with these article numbers. */
export async function findFishesByCode(db: Handle, codes: readonly string[]): Promise<FishRead[]> {
  if (codes.length === 0) return []
  return db.query.selectFrom('fish').select(fishColumns).where('code', 'in', codes).execute()
}

// raw SQL, because callers pass any text; an unknown type matches nothing
const ofType = (type: string) => sql<SqlBool>`type = ${type}`

interface Page {
  type: string | undefined
  offset: number
  limit: number
}

/** A page of all products or those of a type, newest first. Selects ids first, so that skipped rows are not read whole. */
export async function listFishes(db: Handle, { type, offset, limit }: Page): Promise<FishRead[]> {
  const ids = db.query.selectFrom('fish').select('id').orderBy('id', 'desc').limit(limit).offset(offset)
  const rows = await (type === undefined ? ids : ids.where(ofType(type))).execute()
  return findFishes(
    db,
    rows.map(({ id }) => id),
  )
}

export async function countFishes(db: Handle, type?: string): Promise<number> {
  return countRows(db, 'fish', type === undefined ? undefined : ofType(type))
}

export async function listTopFishes(db: Handle, limit: number): Promise<FishRead[]> {
  return db.query
    .selectFrom('fish')
    .select(fishColumns)
    .orderBy('rating', 'desc')
    .orderBy('num_reviews', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** `version` is the catalogue's version raised for this product; it also becomes the product's permanent number. */
export async function insertFish(tx: Handle, fish: FishWrite, version: number): Promise<void> {
  await tx.query
    .insertInto('fish')
    .values({ ...noFacts, ...fish, ...derived(fish), number: version, seq: version })
    .execute()
}

export async function updateFish(tx: Handle, id: string, change: FishFields & { version: number }): Promise<void> {
  const { version, ...fields } = change
  await tx.query
    .updateTable('fish')
    .set({ ...fields, ...derived(fields), seq: version })
    .where('id', '=', id)
    .execute()
}

type UnsearchedFields = Partial<Pick<FishRow, 'image' | 'placeholder' | 'count_in_stock'>>

/** Changes fields that no search uses. */
export async function setFishFields(
  tx: Handle,
  id: string,
  change: UnsearchedFields & { updated_at: string; version: number },
): Promise<void> {
  const { version: seq, ...fields } = change
  const write = tx.query.updateTable('fish').set({ ...fields, seq })
  await write.where('id', '=', id).execute()
}

/** Deletes a product and its reviews, and leaves a tombstone for the changes feed. */
export async function deleteFish(tx: Handle, id: string, version: number): Promise<void> {
  await tx.query.deleteFrom('fish').where('id', '=', id).execute()
  await tx.query.insertInto('fish_tombstone').values({ id, seq: version }).execute()
}

/** For a product that is created again under the id of a deleted one. */
export async function removeTombstone(tx: Handle, id: string): Promise<void> {
  await tx.query.deleteFrom('fish_tombstone').where('id', '=', id).execute()
}

/** Whether a product has this picture. */
export async function isPictureShown(db: Handle, image: string): Promise<boolean> {
  return (await db.query.selectFrom('fish').select('id').where('image', '=', image).executeTakeFirst()) !== undefined
}

interface CatalogueChange {
  id: string
  seq: number
  deleted: boolean
}

/**
 * The next changes after a version, oldest first. One statement reads one snapshot, so that the cursor never passes a
 * change that another transaction commits meanwhile. A first pull needs no tombstones.
 */
export async function listChanges(db: Handle, since: number, limit: number): Promise<CatalogueChange[]> {
  const fishes = db.query
    .selectFrom('fish')
    .select(['id', 'seq', sql<number>`0`.as('deleted')])
    .where('seq', '>', since)
  const tombstones = db.query
    .selectFrom('fish_tombstone')
    .select(['id', 'seq', sql<number>`1`.as('deleted')])
    .where('seq', '>', since)
  const both = since === 0 ? fishes : fishes.unionAll(tombstones)
  const rows = await both.orderBy('seq').limit(limit).execute()
  return rows.map((row) => ({ ...row, deleted: row.deleted === 1 }))
}
