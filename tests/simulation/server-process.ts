import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseConnection, type Driver, Kysely, sql, type Transaction } from 'kysely'
import { newShop } from '../../contract/shop.ts'
import { insertSession } from '../../server/accounts/sessions.ts'
import { insertUser } from '../../server/accounts/users-table.ts'
import { createFishIndex } from '../../server/catalogue/fish-index.ts'
import { type CatalogueVersion, getCatalogueState, watchCatalogueVersion } from '../../server/db/catalogue-state.ts'
import type { Database } from '../../server/db/database.ts'
import { sqliteDialect } from '../../server/db/dialect/sqlite.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { Schema } from '../../server/db/row-types.ts'
import { noCounts, type ServiceDeps } from '../../server/service-deps.ts'
import { openFiles } from '../../server/storage/order-files.ts'
import { fastFolder } from '../support/tools.mjs'
import type { CommitBugs } from './mutants-commits.ts'

const never = () => new Promise<never>(() => undefined)

/** The fault at a step of the database: none, the end of the process, or (at a commit) a full disk. */
export type Fate = 'well' | 'dies' | 'full'

/** Passes the statements of a driver on, and asks for a fault before and after each. */
class SteppedDriver implements Driver {
  private readonly inner: Driver
  private readonly step: (label: string) => Promise<void>

  constructor(inner: Driver, step: (label: string) => Promise<void>) {
    this.inner = inner
    this.step = step
  }
  init = () => this.inner.init()
  async acquireConnection() {
    const connection = await this.inner.acquireConnection()
    const stepped: DatabaseConnection = {
      executeQuery: async (query) => {
        await this.step('query')
        return connection.executeQuery(query)
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
    return stepped
  }
  beginTransaction: Driver['beginTransaction'] = (connection, settings) =>
    this.inner.beginTransaction(connection, settings)
  async commitTransaction(connection: DatabaseConnection) {
    await this.step('commit')
    await this.inner.commitTransaction(connection)
    await this.step('committed')
  }
  rollbackTransaction: Driver['rollbackTransaction'] = (connection) => this.inner.rollbackTransaction(connection)
  // all share one connection, so only the turn is released
  releaseConnection: Driver['releaseConnection'] = (connection) => this.inner.releaseConnection(connection)
  destroy = () => this.inner.destroy()
}

/** One run of the server's process on a database file. */
export class Process {
  readonly db: Database
  readonly shop: ServiceDeps
  readonly version: CatalogueVersion
  dead = false
  private readonly driver: Driver
  private readonly fate: (label: string) => Fate
  /** resolves with the end of the process */
  readonly ended: Promise<void>
  private end: () => void = () => undefined

  constructor(file: string, fate: (label: string) => Fate, bugs: CommitBugs = {}) {
    this.fate = fate
    this.ended = new Promise((resolve) => {
      this.end = resolve
    })
    const { dialect, execute } = sqliteDialect(file)
    // a killed process loses nothing that it has written, so there is no need to wait for the disk
    execute('pragma synchronous = off')
    this.driver = new SteppedDriver(dialect.createDriver(), (label) => this.step(label))
    const whole = new Kysely<Schema>({ dialect: Object.assign(dialect, { createDriver: () => this.driver }) })
    const query = withBug(whole, bugs)
    this.db = {
      ...{ dialect: 'sqlite', query, catalogueListeners: new Set(), hintListeners: new Set() },
      close: () => query.destroy(),
    }
    this.version = watchCatalogueVersion(this.db)
    let pictures = 0
    this.shop = {
      ...{
        db: this.db,
        fishIndex: createFishIndex(this.db),
        rateLimitFactor: 1000,
        counts: noCounts(),
        sendMail: undefined,
        deskLanguage: 'en',
      },
      clock: { now: () => 1_800_000_000_000 },
      ...{
        newShop,
        hasPublicAddress: false,
        hasLogo: async () => false,
        hasPicture: async () => false,
        mailVariables: [],
        readLogo: async () => undefined,
        storeLogo: async () => '',
      },
      storePicture: async () => ({ image: `/images/${file.length}${++pictures}/640.webp`, placeholder: '' }),
      pause: async () => undefined,
      ...{
        files: openFiles({ dataDir: '' }),
        incoming: '',
        examineFile: never,
        freeDisk: never,
        ...{ storeCertificate: never, openCertificate: never },
      },
      push: { hosts: [], makeKeys: never, send: never },
      webhooks: { allowsPrivate: false, post: never },
    }
  }

  state = () => getCatalogueState(this.db)

  private async step(label: string): Promise<void> {
    if (this.dead) return never()
    const fate = this.fate(label)
    if (fate === 'full' && label === 'commit') throw new Error('database or disk is full')
    if (fate === 'dies') {
      this.kill()
      return never()
    }
  }

  /** Rolls back open transactions, as SQLite does when it opens the file after the end of a process. */
  kill(): void {
    if (this.dead) return
    this.dead = true
    void this.driver.destroy()
    this.end()
  }
}

/** The same database with a bug in its transactions. */
function withBug(query: Kysely<Schema>, { commits }: CommitBugs): Kysely<Schema> {
  if (commits === undefined) return query
  type Work = (tx: Transaction<Schema>) => Promise<unknown>
  const early = (work: Work) =>
    new Promise((resolve, reject) => {
      const all = query.transaction().execute(async (tx) => {
        resolve(await work(tx))
        for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate)
      })
      all.catch(reject)
    })
  const deaf = async (work: Work) => {
    let result: unknown
    const all = query.transaction().execute(async (tx) => {
      result = await work(tx)
    })
    await all.catch((error: unknown) => (result === undefined ? Promise.reject(error) : undefined))
    return result
  }
  const execute = commits === 'answered before' ? early : deaf
  return new Proxy(query, {
    get(target, name) {
      const value: unknown = name === 'transaction' ? () => ({ execute }) : Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Files of one migrated database with a buyer in it, copied for each history. */
export async function openTemplate() {
  const folder = mkdtempSync(join(fastFolder(), 'commits-'))
  const template = join(folder, 'template.db')
  const process = new Process(template, () => 'well')
  await migrate(process.db)
  const made = { name: 'Ann', email: 'ann@example.org', password_hash: '', rights: '', created_at: '' }
  await insertUser(process.db, { id: 'ann', ...made })
  const session = { token_hash: 'ann', account_id: 'ann', expires_at: '2100', password_at: null }
  await insertSession(process.db, { ...session, created_at: '', last_used_at: null })
  await sql`pragma wal_checkpoint(truncate)`.execute(process.db.query)
  process.kill()
  let copies = 0
  return {
    copy() {
      const file = join(folder, `${++copies}.db`)
      copyFileSync(template, file)
      return { file, remove: () => ['', '-wal', '-shm'].forEach((end) => void rmSync(file + end, { force: true })) }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
