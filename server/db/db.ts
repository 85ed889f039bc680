import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from './row-types.ts'

export type DialectName = 'sqlite' | 'postgres'

/** What a commit has changed, for the live streams. */
export type Hint =
  | { kind: 'orders'; buyer: string }
  | { kind: 'catalogue' }
  | { kind: 'shop' }
  /** sessions or rights of an account */
  | { kind: 'account'; id: string }

/** The channel of NOTIFY on PostgreSQL. */
export const hintChannel = 'quayside_hints'

/** The database itself, or one transaction on it. */
export interface Db {
  readonly dialect: DialectName
  readonly query: Kysely<Schema>
  /** The catalogue's new version, set by a transaction that changes the catalogue. */
  raised?: number
  /** SQLite: what a transaction has changed, for the live streams; see `publish`. */
  hints?: Hint[]
}

/** Locks the selected rows until the transaction ends. SQLite's transactions lock the whole file anyway. */
export const lockRows = <DB, TB extends keyof DB, O>(db: Db, query: SelectQueryBuilder<DB, TB, O>) =>
  db.dialect === 'postgres' ? query.forUpdate() : query

/** Lets transactions that count under this name before they add run one after the other; a lock on rows keeps nobody out while there are none. */
export async function lockCount({ dialect, query }: Db, name: string): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(query)
}

/** Tells the live streams of all instances, this one too, of a change when the transaction commits. */
export async function publish(tx: Db, hint: Hint): Promise<void> {
  if (tx.dialect === 'postgres') await sql`select pg_notify(${hintChannel}, ${JSON.stringify(hint)})`.execute(tx.query)
  else tx.hints = [...(tx.hints ?? []), hint]
}
