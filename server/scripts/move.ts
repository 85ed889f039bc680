/**
 * `MOVE_TO=postgres://… [MOVE_IMAGES=s3://…] npm run move`: copies the shop that DATABASE_URL or DATA_DIR names into another
 * database, `sqlite:FOLDER` for the way back. Arguments work as well, and everybody on the machine can read them.
 */
import { hash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import type { Schema } from '../db/row-types.ts'
import type { ByteStore } from '../storage/byte-store.ts'
import { openFiles } from '../storage/order-files.ts'
import { openPictureStore, pictureType } from '../storage/picture-store.ts'
import { CommandError, dataPlaces, nameOf, type Place, runCommand, withDatabase } from './command.ts'

/** A database in one transaction: a snapshot to read, or all of what is written. */
interface Shop extends Pick<Database, 'dialect' | 'query'> {
  inUse: boolean
}
type Row = Record<string, unknown>

const usage = 'Say where to: MOVE_TO=postgres://user:password@host/database npm run move, or MOVE_TO=sqlite:FOLDER'
const isJournal = /_migration(_lock)?$/
// a snapshot of SQLite begins with the first read; a server that starts on a new PostgreSQL database waits
const begin = {
  sqlite: { read: ['begin deferred', 'select 1 from sqlite_master'], write: ['begin', 'pragma defer_foreign_keys=1'] },
  postgres: {
    read: ['begin isolation level repeatable read read only'],
    write: ['begin', 'lock table catalogue_state in access exclusive mode'],
  },
}
const otherServers = `select pid from pg_stat_activity
  where datname = current_database() and application_name = 'quayside' and pid <> pg_backend_pid()`

function readPlace(text: string): Place {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return { dataDir: '', databaseUrl: text }
  const folder = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1]
  if (folder) return { dataDir: resolve(folder) }
  throw new CommandError(usage)
}

const execute = (query: Kysely<Schema>, text: string) => sql.raw<Row>(text).execute(query)

/** Opens a database for `work`. Without `write` it is a snapshot, and with it everything is there after `work`, or nothing. */
function withShop<T>(place: Place, write: boolean, work: (shop: Shop) => Promise<T>): Promise<T> {
  return withDatabase(place, async (database, isHeld) => {
    if (write && isHeld) throw new CommandError(`${nameOf(place)} is in use by a server; stop it first.`)
    const { dialect, openWithoutTimeouts } = database
    const query = openWithoutTimeouts?.() ?? database.query
    try {
      await checkVersion(place, { dialect, query, inUse: isHeld }, write)
      if (write) await migrate(database)
      return await query.connection().execute(async (own) => {
        for (const text of begin[dialect][write ? 'write' : 'read']) await execute(own, text)
        const inUse = isHeld || (dialect === 'postgres' && (await execute(own, otherServers)).rows.length > 0)
        const result = await work({ dialect, query: own, inUse })
        await execute(own, write ? 'commit' : 'rollback')
        return result
      })
    } finally {
      if (openWithoutTimeouts) await query.destroy()
    }
  })
}

const namesFrom = async ({ query }: Shop, from: string) =>
  (await execute(query, `select name from ${from}`)).rows.map(({ name }) => String(name))

/** The tables in the order of their creation: on PostgreSQL, each comes after those that it refers to. */
const tablesOf = (shop: Shop) =>
  namesFrom(
    shop,
    shop.dialect === 'sqlite'
      ? `pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'`
      : `(select oid, relname as name from pg_class
          where relkind = 'r' and relnamespace = current_schema()::regnamespace) t order by oid`,
  )

/** Refuses a database that this version of the shop has not brought up to date, and allows an empty one. */
async function checkVersion(place: Place, shop: Shop, allowEmpty: boolean): Promise<void> {
  const tables = await tablesOf(shop)
  if (allowEmpty && tables.length === 0) return
  if (!tables.some((table) => isJournal.test(table)))
    throw new CommandError(`${nameOf(place)} is not empty: it has tables of another program. Name an empty one.`)
  const applied = tables.includes('kysely_migration') ? await namesFrom(shop, 'kysely_migration') : []
  const names = Object.keys(await readMigrations(shop.dialect))
  if (applied.some((name) => !names.includes(name)))
    throw new CommandError(`${nameOf(place)} was made by a newer version of the shop; move it with that version.`)
  const advice = 'start this version on it once, then stop it'
  if (names.length !== applied.length)
    throw new CommandError(`${nameOf(place)} was made by an older version of the shop; ${advice}.`)
}

async function* readRows({ dialect, query }: Shop, table: string): AsyncGenerator<Row[]> {
  const from = sql.table(table)
  if (dialect === 'postgres') await sql`declare moved cursor for select * from ${from}`.execute(query)
  for (let last: unknown = -1; ; ) {
    const { rows } = await (dialect === 'postgres'
      ? sql<Row>`fetch 200 from moved`
      : sql<Row>`select rowid as moved_rowid, * from ${from} where rowid > ${last} order by rowid limit 200`
    ).execute(query)
    if (rows.length === 0) break
    last = rows.at(-1)?.moved_rowid
    yield rows.map(({ moved_rowid, ...row }) => row)
  }
  if (dialect === 'postgres') await execute(query, 'close moved')
}

/** A checksum of rows in any order: the sum of their hashes. */
function sumOf(rows: readonly Row[]): bigint {
  const texts = rows.map((row) => JSON.stringify(Object.entries(row).sort()))
  return texts.reduce((sum, text) => sum + BigInt(`0x${hash('sha256', text)}`), 0n)
}

/** Copies a table in batches, then compares numbers and checksums. Returns the number of rows. */
async function copyTable(source: Shop, target: Shop, table: string): Promise<number> {
  await sql`delete from ${sql.table(table)}`.execute(target.query)
  let [read, stored, difference] = [0, 0, 0n]
  for await (const rows of readRows(source, table)) {
    const columns = Object.keys(rows[0] ?? {})
    const names = sql.join(columns.map((name) => sql.ref(name)))
    const values = rows.map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`)
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(target.query)
    read += rows.length
    difference += sumOf(rows)
  }
  for await (const rows of readRows(target, table)) {
    stored += rows.length
    difference -= sumOf(rows)
  }
  if (read === stored && difference === 0n) return read
  throw new Error(`The copy of ${table} differs from the original; nothing was moved.`)
}

/** Copies all files of a store; one that is there already is written again. Returns their number. */
async function copyStore(from: ByteStore, to: ByteStore, typeOf: (key: string) => string): Promise<number> {
  let done = 0
  for await (const { key } of from.list()) {
    const bytes = await from.get(key)
    // undefined: deleted meanwhile
    if (bytes) await to.put(key, bytes, typeOf(key))
    if (bytes) done++
  }
  return done
}

function readWish(args: readonly string[], { MOVE_TO, MOVE_IMAGES }: NodeJS.ProcessEnv) {
  const at = args.indexOf('--images')
  const images = at < 0 ? MOVE_IMAGES : args[at + 1]
  const [given = MOVE_TO, ...rest] = at < 0 ? args : args.toSpliced(at, 2)
  if (!given || rest.length > 0 || (at >= 0 && !images)) throw new CommandError(usage)
  if (images && !/^s3:\/\/[^:]+:[^@]+@[^/]+\/./.test(images))
    throw new CommandError('The store of the pictures looks like --images s3://ACCESS_KEY:SECRET_KEY@HOST/BUCKET.')
  return { to: readPlace(given), images }
}

await runCommand(async () => {
  const { to, images } = readWish(process.argv.slice(2), process.env)
  const { dataDir, databaseUrl, imagesUrl } = dataPlaces(process.env)
  const from: Place = databaseUrl ? { dataDir: '', databaseUrl } : { dataDir }
  if (nameOf(from) === nameOf(to))
    throw new CommandError('The shop is there already: DATABASE_URL and DATA_DIR name what is moved.')
  if (!databaseUrl && !existsSync(join(dataDir, 'shop.db')))
    throw new CommandError(`There is no shop in ${dataDir}; DATA_DIR names the folder.`)
  const since = new Date().toISOString().slice(11, 19)
  return withShop(from, false, (source) =>
    withShop(to, true, async (target) => {
      const tables = (await tablesOf(target)).filter((name) => !isJournal.test(name))
      for (const table of tables) {
        const { rows } = await sql<Row>`select * from ${sql.table(table)} limit 1`.execute(target.query)
        // single rows come with the tables
        if (rows[0] && !('only_row' in rows[0]))
          throw new CommandError(`${nameOf(to)} is not empty: its table ${table} has rows. Name an empty one.`)
      }
      let rows = 0
      for (const [at, table] of tables.entries()) {
        rows += await copyTable(source, target, table)
        console.error(`${Math.floor((100 * (at + 1)) / tables.length)} % ${table}`)
      }
      // a device that saw more of the old database has to read all of it again
      await target.query.updateTable('catalogue_state').set({ epoch: randomUUID() }).execute()
      const lines = [`Moved ${rows} rows of ${tables.length} tables; counts and checksums are the same.`]
      if (images) {
        const here = { dataDir, imagesUrl }
        const there = { dataDir, imagesUrl: images }
        // the type of a file's answers is in the database
        const files = await copyStore(openFiles(here), openFiles(there), () => 'application/octet-stream')
        const pictures = await copyStore(openPictureStore(here), openPictureStore(there), pictureType)
        lines.push(`Copied ${pictures} files of pictures and ${files} files of orders.`)
      }
      const late = `what was saved after ${since} UTC is not in the copy. To move all of it, stop it first.`
      if (source.inUse) lines.push(`The shop was in use: ${late}`)
      return lines.join('\n')
    }),
  )
})
