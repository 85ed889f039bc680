import { sql } from 'kysely'
import { normaliseText } from '../../../contract/catalogue-query.ts'
import type { Handle } from './handle.ts'

async function pragma(db: Handle, name: 'page_count' | 'page_size' | 'freelist_count'): Promise<number> {
  const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db.query)
  return Number(rows[0]?.[name] ?? 0)
}

/** Bytes of the database, and those of them that are free for reuse. */
export async function databaseBytes(db: Handle): Promise<{ size: number; reusable: number }> {
  if (db.dialect === 'postgres') {
    const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db.query)
    return { size: Number(rows[0]?.size ?? 0), reusable: 0 }
  }
  const page = await pragma(db, 'page_size')
  return { size: page * (await pragma(db, 'page_count')), reusable: page * (await pragma(db, 'freelist_count')) }
}

/** Longer search texts include product names in three languages, which are stored again in the index. */
const shortText = 500

/**
 * Shortens the search text of at most `limit` orders older than `before` to reference, id and buyer; returns their number.
 * Needs a transaction. SQLite only: PostgreSQL's disk is not the shop's.
 */
export async function shortenOldSearches(tx: Handle, { before, limit }: { before: string; limit: number }) {
  const old = await tx.query
    .selectFrom('shop_order')
    .select(['id', 'reference', 'buyer_name', 'buyer_email'])
    .where('created_at', '<', before)
    .where(sql<number>`length(search)`, '>', shortText)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  for (const { id, reference, buyer_name, buyer_email } of old) {
    const search = normaliseText([reference, id, buyer_name, buyer_email].join('\n')).slice(0, shortText)
    const number = sql`(select number from shop_order_number where row_id = ${id})`
    await tx.query.updateTable('shop_order').set({ search }).where('id', '=', id).execute()
    await sql`delete from shop_order_search where rowid = ${number}`.execute(tx.query)
    await sql`insert into shop_order_search (rowid, search) values (${number}, ${search})`.execute(tx.query)
  }
  // the full-text index frees the space of deleted entries when it merges its segments
  if (old.length > 0)
    await sql`insert into shop_order_search (shop_order_search, rank) values ('merge', 200)`.execute(tx.query)
  return old.length
}
