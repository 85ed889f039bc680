import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { searchTerms, wordStarts } from '../../contract/catalogue-query.ts'
import type { Handle } from './client.ts'
import { contains } from './contains.ts'
import { type FishRead, fishColumns } from './fishes.ts'
import type { Schema } from './schema.ts'

export interface FishFilter {
  keyword?: string | undefined
  type?: string | undefined
}

type FishIs = ExpressionBuilder<Schema, 'fish'>

/** Trigrams know nothing of shorter terms, so those read the table. */
function holdsTerm(db: Handle, is: FishIs, term: string): Expression<SqlBool> {
  if (db.dialect === 'postgres' || term.length < 3) return contains(is.ref('search'), term)
  const found = contains(sql.ref<string>('fish_search.search'), term)
  return sql<SqlBool>`number in (select rowid from fish_search where ${found})`
}

function matches(db: Handle, filter: FishFilter) {
  const terms = searchTerms(filter.keyword ?? '')
  return (is: FishIs) =>
    is.and([
      ...(filter.type === undefined ? [] : [sql<SqlBool>`type = ${filter.type}`]),
      ...terms.map((term) => holdsTerm(db, is, term)),
    ])
}

/** The ranks of `searchRank` in the contract, said in SQL. */
function rank(is: FishIs, phrase: string) {
  const search = is.ref('search')
  const startsWord = is.or(wordStarts.map((start) => contains(search, start + phrase)))
  return sql<number>`case when ${contains(search, `|${phrase}|`)} then 0
    when ${contains(search, `|${phrase}`)} then 1 when ${startsWord} then 2 else 3 end`
}

export async function countMatching(db: Handle, filter: FishFilter): Promise<number> {
  const { count } = await db.query
    .selectFrom('fish')
    .select((the) => the.fn.countAll<number>().as('count'))
    .where(matches(db, filter))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Rows of a list in its order: newest first without a keyword, best match first with one. */
export async function listMatching(
  db: Handle,
  filter: FishFilter,
  slice?: { offset: number; limit: number },
): Promise<FishRead[]> {
  const phrase = searchTerms(filter.keyword ?? '').join(' ')
  let query = db.query.selectFrom('fish').select(fishColumns).where(matches(db, filter))
  query =
    phrase === ''
      ? query.orderBy('id', 'desc')
      : query
          .orderBy((is) => rank(is, phrase))
          .orderBy('sort_name')
          .orderBy('id')
  if (slice) query = query.limit(slice.limit).offset(slice.offset)
  return query.execute()
}
