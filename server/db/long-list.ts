import { type Expression, type SqlBool, sql } from 'kysely'
import type { Handle } from './handle.ts'

export interface Slice {
  offset: number
  limit: number
}

/** A list of which administrators see one page and the number of rows. */
export interface LongList<T> {
  count(): Promise<number>
  rows(slice: Slice): Promise<T[]>
}

/** How many rows a table has, or those of them that a condition leaves. Both databases count along an index. */
export async function countRows(
  db: Handle,
  table: 'shop_order' | 'account' | 'subscriber' | 'contact_message' | 'admin_action',
  condition?: Expression<SqlBool>,
): Promise<number> {
  const where = condition ? sql`where ${condition}` : sql``
  const { rows } = await sql<{ size: number }>`select count(*) as size from ${sql.table(table)} ${where}`.execute(
    db.query,
  )
  return Number(rows[0]?.size ?? 0)
}
