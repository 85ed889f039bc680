import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { type Insertable, Kysely, PostgresDialect, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { databaseFault } from './dialect/database-errors.ts'
import type { PoolUse } from './dialect/postgres.ts'
import { holdDataDir, sqliteDialect } from './dialect/sqlite.ts'
import type { Schema } from './row-types.ts'

/** Milliseconds. */
export const hour = 60 * 60 * 1000
export const day = 24 * hour

export interface Clock {
  /** milliseconds since 1970 */
  now(): number
  /** waits; by default with a timer */
  pause?(milliseconds: number): Promise<void>
}

export const isoNow = (clock: Clock, later = 0) => new Date(clock.now() + later).toISOString()

/** Now, but at least a millisecond after `earlier`, so that two versions never have the same time. */
export function isoAfter(clock: Clock, earlier: string): string {
  const now = isoNow(clock)
  return now > earlier ? now : new Date(Date.parse(earlier) + 1).toISOString()
}

export type DialectName = 'sqlite' | 'postgres'

/** What a commit has changed, for the live streams. */
export type Hint =
  | { kind: 'orders'; buyer: string }
  | { kind: 'catalogue' }
  | { kind: 'shop' }
  /** sessions or rights of an account */
  | { kind: 'account'; id: string }

const hintChannel = 'quayside_hints'

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

export interface Database extends Db {
  /** PostgreSQL: by how much its time limits are longer */
  timeFactor?: number
  /** Called after each commit that changed the catalogue. */
  catalogueListeners: Set<(version: number) => void>
  /** Called with what each commit has changed; on SQLite by `transact`, on PostgreSQL by `listen`. */
  hintListeners: Set<(hint: Hint) => void>
  /** PostgreSQL: hears the commits of all instances on one connection. `onConnect`: hints may have been missed. Returns a function that stops it. */
  listen?: (onConnect: () => void) => () => Promise<void>
  /** PostgreSQL: opens a connection without timeouts; the caller destroys it. */
  openWithoutTimeouts?: () => Kysely<Schema>
  /** PostgreSQL: the use of its pool of connections; undefined before the first query. */
  pool?: () => PoolUse | undefined
  close(): Promise<void>
}

interface DatabaseOptions {
  dataDir: string
  databaseUrl?: string | undefined
  onError?: (error: Error) => void
  /** PostgreSQL: by how much its time limits are longer */
  timeFactor?: number
}

function database(dialect: DialectName, query: Kysely<Schema>, release = () => {}): Database {
  const close = () => query.destroy().then(release)
  return { dialect, query, catalogueListeners: new Set(), hintListeners: new Set(), close }
}

/** A shop's file without the lock of its folder, which a server holds. */
export const openHeld = (dataDir: string): Database =>
  database('sqlite', new Kysely<Schema>({ dialect: sqliteDialect(join(dataDir, 'shop.db')).dialect }))

function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true })
  const release = holdDataDir(dataDir)
  try {
    const { dialect } = sqliteDialect(join(dataDir, 'shop.db'))
    return database('sqlite', new Kysely<Schema>({ dialect }), release)
  } catch (error) {
    release()
    throw error
  }
}

/** Opens PostgreSQL if a URL is given, else the file `shop.db` in the data folder. Does not migrate. */
export function openDatabase({ dataDir, databaseUrl, onError = () => {}, timeFactor = 1 }: DatabaseOptions): Database {
  if (!databaseUrl) return openSqlite(dataDir)
  let used: PoolUse | undefined
  // at the first query, so that a shop on SQLite never loads it
  const driver = () => import('./dialect/postgres.ts')
  const open = (timeouts: boolean, onPool?: (made: PoolUse) => void) => {
    const pool = async () => (await driver()).openPool(databaseUrl, { onError, timeouts, timeFactor, onPool })
    return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  }
  const query = open(true, (made) => {
    used = made
  })
  const plain = database('postgres', query)
  const tellAll = (text: string) => {
    // `publish` has written it, in this process or in another instance of the same version
    for (const listener of plain.hintListeners) listener(JSON.parse(text) as Hint)
  }
  const listen = (onConnect: () => void) => {
    const at = { url: databaseUrl, channel: hintChannel }
    const stop = driver().then(({ listenForHints }) => listenForHints({ ...at, onText: tellAll, onConnect, onError }))
    return async () => (await stop)()
  }
  return { ...plain, timeFactor, openWithoutTimeouts: () => open(false), listen, pool: () => used }
}

/** Milliseconds. A visitor gets an error within two seconds when the database is away. */
const timeout = 1800

/** Limits the time of a query that a healthy `db` answers at once. */
export async function withTimeout<T>({ timeFactor = 1 }: Pick<Database, 'timeFactor'>, query: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    const fail = () => reject(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
    timer = setTimeout(fail, timeFactor * timeout)
  })
  try {
    return await Promise.race([query, timedOut])
  } finally {
    clearTimeout(timer)
    // ignore a late failure
    query.catch(() => {})
  }
}

const attempts = 6
const transactions = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Makes the methods of a client of a disk or a network throw inside of a transaction, for which other writes would wait. */
export function outsideTransactions<T extends object>(client: T): T {
  return new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]): unknown => {
        if (transactions.getStore()?.isOpen) throw new Error('A transaction must not wait for a disk or a network.')
        return Reflect.apply(method, target, args)
      }
    },
  })
}

async function runOnce<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  const open = { isOpen: true }
  const committed = db.query.transaction().execute(async (query) => {
    const tx: Db = { dialect: db.dialect, query }
    // SQLite answers at once: without a turn of the event loop, waiting transactions would hold up every other call
    if (db.dialect === 'sqlite') await setImmediate()
    return { result: await transactions.run(open, () => work(tx)), tx }
  })
  const { result, tx } = await committed.finally(() => {
    open.isOpen = false
  })
  if (tx.raised !== undefined) for (const listener of db.catalogueListeners) listener(tx.raised)
  for (const hint of tx.hints ?? []) for (const listener of db.hintListeners) listener(hint)
  return result
}

/** Runs `work` in one transaction, which what it throws rolls back. Serialisation failures are retried, so `work` has no side effects but queries. */
export async function transact<T>(db: Database, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      if (attempt === attempts || databaseFault(error) !== 'retry') throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

type Table = keyof Schema & string
type Row<T extends Table> = Selectable<Schema[T]>
type Columns<T extends Table> = Partial<Row<T>>

// Kysely cannot type a query of a table that a parameter names; the functions below give callers its rows
const anyTable = ({ query }: Db) => query as unknown as Kysely<Record<string, Record<string, unknown>>>

/** Throws for a missing value, which Kysely would leave out of the condition. */
function conditionOf(having: object): Record<string, unknown> {
  const condition = { ...having }
  const values = Object.values(condition)
  if (values.length === 0 || values.includes(undefined)) throw new TypeError('A condition without a value')
  return condition
}

const selectRow = (db: Db, table: string, having: object) => {
  const all = anyTable(db).selectFrom(table).selectAll()
  return all.where((row) => row.and(conditionOf(having)))
}

/** The row that has these values; undefined without one. */
export async function findRow<T extends Table>(db: Db, table: T, having: Columns<T>): Promise<Row<T> | undefined> {
  return (await selectRow(db, table, having).executeTakeFirst()) as Row<T> | undefined
}

/** As `findRow`, locked until the transaction ends. */
export async function lockRow<T extends Table>(tx: Db, table: T, having: Columns<T>): Promise<Row<T> | undefined> {
  return (await lockRows(tx, selectRow(tx, table, having)).executeTakeFirst()) as Row<T> | undefined
}

export async function insertRow<T extends Table>(tx: Db, table: T, row: Insertable<Schema[T]>): Promise<void> {
  const inserting = anyTable(tx).insertInto<string>(table)
  await inserting.values({ ...row }).execute()
}

/** Inserts a row; false if another one has its value in the column `unique`, or in any such column. */
export async function insertNew<T extends Table>(
  tx: Db,
  table: T,
  row: Insertable<Schema[T]>,
  unique?: keyof Row<T> & string,
): Promise<boolean> {
  const inserting = anyTable(tx).insertInto<string>(table)
  const inserted = inserting
    .values({ ...row })
    .onConflict((conflict) => (unique ? conflict.column(unique) : conflict).doNothing())
  return (await inserted.returning(sql`1`.as('one')).executeTakeFirst()) !== undefined
}

/** Changes the rows that have these values. */
export async function updateRows<T extends Table>(
  tx: Db,
  table: T,
  { having, change }: { having: Columns<T>; change: Columns<T> },
): Promise<void> {
  const updating = anyTable(tx)
    .updateTable<string>(table)
    .where((row) => row.and(conditionOf(having)))
  await updating.set({ ...change }).execute()
}

/** Deletes the rows that have these values, and returns the first of them. */
export async function deleteRows<T extends Table>(tx: Db, table: T, having: Columns<T>): Promise<Row<T> | undefined> {
  const deleting = anyTable(tx).deleteFrom<string>(table)
  const deleted = deleting.where((row) => row.and(conditionOf(having))).returningAll()
  return (await deleted.execute())[0] as Row<T> | undefined
}

/** As `findRow`, with a shared lock against its deletion until the transaction ends. */
export async function lockForShare<T extends Table>(tx: Db, table: T, having: Columns<T>): Promise<Row<T> | undefined> {
  const query = selectRow(tx, table, having)
  return (await (tx.dialect === 'postgres' ? query.forKeyShare() : query).executeTakeFirst()) as Row<T> | undefined
}
