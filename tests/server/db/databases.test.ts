import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../server/db/database.ts'
import { databaseFault } from '../../../server/db/dialect/database-errors.ts'
import { migrate, readMigrations } from '../../../server/db/migrate.ts'
import { busyTimeFactor } from '../../support/busy-time-factor.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.mjs'
import { dialect, freshDatabase, openTestShop, orderBody, serverUrl } from '../harness.ts'

it('the schema is created once when several instances start together', async () => {
  const fresh = await freshDatabase(dialect)
  const count = dialect === 'postgres' ? 8 : 1
  const databases = Array.from({ length: count }, () => openDatabase({ ...fresh, timeFactor: busyTimeFactor }))
  await Promise.all(databases.map((database) => migrate(database)))
  await Promise.all(databases.map((database) => migrate(database)))
  const [first] = databases
  if (!first) throw new Error('no database')
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(first.query)
  expect(applied.rows.map(({ name }) => name).sort()).toEqual(Object.keys(await readMigrations(dialect)).sort())
  expect(await first.query.selectFrom('catalogue_state').selectAll().execute()).toHaveLength(1)
  for (const database of databases) await database.close()
  await fresh.remove()
})

describe.runIf(serverUrl)('a migration on PostgreSQL', () => {
  it('may take longer than the timeouts of requests', { tags: '@long' }, async () => {
    const fresh = await freshDatabase(dialect)
    const other = new pg.Client({ connectionString: fresh.databaseUrl })
    await other.connect()
    // another instance holds Kysely's lock, applies migrations slowly and then fails
    await other.query('select pg_advisory_lock(3853314791062309107)')
    // twice as long: the wait is longer still, and a busy database is not taken for one that is away
    const database = openDatabase({ ...fresh, timeFactor: 2 })
    const migrated = migrate(database).then(
      () => 'migrated',
      (error: unknown) => String(error),
    )
    await new Promise((resolve) => setTimeout(resolve, 7_000))
    await other.query('select pg_advisory_unlock_all()')
    expect(await migrated).toBe('migrated')
    expect((await sql`select 1 from shop_order`.execute(database.query)).rows).toEqual([])
    await other.end()
    await database.close()
    await fresh.remove()
  })
})

// these tests break a database server, so they start their own
describe.runIf(serverUrl)('a lost PostgreSQL', () => {
  let postgres: TestPostgres | undefined
  afterEach(async () => {
    await postgres?.stop()
    postgres = undefined
  })

  it('is answered with 503 soon, and recovers when it is back', async () => {
    postgres = await startPostgres()
    const t = await openTestShop({ server: postgres.url })
    const [user, fish] = [await t.addUser(), await t.addFish()]
    expect((await t.call('GET', '/health/')).json).toEqual({ status: 'ok', database: 'ok' })
    await postgres.crash()
    for (const path of ['/health/', '/fish/', '/orders/myorders/']) {
      const { status, json, headers } = await t.call('GET', path, { token: user.token })
      expect([status, json.type]).toEqual([503, 'about:quayside/database-away'])
      expect(headers['retry-after']).toMatch(/^\d+$/)
    }
    const lost = await t.call('POST', '/orders/add/', { token: user.token, body: orderBody([fish]) })
    expect(lost.status).toBe(503)
    await postgres.restart()
    await expect.poll(async () => (await t.call('GET', '/health/')).status).toBe(200)
    const order = () => t.call('POST', '/orders/add/', { token: user.token, body: orderBody([fish]) })
    await expect.poll(async () => (await order()).status).toBe(201)
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
    const t = await openTestShop({ on: 'sqlite' })
    const broken = t.db.query.insertInto('catalogue_state').values({ only_row: 2, epoch: 'x', version: 0 }).execute()
    await expect(broken.catch(databaseFault)).resolves.toBeUndefined()
    await t.close()
  })
})
