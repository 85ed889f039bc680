import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/client.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { busyTimeFactor } from '../../support/busy-time-factor.ts'
import { dialects, freshDatabase, openTestShop, orderBody, password } from '../harness.ts'
import { startServer } from '../process.ts'
import { fillShop040, runSql } from './shop-040.ts'

const folder = new URL('../../../server/db/migrations/', import.meta.url)

/** Files that shops were made with: another text would make other shops. */
const released = {
  '001-baseline.sql': 'ca16ebe27459d89f',
  'postgres/001-baseline.sql': '05c62154177411f6',
  'sqlite/001-baseline.sql': 'd7db1e06540c6a2c',
}

it.each(Object.entries(released))('%s stays as it was released', async (file, start) => {
  const hash = createHash('sha256').update(await readFile(new URL(file, folder)))
  expect(hash.digest('hex').slice(0, 16)).toBe(start)
})

let cleaning: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const clean of cleaning.reverse()) await clean()
  cleaning = []
})

type Row = Record<string, unknown>

async function select(db: Database, text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(db.query)).rows
}

/** The tables with their columns, without the journals, and what SQLite had for searches. */
async function columnsOf(db: Database): Promise<[string, string[]][]> {
  const tables = (await db.query.introspection.getTables()).filter(
    ({ name }) => !/_migration|_search|^(account|shop_order)_number/.test(name),
  )
  return tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])
}

/** All rows of these columns, or of all. */
async function rowsOf(db: Database, columns?: [string, string[]][]) {
  const read = async ([table, names]: [string, string[]]) => {
    const rows = await select(db, `select ${names.join(', ')} from ${table}`)
    return [table, rows.map((row) => JSON.stringify(row)).sort()] as const
  }
  return Object.fromEntries(await Promise.all((columns ?? (await columnsOf(db))).map(read)))
}

/** Tables, indexes, constraints and triggers, as the database describes them, without Kysely’s. */
async function schemaOf(db: Database) {
  if (db.dialect === 'sqlite') {
    const texts = await select(
      db,
      `select name, sql from sqlite_master where sql <> '' and name not like 'kysely%' order by name`,
    )
    return texts.map(({ sql: text }) =>
      String(text)
        .replace(/\s+/g, ' ')
        .replace(/ ?([(),]) ?/g, '$1'),
    )
  }
  const columns = `select attrelid::regclass::text as "table", attname, format_type(atttypid, atttypmod), attcollation::regcollation::text,
      attnotnull, pg_get_expr(adbin, adrelid) from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid in (select oid from pg_class where relkind = 'r' and relname not like 'kysely%'
        and relnamespace = 'public'::regnamespace)
      and attnum > 0 and not attisdropped order by 1, attnum`
  const constraints = `select conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and conname not like 'kysely%' order by conrelid::regclass::text, conname`
  const indexes = `select indexdef from pg_indexes where schemaname = 'public' and tablename not like 'kysely%' order by 1`
  return Promise.all([columns, constraints, indexes].map((text) => select(db, text)))
}

describe.each(dialects)('a shop on %s with the journal of before', (dialect) => {
  async function oldShop() {
    const fresh = await freshDatabase(dialect)
    cleaning.push(fresh.remove)
    await fillShop040(fresh)
    return fresh
  }
  async function look<T>(place: Awaited<ReturnType<typeof oldShop>>, work: (db: Database) => Promise<T>): Promise<T> {
    const db = openDatabase({ ...place, timeFactor: busyTimeFactor })
    return work(db).finally(() => db.close())
  }

  it('keeps every row, and has the schema of a new shop', async () => {
    const place = await oldShop()
    const columns = (await look(place, columnsOf)).filter(([table]) => table !== 'order_tombstone')
    // moved by 050-order-changes
    const same = columns.map(([table, names]): [string, string[]] => [
      table,
      names.filter((name) => table !== 'shop_order' || !/^(feed_seq|changed_at)$/.test(name)),
    ])
    const read = (db: Database) => rowsOf(db, same)
    const changes = await look(place, (db) =>
      select(
        db,
        `select id, buyer_id, changed_at, feed_seq, 0 as is_deleted from shop_order
          union all select id, buyer_id, '', feed_seq, 1 from order_tombstone order by id`,
      ),
    )
    const rows = await look(place, read)
    for (const list of Object.values(rows)) expect(list).not.toEqual([])
    await look(place, migrate)
    expect(await look(place, read)).toEqual(rows)
    const moved = (db: Database) =>
      select(db, 'select order_id as id, buyer_id, changed_at, feed_seq, is_deleted from order_change order by id')
    expect(changes.map(({ is_deleted }) => is_deleted)).toContain(1)
    expect(await look(place, moved)).toEqual(changes)
    const fresh = await freshDatabase(dialect)
    cleaning.push(fresh.remove)
    await look(fresh, migrate)
    const schema = await look(fresh, schemaOf)
    expect(JSON.stringify(schema)).toContain('order_event')
    expect(await look(place, schemaOf)).toEqual(schema)
    // the next start has nothing to do
    await look(place, migrate)
    expect(await look(place, read)).toEqual(rows)
  })

  it('goes on: people log in, see their orders and send another one', async () => {
    const t = await openTestShop(dialect, { fill: fillShop040 })
    const logIn = async (username: string) =>
      (await t.call('POST', '/users/login/', { body: { username, password } })).json.data.token
    const [buyer, admin] = [await logIn('ada@example.org'), await logIn('bo@example.org')]
    const mine = async () => (await t.call('GET', '/orders/myorders/', { token: buyer })).json.data
    const orders: { status: string; _id: string; state: string; sealed?: string }[] = await mine()
    expect(orders.map(({ state }) => state).sort()).toEqual([
      'accepted',
      'accepted',
      'declined',
      'offered',
      'requested',
    ])
    expect(orders.filter(({ sealed }) => sealed)).toHaveLength(1)
    const find = async (path: string, keyword: string) =>
      (await t.call('GET', path, { token: admin, query: { keyword, page: '1' } })).json
    expect(await find('/orders/', '0T73')).toMatchObject([{ reference: 'Q-0T73-F60R', state: 'offered' }])
    expect(await find('/users/', 'bo adm')).toMatchObject([{ email: 'bo@example.org' }])
    expect((await find('/fish/', 'pilchard')).fishes).toHaveLength(1)
    const { fishes } = (await t.call('GET', '/fish/')).json
    expect((await t.call('POST', '/orders/add/', { token: buyer, body: orderBody(fishes.slice(0, 2)) })).status).toBe(
      201,
    )
    expect(await mine()).toHaveLength(6)
    await t.close()
  })

  it('is refused as it is if it was not brought up to date, with a sentence that says what to do', async () => {
    const place = await oldShop()
    await runSql(place, `delete from schema_migration where name = 'migrations/040-rights.sql'`)
    const [rows, schema] = [await look(place, rowsOf), await look(place, schemaOf)]
    const { code, errors } = await startServer({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' }).ended
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^This shop is from before [^\n]+ start the last release [^\n]+\.\n$/),
    ])
    expect([await look(place, rowsOf), await look(place, schemaOf)]).toEqual([rows, schema])
  })
})

describe.each(dialects)('migrations on %s', (dialect) => {
  async function open() {
    const fresh = await freshDatabase(dialect)
    cleaning.push(fresh.remove)
    const db = openDatabase({ ...fresh, timeFactor: busyTimeFactor })
    cleaning.push(() => db.close())
    const own = join(fresh.dataDir, 'migrations')
    await mkdir(join(own, dialect), { recursive: true })
    const write = (name: string, text: string) => writeFile(join(own, name), text)
    const tables = async () =>
      (await db.query.introspection.getTables()).map(({ name }) => name).filter((name) => !/_migration/.test(name))
    return { db, write, tables, own: pathToFileURL(`${own}/`) }
  }

  it('are all applied, or none', async () => {
    const { db, write, tables, own } = await open()
    await write('041-fish.sql', 'create table fish (name text);\n\ninsert into fish values (1);\n')
    await write('042-half.sql', 'create table half (name text);\n\ninsert into nowhere values (1);\n')
    await expect(migrate(db, own)).rejects.toThrow(/nowhere/)
    expect(await tables()).toEqual([])
    await write('042-half.sql', 'create table half (name text);\n')
    await migrate(db, own)
    expect((await tables()).sort()).toEqual(['fish', 'half'])
    expect(await select(db, 'select count(*) as n from fish')).toEqual([{ n: expect.anything() }])
  })

  it('run in the order of their names, a shared file before that of the database, and late ones too', async () => {
    const { db, write, own } = await open()
    await write('041-said.sql', 'create table said (name text /*C*/, place integer);\n')
    await write(`${dialect}/041-said.sql`, `-- with a note\ninsert into said values ('own', 1);\n`)
    await write('043-third.sql', `insert into said values ('third', 3);\n`)
    await migrate(db, own)
    // from a branch that was merged later
    await write('042-second.sql', `insert into said values ('second', 2);\n`)
    await migrate(db, own)
    await migrate(db, own)
    const rows = await select(db, 'select name from said order by place')
    expect(rows.map(({ name }) => name)).toEqual(['own', 'second', 'third'])
  })

  it('of the journal of before are not applied again', async () => {
    const { db, write, own } = await open()
    await write('001-baseline.sql', 'create table fish (name text);\n')
    await write(`${dialect}/001-baseline.sql`, 'create table fish_search (name text);\n')
    await write('041-shared.sql', 'create table shared (name text);\n')
    await write(`${dialect}/042-own.sql`, 'create table own (name text);\n')
    await write('043-new.sql', 'create table new (name text);\n')
    for (const name of ['fish', 'fish_search', 'shared', 'own', 'schema_migration'])
      await sql.raw(`create table ${name} (name text)`).execute(db.query)
    for (const name of ['040-rights', '041-shared', `${dialect}/042-own`])
      await sql`insert into schema_migration values (${`migrations/${name}.sql`})`.execute(db.query)
    await migrate(db, own)
    const applied = await select(db, 'select name from kysely_migration order by name')
    expect(applied.map(({ name }) => name)).toEqual(['001-baseline', '041-shared', '042-own', '043-new'])
    expect(await select(db, 'select * from new')).toEqual([])
  })

  it('of a newer version are refused', async () => {
    const { db, write, own } = await open()
    await write('999-later.sql', 'create table later (name text);\n')
    await migrate(db, own)
    await expect(migrate(db)).rejects.toThrow(/opened by a newer version/)
  })
})
