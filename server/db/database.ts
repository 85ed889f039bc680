import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { Db, DialectName, Hint } from './db.ts'
import type { PoolUse } from './dialect/postgres.ts'
import { holdDataDir, sqliteDialect } from './dialect/sqlite.ts'
import type { Schema } from './row-types.ts'

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
    const url = databaseUrl
    const stop = driver().then(({ listenForHints }) => listenForHints({ url, onText: tellAll, onConnect, onError }))
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
