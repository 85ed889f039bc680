import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Handle } from '../handle.ts'

/** Admin lists with a search index. */
type List = 'shop_order' | 'account'

/** If the index finds more rows than this, reading the whole list is cheaper. */
const mostCandidates = 3000
/** Trigrams of a long term that are searched; enough to leave few rows. */
const mostTrigrams = 12

function trigrams(term: string): string[] {
  // the index counts characters, not code units
  const letters = [...term]
  const found = letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''))
  return found.slice(0, mostTrigrams).map((text) => `"${text.replaceAll('"', '""')}"`)
}

/**
 * SQLite: a condition for the rows that have all trigrams of the terms. None if the index finds too many rows, and on
 * PostgreSQL, whose index serves `like` itself.
 */
async function candidates(db: Handle, list: List, terms: readonly string[]): Promise<RawBuilder<SqlBool>[]> {
  const match = terms.flatMap(trigrams).join(' AND ')
  if (db.dialect !== 'sqlite' || match === '') return []
  const [index, numbers] = [sql.table(`${list}_search`), sql.table(`${list}_number`)]
  const found = sql<{ number: number }>`select rowid as number from ${index}
    where ${index} match ${match} limit ${mostCandidates + 1}`
  const { rows } = await found.execute(db.query)
  if (rows.length > mostCandidates) return []
  // inlines the result, so that counting and listing share one query of the index
  const given = JSON.stringify(rows.map(({ number }) => number))
  return [sql<SqlBool>`id in (select row_id from ${numbers} where number in (select value from json_each(${given})))`]
}

/** `column like '%text%'` for a literal text. Adds an `escape` only if needed, because SQLite then cannot use the index. */
export function contains(column: Expression<string>, text: string): Expression<SqlBool> {
  const literal = text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  const pattern = `%${literal}%`
  return literal === text
    ? sql<SqlBool>`${column} like ${pattern}`
    : sql<SqlBool>`${column} like ${pattern} escape '\\'`
}

/** A condition for the rows whose text has all terms; undefined without terms. */
export async function hasTerms(
  db: Handle,
  list: List,
  terms: readonly string[],
): Promise<RawBuilder<SqlBool> | undefined> {
  if (terms.length === 0) return undefined
  const texts = terms.map((term) => contains(sql.ref(`${list}.search`), term))
  return sql<SqlBool>`(${sql.join([...(await candidates(db, list, terms)), ...texts], sql` and `)})`
}
