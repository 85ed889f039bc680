import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../server/db/client.ts'
import { countRows, type MarkedList, markedLists } from '../../server/db/list-marks.ts'
import { migrate } from '../../server/db/migrate.ts'
import { allOrders } from '../../server/db/orders.ts'
import { allSubscribers } from '../../server/db/subscribers.ts'
import { allUsers } from '../../server/db/users.ts'
import { markLists } from '../../server/services/list-marks.ts'
import { dialects, freshDatabase } from './harness.ts'

/** Few rows from mark to mark, so that a short list has many. */
const gap = 4
const start = Date.UTC(2026, 0, 1)
const timeOf = (minute: number) => new Date(start + minute * 60_000).toISOString()

const listOf = { shop_order: allOrders, account: allUsers, subscriber: allSubscribers }

async function insert(db: Database, list: MarkedList, minute: number): Promise<void> {
  const id = v7({ msecs: start + minute * 60_000 })
  const created_at = timeOf(minute)
  if (list === 'subscriber') {
    await db.query.insertInto('subscriber').values({ id, email: id, created_at }).execute()
  } else if (list === 'account') {
    const row = { id, email: id, name: 'Somebody', password_hash: '', is_admin: 0, created_at, search: '' }
    await db.query.insertInto('account').values(row).execute()
  } else {
    const buyer = { buyer_id: id, buyer_name: '', buyer_email: '' }
    const address = { phone: '', address: '', city: '', postal_code: '', country: '' }
    // ids come from phones, in another order than the orders, of which several come at once
    const key = v7({ msecs: start + ((minute * 7919) % 1000) })
    const order = { id: key, reference: '', created_at: timeOf(minute - (minute % 3)), search: '' }
    await db.query
      .insertInto('shop_order')
      .values({ ...order, ...buyer, ...address })
      .execute()
  }
}

/** All ids in the order of the list, read without any mark. */
async function scan(db: Database, list: MarkedList): Promise<string[]> {
  const order = { shop_order: 'created_at desc, id desc', account: 'id', subscriber: 'id desc' }[list]
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(list)} order by ${sql.raw(order)}`.execute(
    db.query,
  )
  return rows.map(({ id }) => id)
}

async function expectAsScanned(db: Database, limits: number[]): Promise<void> {
  for (const list of markedLists) {
    const ids = await scan(db, list)
    expect(await countRows(db, list)).toBe(ids.length)
    for (const limit of limits) {
      for (let offset = 0; offset <= ids.length; offset += limit) {
        const page = (await listOf[list](db).rows({ offset, limit, total: ids.length })).map(({ id }) => id)
        expect([list, offset, page]).toEqual([list, offset, ids.slice(offset, offset + limit)])
      }
    }
  }
}

const marks = async (db: Database) => (await db.query.selectFrom('list_mark').selectAll().execute()).length

describe.each(dialects)('marks in long lists on %s', (dialect) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let db: Database
  beforeEach(async () => {
    fresh = await freshDatabase(dialect)
    db = openDatabase(fresh)
    await migrate(db)
  })
  afterEach(async () => {
    await db.close()
    await fresh.remove()
  })

  const steps = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('add'), at: fc.nat(9) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('add late'), at: fc.nat(400) }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete'), at: fc.nat(999) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete many'), at: fc.nat(999) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('move'), at: fc.nat(999) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('mark'), at: fc.constant(0) }) },
    ),
    { minLength: 20, maxLength: 60 },
  )

  it('say which rows are on a page, and how many there are, as reading the whole list does', async () => {
    let most = 0
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        for (const list of markedLists) await sql`delete from ${sql.table(list)}`.execute(db.query)
        let minute = 0
        for (const { kind, at } of taken) {
          if (kind === 'mark') await markLists(db, gap)
          for (const list of markedLists) {
            const ids = await scan(db, list)
            const from = Math.floor((at / 1000) * ids.length)
            const gone = ids.slice(from, from + (kind === 'delete' ? 1 : 12))
            if (kind === 'add') for (let n = 0; n < at; n++) await insert(db, list, minute + n)
            if (kind === 'add late') await insert(db, list, at)
            if (kind.startsWith('delete') && gone.length > 0)
              await sql`delete from ${sql.table(list)} where id in (${sql.join(gone)})`.execute(db.query)
            const [id] = gone
            if (kind === 'move' && id && list === 'shop_order')
              await db.query
                .updateTable(list)
                .set({ created_at: timeOf((at * 7) % 400) })
                .where('id', '=', id)
                .execute()
          }
          minute += 10
        }
        await expectAsScanned(db, [3])
        await markLists(db, gap)
        await expectAsScanned(db, [1, 20])
        most = Math.max(most, await marks(db))
      }),
      { numRuns: 12 },
    )
    expect(most).toBeGreaterThan(20)
  }, 120_000)

  it('are as many as the list is long, also where rows came late', async () => {
    for (let minute = 0; minute < 20; minute++) await insert(db, 'subscriber', minute * 1000)
    await markLists(db, gap)
    expect(await marks(db)).toBe(4)
    for (let minute = 0; minute < 20; minute++) await insert(db, 'subscriber', 2000 + minute)
    expect(await marks(db)).toBe(4)
    await markLists(db, gap)
    expect(await marks(db)).toBe(9)
    await expectAsScanned(db, [7])
  })

  it('come to a shop that had its rows before', async () => {
    const made = markedLists.flatMap((list) =>
      dialect === 'postgres'
        ? [
            [`${list}_mark`, ` on ${list}`],
            [`${list}_mark_all`, ` on ${list}`],
          ]
        : ['insert', 'delete', ...(list === 'shop_order' ? ['update'] : [])].map((kind) => [
            `${list}_mark_${kind}`,
            '',
          ]),
    )
    for (const [trigger, on] of made) await sql.raw(`drop trigger ${trigger}${on}`).execute(db.query)
    if (dialect === 'postgres') await sql`drop function move_list_marks`.execute(db.query)
    await sql`drop table list_mark`.execute(db.query)
    await sql`delete from schema_migration where name like '%list-marks%'`.execute(db.query)
    for (let minute = 0; minute < 30; minute++) for (const list of markedLists) await insert(db, list, minute)

    await migrate(db)
    await expectAsScanned(db, [7])
    await markLists(db, gap)
    expect(await marks(db)).toBe(3 * 6)
    await expectAsScanned(db, [7])
  })

  it('stay true while several instances write and mark at once', async () => {
    // SQLite belongs to one process, whose transactions take turns
    const instances = Array.from({ length: 3 }, () => (dialect === 'postgres' ? openDatabase(fresh) : db))
    try {
      let writing = true
      const mark = async (one: Database) => {
        while (writing) await markLists(one, gap)
      }
      const write = async (one: Database, skew: number) => {
        for (let minute = 0; minute < 120; minute++) {
          for (const list of markedLists) await insert(one, list, minute + skew)
          if (minute % 3 > 0) continue
          for (const list of markedLists) {
            const [id] = await scan(one, list)
            await sql`delete from ${sql.table(list)} where id = ${id}`.execute(one.query)
          }
        }
      }
      const marking = Promise.all(instances.map(mark))
      const written = Promise.all(instances.map((one, n) => write(one, n * 3))).finally(() => {
        writing = false
      })
      await Promise.all([written, marking])
      expect(await marks(db)).toBeGreaterThan(100)
      await expectAsScanned(db, [10])
    } finally {
      if (dialect === 'postgres') await Promise.all(instances.map((one) => one.close()))
    }
  }, 60_000)
})
