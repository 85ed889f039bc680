import pg from 'pg'
import { v7 } from 'uuid'
import { startPostgres } from '../../support/postgres.mjs'
import { closedLoop } from '../load.ts'
import type { Options } from '../options.ts'
import { startShop } from '../shop.ts'
import { median, type Table } from '../table.ts'
import { orderMaker } from './server-orders.ts'

const connections = 32

/** The rows of one order, inserted with nothing around them: one transaction an order, on as many connections. */
async function bareLoop(url: string, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const one = async (table: string, order = 'id desc') =>
    (await pool.query<Record<string, unknown>>(`select * from ${table} order by ${order} limit 1`)).rows[0] ?? {}
  const [key, order, item, change] = [
    await one('idempotency_key'),
    await one('shop_order'),
    await one('order_item', 'order_id'),
    await one('order_change', 'order_id'),
  ]
  const insert = (client: pg.PoolClient, table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row)
    const text = `insert into ${table} (${names}) values (${names.map((_, at) => `$${at + 1}`)})`
    return client.query({ name: table, text, values: Object.values(row) })
  }
  let made = 0
  const end = performance.now() + seconds * 1000
  const run = async () => {
    const client = await pool.connect()
    while (performance.now() < end) {
      const id = v7()
      await client.query('begin')
      await insert(client, 'idempotency_key', { ...key, id })
      await insert(client, 'shop_order', { ...order, id, reference: id })
      for (const position of [0, 1, 2]) await insert(client, 'order_item', { ...item, order_id: id, position })
      await insert(client, 'order_change', { ...change, order_id: id })
      await client.query('commit')
      made++
    }
    client.release()
  }
  await Promise.all(Array.from({ length: connections }, run))
  await pool.end()
  return made / seconds
}

/** The mean number of the database's connections that wait for a lock, while `work` runs. */
async function lockWaits(client: pg.Client, work: () => Promise<void>): Promise<number> {
  const seen: number[] = []
  let isOver = false
  const look = async () => {
    while (!isOver) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'`,
      )
      seen.push(rows[0]?.n ?? 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const looking = look()
  await work()
  isOver = true
  await looking
  return seen.reduce((sum, n) => sum + n, 0) / seen.length
}

/** Durable orders of 32 buyers on PostgreSQL, beside a bare loop of the same inserts. */
export async function serverPostgres(options: Options): Promise<Table[]> {
  const postgres = await startPostgres({ durable: true })
  const shop = await startShop({ products: 60, orders: 0 }, {}, postgres.url)
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    await client.connect()
    const makers: Awaited<ReturnType<typeof orderMaker>>[] = []
    for (let n = 0; n < connections; n++) makers.push(await orderMaker(shop))
    const request = (n: number) => makers[n % connections]?.request() ?? Buffer.alloc(0)
    const load = { port: shop.port, connections, seconds: options.seconds, request }
    await closedLoop({ ...load, seconds: 2 })
    const rates: Record<'ours' | 'bare' | 'waits', number[]> = { ours: [], bare: [], waits: [] }
    const slow: number[] = []
    let refused = 0
    for (let round = 0; round < options.rounds; round++) {
      rates.bare.push(await bareLoop(postgres.url, options.seconds))
      const waits = await lockWaits(client, async () => {
        const ours = await closedLoop(load)
        const answers = Object.values(ours.statuses).reduce((sum, n) => sum + n, 0)
        const made = ours.statuses[201] ?? 0
        rates.ours.push((ours.rate * made) / answers)
        slow.push(ours.p95)
        refused += ours.failed + answers - made
      })
      rates.waits.push(waits)
    }
    const [ours, bare] = [median(rates.ours), median(rates.bare)]
    return [
      {
        title: `Durable orders of ${connections} buyers on PostgreSQL, beside a bare loop of the same inserts`,
        head: ['orders/s', 'bare loop/s', 'ratio', 'p95 ms', 'waits for locks', 'refused'],
        rows: [[ours, bare, ours / bare, median(slow), median(rates.waits), refused]],
      },
    ]
  } finally {
    await client.end()
    await shop.stop()
    await postgres.stop()
  }
}
