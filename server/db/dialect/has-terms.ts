import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Handle } from '../handle.ts'

/** The lists of administrators that are searched by an index. */
type List = 'shop_order' | 'account'

/** Rows from which reading the whole list costs less than looking up what the index found. */
const many = 3000
/** Enough of a long term's trigrams to leave few rows. */
const asked = 12

function trigrams(term: string): string[] {
  // in characters, as the index counts, not in code units
  const letters = [...term]
  const found = letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''))
  return found.slice(0, asked).map((text) => `"${text.replaceAll('"', '""')}"`)
}

/**
 * SQLite: the rows whose texts have all trigrams of the terms. Nothing where the index leaves too many rows to be of
 * use, and on PostgreSQL, whose index answers `like` by itself.
 */
async function candidates(db: Handle, list: List, terms: readonly string[]): Promise<RawBuilder<SqlBool>[]> {
  const question = terms.flatMap(trigrams).join(' AND ')
  if (db.dialect !== 'sqlite' || question === '') return []
  const [index, numbers] = [sql.table(`${list}_search`), sql.table(`${list}_number`)]
  const found = sql<{ number: number }>`select rowid as number from ${index}
    where ${index} match ${question} limit ${many + 1}`
  const { rows } = await found.execute(db.query)
  if (rows.length > many) return []
  // the index is asked once: counting and listing both need what it found
  const given = JSON.stringify(rows.map(({ number }) => number))
  return [sql<SqlBool>`id in (select row_id from ${numbers} where number in (select value from json_each(${given})))`]
}

/** `column like '%text%'` with the text taken literally. Only with an escape where needed: it costs SQLite the index. */
export function contains(column: Expression<string>, text: string): Expression<SqlBool> {
  const literal = text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  const pattern = `%${literal}%`
  return literal === text
    ? sql<SqlBool>`${column} like ${pattern}`
    : sql<SqlBool>`${column} like ${pattern} escape '\\'`
}

/** The condition that the text of a row has all terms; undefined without terms. */
export async function hasTerms(
  db: Handle,
  list: List,
  terms: readonly string[],
): Promise<RawBuilder<SqlBool> | undefined> {
  if (terms.length === 0) return undefined
  const texts = terms.map((term) => contains(sql.ref(`${list}.search`), term))
  return sql<SqlBool>`(${sql.join([...(await candidates(db, list, terms)), ...texts], sql` and `)})`
}
