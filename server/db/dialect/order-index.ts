import { sql } from 'kysely'
import type { Handle } from '../handle.ts'

/** Orders that are indexed in one go: ten milliseconds of work. */
const portion = 50

/** Takes the next orders into SQLite's index; false when it has them all. In a transaction. */
export async function indexNextOrders(tx: Handle): Promise<boolean> {
  const next = sql`select number, row_id from shop_order_number
    where number > (select number from shop_order_indexed) order by number limit ${portion}`
  const { rows } = await sql<{ last: number | null; size: number }>`
    select max(number) as last, count(*) as size from (${next})`.execute(tx.query)
  const { last = null, size = 0 } = rows[0] ?? {}
  if (last === null) return false
  await sql`insert into shop_order_search (rowid, search)
    select number, search from (${next}) join shop_order on shop_order.id = row_id`.execute(tx.query)
  await sql`update shop_order_indexed set number = ${last}`.execute(tx.query)
  return size === portion
}
