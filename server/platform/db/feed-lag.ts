import { sql } from 'kysely'
import type { Handle } from './handle.ts'

/**
 * Seconds for which the oldest unfinished write has been open: changes after it may not be in the feeds yet. On SQLite a
 * change is in the feeds when its call is answered.
 */
export async function feedLag(db: Handle): Promise<number> {
  if (db.dialect === 'sqlite') return 0
  const { rows } = await sql<{ lag: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as lag
    from pg_stat_activity where datname = current_database() and backend_xid is not null`.execute(db.query)
  return Math.max(0, rows[0]?.lag ?? 0)
}
