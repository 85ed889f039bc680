import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { contains } from '../contains.ts'
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
 * A condition that leaves SQLite few rows of a list to look at: those that have all trigrams of the terms. None where the index says little, and on PostgreSQL, whose index answers `like` by itself.
 */
async function narrowed(db: Handle, list: List, terms: readonly string[]): Promise<RawBuilder<SqlBool>[]> {
  const question = terms.flatMap(trigrams).join(' AND ')
  if (db.dialect !== 'sqlite' || question === '') return []
  const [index, numbers] = [sql.table(`${list}_search`), sql.table(`${list}_number`)]
  const found = sql<{ number: number }>`select rowid as number from ${index}
    where ${index} match ${question} limit ${many + 1}`
  const { rows } = await found.execute(db.query)
  if (rows.length > many) return []
  // asked once and handed over: counting and listing need it both
  const given = JSON.stringify(rows.map(({ number }) => number))
  const fresh = list === 'shop_order' ? sql`or number > (select number from shop_order_indexed)` : sql``
  return [
    sql<SqlBool>`id in (select row_id from ${numbers}
      where number in (select value from json_each(${given})) ${fresh})`,
  ]
}

/** The condition that a row of the list has all terms in its text, and whether it is known to leave few rows to look at. */
export async function hasTerms(
  db: Handle,
  list: List,
  terms: readonly string[],
): Promise<{ which: RawBuilder<SqlBool>; few: boolean }> {
  const narrow = await narrowed(db, list, terms)
  const texts = terms.map((term) => contains(sql.ref(`${list}.search`), term))
  return { which: sql<SqlBool>`(${sql.join([...narrow, ...texts], sql` and `)})`, few: narrow.length > 0 }
}
