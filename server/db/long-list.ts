import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './db.ts'

export interface Slice {
  offset: number
  limit: number
}

/** A list that is read by the page, with the number of its rows. */
export interface LongList<T> {
  count(): Promise<number>
  rows(slice: Slice): Promise<T[]>
}

/** Number of rows in a table, or of those that match a condition. */
export async function countRows(
  db: Db,
  table: 'fish' | 'shop_order' | 'account' | 'subscriber' | 'contact_message' | 'admin_action',
  condition?: Expression<SqlBool>,
): Promise<number> {
  const where = condition ? sql`where ${condition}` : sql``
  const { rows } = await sql<{ size: number }>`select count(*) as size from ${sql.table(table)} ${where}`.execute(
    db.query,
  )
  return Number(rows[0]?.size ?? 0)
}

/** Conditions for the rows whose normalised text `search` contains all terms literally. */
export function searchConditions(terms: readonly string[]): RawBuilder<SqlBool>[] {
  return terms.map((term) => sql`search like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
}

/** All conditions together; undefined without any. */
export function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> | undefined {
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : undefined
}
