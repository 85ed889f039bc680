import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

export type DialectName = 'sqlite' | 'postgres'

/** The database itself, or one transaction on it. */
export interface Handle {
  readonly dialect: DialectName
  readonly query: Kysely<Schema>
  /** The catalogue's new version, set by a transaction that changes the catalogue. */
  raised?: number
  /** What a transaction has changed, for the live streams; see `tell`. */
  hints?: Set<string>
  /** PostgreSQL: set by a transaction that holds an order, whose changes are numbered after it; see `numberChanges`. */
  holdsOrder?: true
}

/** Locks the selected rows until the transaction ends. SQLite's transactions lock the whole file anyway. */
export function lockRows<DB, TB extends keyof DB, O>(handle: Handle, query: SelectQueryBuilder<DB, TB, O>) {
  return handle.dialect === 'postgres' ? query.forUpdate() : query
}

/**
 * Awaits queries of a transaction that are made at once: on PostgreSQL they travel together. If one fails, the others are waited for
 * before its error is thrown, so that none gets into the next transaction.
 */
export async function together<T extends readonly unknown[]>(queries: readonly [...T]) {
  await Promise.allSettled(queries)
  return Promise.all(queries)
}
