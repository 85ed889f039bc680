import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteDialect } from 'kysely'
import { LRUCache } from 'lru-cache'

/** Another server uses the data folder. The message is one sentence for the person who started the second server. */
export class DataDirHeld extends Error {
  override name = 'DataDirHeld'
}

function holder(file: string): string {
  try {
    return ` (pid ${readFileSync(file, 'utf8').trim()})`
  } catch {
    return ''
  }
}

/** Locks a data folder for this process by an SQLite transaction, since Node has no file locks; the system releases it. Returns the unlock. */
export function holdDataDir(dataDir: string): () => void {
  const pidFile = join(dataDir, 'server.pid')
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    lock.close()
    throw new DataDirHeld(`The data folder ${dataDir} is in use by another server${holder(pidFile)}.`, { cause: error })
  }
  writeFileSync(pidFile, String(process.pid))
  return () => {
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

/** Milliseconds to wait while a backup or restore locks the file. */
const busyTimeout = 5000

function openFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeout })
  // FULL: a confirmed order survives a power cut, which NORMAL does not guarantee in WAL mode
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  database.exec('pragma temp_store = memory; pragma cache_size = -16000')
  return database
}

function statement(database: DatabaseSync, text: string) {
  const prepared: StatementSync = database.prepare(text)
  // Kysely passes plain values only: texts, numbers, null
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: prepared.columns().length > 0,
    all: (parameters: readonly unknown[]) => prepared.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => prepared.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) => prepared.iterate(...values(parameters)),
  }
}

const nothing = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

class TransactionalDialect extends SqliteDialect {
  override createAdapter() {
    // SQLite rolls back DDL like any other statement; Kysely does not count on it
    return Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true })
  }
}

/** Kysely's SQLite dialect over `node:sqlite`. Transactions take the write lock when they begin: what they read stays until they write. */
export function sqliteDialect(file: string): { dialect: Dialect; execute: (text: string) => void } {
  const database = openFile(file)
  const statements = new LRUCache<string, ReturnType<typeof statement>>({ max: 300 })
  const prepare = (text: string) => {
    // a full disk ends the transaction by itself; another rollback would hide the cause
    if (text === 'rollback' && !database.isTransaction) return nothing
    const sql = text === 'begin' ? 'begin immediate' : text
    const prepared = statements.get(sql) ?? statement(database, sql)
    statements.set(sql, prepared)
    return prepared
  }
  const close = () => {
    statements.clear()
    database.close()
  }
  return { dialect: new TransactionalDialect({ database: { prepare, close } }), execute: (text) => database.exec(text) }
}
