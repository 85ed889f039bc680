import { sql } from 'kysely'
import type { Db } from '../../server/db/database.ts'

/** Whether a transaction waits for the lock of another one in this PostgreSQL database. */
export async function isLockAwaited({ query }: Pick<Db, 'query'>): Promise<boolean> {
  const waiting = sql<object>`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(query)).rows.length > 0
}
