import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { busyTimeFactor } from '../../support/busy-time-factor.ts'
import { dialect, freshDatabase, openTestShop, orderBody, password } from '../harness.ts'
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

describe('a shop with the journal of before', () => {
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
    // moved by 050-order-changes and 054-outbox
    const movedTables = ['order_tombstone', 'order_mail', 'account_mail', 'push_message']
    const movedColumns: Record<string, string[]> = {
      shop_order: ['feed_seq', 'changed_at'],
      contact_message: ['sent_at', 'attempts', 'next_attempt_at'],
    }
    const columns = (await look(place, columnsOf)).filter(([table]) => !movedTables.includes(table))
    const same = columns.map(([table, names]): [string, string[]] => [
      table,
      names.filter((name) => !movedColumns[table]?.includes(name)),
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
    const t = await openTestShop({ fill: fillShop040 })
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
    // the update has filled whose requests they are
    const customers = (await t.call('GET', '/customers/', { token: admin })).json
    expect(customers.map(({ people }: { people: number }) => people)).not.toContain(0)
    expect(
      (await t.db.query.selectFrom('shop_order').select('customer').execute()).map((row) => row.customer),
    ).not.toContain('')
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

const at = '2026-01-01T00:00:00.000Z'
/** What an earlier version has queued, in each of its tables and in every shape. */
const queued = `
  insert into webhook (id, url, events, secret, old_secret, old_secret_until, paused, created_at, failures, retry_at, lease_until)
    values ('hook', 'https://erp.example/', 'order.created', 'whsec_a', '', '', '', '${at}', 0, '', '');
  insert into webhook_delivery (id, webhook_id, event, subject, seq, owner, at, since, body, attempts, status, problem, next_at, asked_at, done_at)
    values ('w1', 'hook', 'order.created', 'order:o1', 3, 'ada', '${at}', '${at}', '{"type":1}', 2, null, 'timeout', '${at}', null, null),
      ('w2', 'hook', 'test', 'w2', 0, '', '${at}', '${at}', '{}', 1, 204, '', null, '${at}', '${at}');
  insert into admin_mail (id, recipient, language, subject, body, attempts, next_attempt_at)
    values ('a1', 'bo@example.org', 'fr', 'Compte "b"', 'Une\nligne', 4, '${at}');
  insert into account_mail (id, kind, email, language, attempts, next_attempt_at, invitation_id, link_hash)
    values ('l1', 'restore', 'ada@example.org', 'es', 1, '${at}', null, 'hash'),
      ('l2', 'invitation', 'cy@example.org', 'en', 0, '${at}', 'i1', null);
  update order_mail set milestone_seq = 7, attempts = 5 where id = '019b76da-a949-7039-937b-0625406f2079';
  update push_message set milestone_seq = 9 where id = '019b76da-a960-70a4-821a-6360fb27fb80';
  insert into contact_message (id, subject, name, email, message, created_at, sent_at, attempts, next_attempt_at, read_at, answered_at)
    values ('019b76da-a949-7039-937b-0625406f2079', '', '', 'v@example.org', 'Sent', '${at}', '${at}', 1, null, null, null)`

it('what waits to be sent is all in the outbox after the update, as it was', async () => {
  const fresh = await freshDatabase(dialect)
  cleaning.push(fresh.remove)
  await fillShop040(fresh)
  const before = join(fresh.dataDir, 'before')
  await cp(folder, before, { recursive: true, filter: (path) => !basename(path).startsWith('054-') })
  const db = openDatabase({ ...fresh, timeFactor: busyTimeFactor })
  cleaning.push(() => db.close())
  await migrate(db, pathToFileURL(`${before}/`))
  for (const text of queued.split(';\n')) await sql.raw(text).execute(db.query)
  const order = `'order:' || order_id as subject, milestone_seq, attempts, next_attempt_at`
  const mails = await select(
    db,
    `select id, recipient, subject as title, body, offer_seq, is_ending, ${order}, (select buyer_id from shop_order where id = order_id) as buyer
      from order_mail order by id`,
  )
  const pushes = await select(db, `select id, subscription_id, ${order} from push_message order by id`)
  const [reset] = await select(db, `select id from account_mail where kind = 'reset'`)
  const [message] = await select(db, `select id from contact_message where next_attempt_at is not null`)
  expect([mails.length, pushes.length]).toEqual([4, 5])
  await migrate(db)
  const rows = await db.query.selectFrom('outbox').selectAll().orderBy('id').execute()
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  const json = (kind: string) => of(kind).map(({ payload, ...row }) => ({ ...row, payload: JSON.parse(payload) }))
  const event = ({ milestone_seq, is_ending, offer_seq }: Row) =>
    milestone_seq ? 'milestone' : is_ending ? 'ending' : offer_seq ? 'offer' : ''
  const same = (row: Row) => ({
    ...{ id: row.id, subject: row.subject, attempts: row.attempts, next_at: row.next_attempt_at, lease_until: '' },
    ...{ event: event(row), seq: row.milestone_seq ?? row.offer_seq ?? 0, asked_at: null, done_at: null },
  })
  expect(json('order_mail')).toMatchObject(
    mails.map((mail) => ({
      ...same(mail),
      ...{ target: mail.recipient, owner: mail.recipient === '' ? '' : mail.buyer },
      payload: { subject: mail.title, text: mail.body, language: 'en' },
    })),
  )
  expect(new Set(of('order_mail').map((row) => row.event))).toEqual(new Set(['milestone', 'ending', 'offer', '']))
  expect(of('push_message')).toMatchObject(pushes.map((push) => ({ ...same(push), target: push.subscription_id })))
  expect(json('account_mail')).toMatchObject([
    { id: reset?.id, event: 'reset', target: 'ada@example.org', subject: '', payload: { language: 'en' } },
    { id: 'l1', event: 'restore', subject: 'link:hash', payload: { language: 'es' }, attempts: 1 },
    { id: 'l2', event: 'invitation', target: 'cy@example.org', subject: 'invitation:i1', next_at: at },
  ])
  const text = { language: 'fr', subject: 'Compte "b"', text: 'Une\nligne' }
  expect(json('admin_mail')).toMatchObject([{ target: 'bo@example.org', payload: text, attempts: 4, next_at: at }])
  expect(of('contact_message')).toMatchObject([{ subject: `message:${message?.id}`, attempts: 0, target: '' }])
  expect(of('webhook')).toMatchObject([
    { id: 'w1', target: 'hook', subject: 'order:o1', seq: 3, owner: 'ada', payload: '{"type":1}', attempts: 2 },
    { id: 'w2', event: 'test', status: 204, next_at: null, asked_at: at, done_at: at },
  ])
  expect(of('webhook')[0]).toMatchObject({ problem: 'timeout', next_at: at, since: at, status: null })
})

describe('migrations', () => {
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
