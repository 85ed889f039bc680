import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
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
 * Lets transactions that count something under this name before they add to it run one after the other. Rows that are locked instead keep
 * nobody out while there are none. Until the transaction ends.
 */
export async function lockCount({ dialect, query }: Handle, name: string): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(query)
}

/**
 * Awaits queries of a transaction that are made at once: on PostgreSQL they travel together. If one fails, the others are waited for
 * before its error is thrown, so that none gets into the next transaction.
 */
export async function together<T extends readonly unknown[]>(queries: readonly [...T]) {
  await Promise.allSettled(queries)
  return Promise.all(queries)
}
