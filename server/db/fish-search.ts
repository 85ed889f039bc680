import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
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
const trigram = 3

/**
 * Rows whose index has all these terms. The same as `like '%…%'` for each, but FTS5 then reads every row it found once
 * more, which costs ten times as much. In quotes a term is plain text, whatever characters it has.
 */
function inIndex(terms: readonly string[]): Expression<SqlBool> {
  const phrases = terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' ')
  return sql<SqlBool>`number in (select rowid from fish_search where fish_search match ${phrases})`
}

function matches(db: Handle, filter: FishFilter) {
  const terms = searchTerms(filter.keyword ?? '')
  const indexed = db.dialect === 'sqlite' ? terms.filter((term) => term.length >= trigram) : []
  const others = terms.filter((term) => !indexed.includes(term))
  return (is: FishIs) =>
    is.and([
      ...(filter.type === undefined ? [] : [sql<SqlBool>`type = ${filter.type}`]),
      ...(indexed.length === 0 ? [] : [inIndex(indexed)]),
      ...others.map((term) => contains(is.ref('search'), term)),
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
  const ordered = <O>(query: SelectQueryBuilder<Schema, 'fish', O>) =>
    phrase === ''
      ? query.orderBy('id', 'desc')
      : query
          .orderBy((is) => rank(is, phrase))
          .orderBy('sort_name')
          .orderBy('id')
  const found = db.query.selectFrom('fish').where(matches(db, filter))
  if (!slice) return ordered(found.select(fishColumns)).execute()
  // numbers alone are sorted and skipped; whole rows are read of this page only
  const page = ordered(found.select('number')).limit(slice.limit).offset(slice.offset)
  return ordered(db.query.selectFrom('fish').select(fishColumns).where('number', 'in', page)).execute()
}
