import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../server/platform/db/client.ts'
import { databaseFault } from '../../../server/platform/db/dialect/errors.ts'
import { migrate } from '../../../server/platform/db/migrate.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.mjs'
import { dialects, freshDatabase, openTestShop, orderBody, serverUrl } from '../harness.ts'

/** Names and checksums in the journals of existing shops, which no later version may change. */
const released = {
  both: {
    'migrations/001-shop.sql': '923170a760f62191',
    'migrations/002-order-list.sql': '76c3bd1daf359695',
    'migrations/003-lists.sql': 'ec9bebfbf4cbc9b7',
    'migrations/004-list-marks.sql': '6a758e9d1cb774b4',
  },
  sqlite: {
    'dialect/search.sqlite.sql': 'b8352d1a9e1ca72e',
    'dialect/search-short.sqlite.sql': '761dcfa606bc34e4',
    'dialect/lists-search.sqlite.sql': '2eda2c4805b52e6f',
    'dialect/list-marks.sqlite.sql': 'd1759bd6ad0ea3ed',
  },
  postgres: {
    'dialect/search.postgres.sql': 'de1dae6add9c8e01',
    'dialect/lists-search.postgres.sql': '412b8e4b4776bd26',
    'dialect/list-marks.postgres.sql': '2736e53481070de7',
  },
}

describe.each(dialects)('the schema on %s', (dialect) => {
  it('is created once when several instances start together', async () => {
    const fresh = await freshDatabase(dialect)
    const count = dialect === 'postgres' ? 8 : 1
    const databases = Array.from({ length: count }, () => openDatabase(fresh))
    await Promise.all(databases.map((database) => migrate(database)))
    await Promise.all(databases.map((database) => migrate(database)))
    const [first] = databases
    if (!first) throw new Error('no database')
    const rows = await sql<{ name: string; checksum: string }>`select name, checksum from schema_migration`.execute(
      first.query,
    )
    const journal = Object.fromEntries(rows.rows.map(({ name, checksum }) => [name, checksum.slice(0, 16)]))
    expect(journal).toMatchObject({ ...released.both, ...released[dialect] })
    expect(await first.query.selectFrom('catalogue_state').selectAll().execute()).toHaveLength(1)
    for (const database of databases) await database.close()
    await fresh.remove()
  })

  it('gives orders with the same reference different ones before it makes references unique', async () => {
    const fresh = await freshDatabase(dialect)
    const database = openDatabase(fresh)
    await migrate(database)
    await sql`drop index shop_order_reference`.execute(database.query)
    await sql`delete from schema_migration where name = 'migrations/010-order-reference.sql'`.execute(database.query)
    const none = { phone: '', address: '', city: '', postal_code: '', country: '', search: '', created_at: '' }
    const buyer = { buyer_id: '', buyer_name: '', buyer_email: '' }
    const rows = ['b', 'c', 'a', 'd'].map((id) => ({ ...none, ...buyer, id, reference: id === 'd' ? 'Q-2' : 'Q-1' }))
    await database.query.insertInto('shop_order').values(rows).execute()
    await migrate(database)
    const stored = await database.query.selectFrom('shop_order').select('reference').orderBy('id').execute()
    expect(stored.map(({ reference }) => reference)).toEqual(['Q-1', 'Q-1/b', 'Q-1/c', 'Q-2'])
    await database.close()
    await fresh.remove()
  })

  it('refuses a database whose migrations were edited', async () => {
    const fresh = await freshDatabase(dialect)
    const database = openDatabase(fresh)
    await migrate(database)
    await sql`update schema_migration set checksum = 'other'`.execute(database.query)
    await expect(migrate(database)).rejects.toThrow(/differs from the one/)
    await database.close()
    await fresh.remove()
  })
})

describe.each(serverUrl ? ['postgres' as const] : [])('a migration on %s', (dialect) => {
  it('may take longer than the timeouts of requests', async () => {
    const fresh = await freshDatabase(dialect)
    const other = new pg.Client({ connectionString: fresh.databaseUrl })
    await other.connect()
    await other.query('create table schema_migration (name text primary key, checksum text not null, applied_at text)')
    // another instance applies the first migration slowly and then fails
    await other.query("begin; insert into schema_migration values ('migrations/001-shop.sql', '', '')")
    const database = openDatabase(fresh)
    const migrated = migrate(database).then(
      () => 'migrated',
      (error: unknown) => String(error),
    )
    await new Promise((resolve) => setTimeout(resolve, 7_000))
    await other.query('rollback')
    expect(await migrated).toBe('migrated')
    expect((await sql`select 1 from shop_order`.execute(database.query)).rows).toEqual([])
    await other.end()
    await database.close()
    await fresh.remove()
  })
})

// these tests break a database server, so they start their own
describe.each(serverUrl ? ['postgres' as const] : [])('a lost %s', (dialect) => {
  let postgres: TestPostgres | undefined
  afterEach(async () => {
    await postgres?.stop()
    postgres = undefined
  })

  it('is answered with 503 soon, and recovers when it is back', async () => {
    postgres = await startPostgres()
    const t = await openTestShop(dialect, { server: postgres.url })
    const [user, fish] = [await t.addUser(), await t.addFish()]
    expect((await t.call('GET', '/health/')).json).toEqual({ status: 'ok', database: 'ok' })
    await postgres.crash()
    for (const path of ['/health/', '/fish/', '/orders/myorders/']) {
      const start = performance.now()
      const { status, json, headers } = await t.call('GET', path, { token: user.token })
      expect([status, json.type]).toEqual([503, 'about:quayside/database-away'])
      expect(headers['retry-after']).toMatch(/^\d+$/)
      expect(performance.now() - start).toBeLessThan(10_000)
    }
    const lost = await t.call('POST', '/orders/add/', { token: user.token, body: orderBody([fish]) })
    expect(lost.status).toBe(503)
    await postgres.restart()
    await expect.poll(async () => (await t.call('GET', '/health/')).status).toBe(200)
    const made = await t.call('POST', '/orders/add/', { token: user.token, body: orderBody([fish]) })
    expect(made.status).toBe(201)
    await t.close()
  })

  it('is answered with 503 soon when it stops answering', async () => {
    postgres = await startPostgres()
    const t = await openTestShop(dialect, { server: postgres.url })
    const user = await t.addUser()
    await t.call('GET', '/fish/')
    postgres.pause()
    for (const path of ['/health/', '/fish/', '/orders/myorders/', '/users/']) {
      const start = performance.now()
      const { status } = await t.call('GET', path, { token: user.token })
      expect([path, status]).toEqual([path, 503])
      expect(performance.now() - start).toBeLessThan(10_000)
    }
    postgres.resume()
    await expect.poll(async () => (await t.call('GET', '/fish/')).status).toBe(200)
    await expect.poll(async () => (await t.call('GET', '/orders/myorders/', { token: user.token })).status).toBe(200)
    await t.close()
  })
})

describe('faults of the databases', () => {
  const failing = (fields: object) => Object.assign(new Error('x'), fields)
  it.each([
    [failing({ code: '23505' }), 'unique'],
    [failing({ code: '40001' }), 'retry'],
    [failing({ code: '40P01' }), 'retry'],
    [failing({ code: '57P01' }), 'away'],
    [failing({ code: '08006' }), 'away'],
    [failing({ code: '53100' }), 'full'],
    [failing({ code: '57014' }), 'locked'],
    [failing({ code: 'ECONNREFUSED' }), 'away'],
    [failing({ errcode: 5 }), 'retry'],
    [failing({ errcode: 261 }), 'retry'],
    [failing({ errcode: 13 }), 'full'],
    [failing({ errcode: 2067 }), 'unique'],
    [failing({ errcode: 1299 }), undefined],
    [failing({ code: '42601' }), undefined],
    ['text', undefined],
  ])('%o is %s', (error, fault) => {
    expect(databaseFault(error)).toBe(fault)
  })

  it('does not classify a violated constraint as a fault of the database', async () => {
    const t = await openTestShop('sqlite')
    const broken = t.db.query.insertInto('catalogue_state').values({ only_row: 2, epoch: 'x', version: 0 }).execute()
    await expect(broken.catch(databaseFault)).resolves.toBeUndefined()
    await t.close()
  })
})
