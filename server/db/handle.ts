import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

export type DialectName = 'sqlite' | 'postgres'

/** What the files of this folder query through: the database itself or one transaction on it. */
export interface Handle {
  readonly dialect: DialectName
  readonly query: Kysely<Schema>
  /** Set by a transaction that changed the catalogue: the version it raised it to. */
  raised?: number
}

/** Locks the selected rows until the transaction ends; SQLite's transactions hold the whole file anyway. */
export function lockRows<DB, TB extends keyof DB, O>(handle: Handle, query: SelectQueryBuilder<DB, TB, O>) {
  return handle.dialect === 'postgres' ? query.forUpdate() : query
}

/**
 * Keeps all others from writing to a table until the transaction ends, readers undisturbed. Whoever wrote before has
 * ended then. Waits a little and fails with `locked`, so that a slow writer does not make the others wait, too.
 */
export async function lockTable(tx: Handle, table: keyof Schema): Promise<void> {
  // SQLite has one writer anyway
  if (tx.dialect === 'sqlite') return
  await sql`set local lock_timeout = '100ms'`.execute(tx.query)
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx.query)
}
