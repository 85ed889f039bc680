import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { searchTerms, wordStarts } from '../../contract/catalogue-query.ts'
import { contains } from './contains.ts'
import { countFound, foundBy, listRanked, many, type Search } from './dialect/trigrams.ts'
import { type FishRead, findFishes, fishColumns } from './fishes.ts'
import type { Handle } from './handle.ts'
import type { Schema } from './schema.ts'

export interface FishFilter {
  keyword?: string | undefined
  type?: string | undefined
}

type FishIs = ExpressionBuilder<Schema, 'fish'>

function matches({ keyword, type }: FishFilter) {
  return (is: FishIs) =>
    is.and([
      ...(type === undefined ? [] : [sql<SqlBool>`type = ${type}`]),
      ...searchTerms(keyword ?? '').map((term) => contains(is.ref('search'), term)),
    ])
}

/** The ranks of `searchRank` in the contract, said in SQL. */
function rank(is: FishIs, phrase: string) {
  const search = is.ref('search')
  const startsWord = is.or(wordStarts.map((start) => contains(search, start + phrase)))
  return sql<number>`case when ${contains(search, `|${phrase}|`)} then 0
    when ${contains(search, `|${phrase}`)} then 1 when ${startsWord} then 2 else 3 end`
}

/** The keyword, where there is one and SQLite's index answers it. */
function indexed(db: Handle, { keyword = '', type }: FishFilter): Search | undefined {
  return db.dialect === 'sqlite' && searchTerms(keyword).length > 0 ? { keyword, type } : undefined
}

export async function countMatching(db: Handle, filter: FishFilter): Promise<number> {
  const search = indexed(db, filter)
  if (search) return countFound(db, search)
  const { count } = await db.query
    .selectFrom('fish')
    .select((the) => the.fn.countAll<number>().as('count'))
    .where(matches(filter))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** All of a type, newest first. */
export async function listOfType(db: Handle, type: string): Promise<FishRead[]> {
  return db.query.selectFrom('fish').select(fishColumns).where(matches({ type })).orderBy('id', 'desc').execute()
}

interface Slice {
  offset: number
  limit: number
  /** what `countMatching` said */
  total: number
}

/** The page's ids in their order: newest first without a keyword, best match first with one. */
async function pageIds(db: Handle, filter: FishFilter, slice: Slice): Promise<string[]> {
  const search = indexed(db, filter)
  if (search && slice.total > many) return listRanked(db, search, slice)
  const which = search ? await foundBy(db, search) : matches(filter)
  const ids = db.query.selectFrom('fish').select('id').where(which).limit(slice.limit).offset(slice.offset)
  const phrase = searchTerms(filter.keyword ?? '').join(' ')
  const ordered =
    phrase === ''
      ? ids.orderBy('id', 'desc')
      : ids
          .orderBy((is) => rank(is, phrase))
          .orderBy('sort_name')
          .orderBy('id')
  return (await ordered.execute()).map(({ id }) => id)
}

/** One page of what `countMatching` counted. Ids first, so that rows which are skipped need not be read whole. */
export async function listMatching(db: Handle, filter: FishFilter, slice: Slice): Promise<FishRead[]> {
  const ids = await pageIds(db, filter, slice)
  const order = new Map(ids.map((id, at) => [id, at]))
  return (await findFishes(db, ids)).sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
}
