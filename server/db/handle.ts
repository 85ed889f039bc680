import type { Kysely, SelectQueryBuilder } from 'kysely'
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
