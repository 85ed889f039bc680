import pg from 'pg'
import { v7 } from 'uuid'
import { startPostgres } from '../../support/postgres.mjs'
import { closedLoop, costOf } from '../load.ts'
import { startShop } from '../shop.ts'
import { median, type Options, type Table } from '../table.ts'
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

/** Durable orders of 32 buyers on PostgreSQL, beside a bare loop of the same inserts. */
export async function serverPostgres(options: Options): Promise<Table[]> {
  const postgres = await startPostgres({ durable: true })
  const shop = await startShop({ products: 60, orders: 0 }, {}, postgres.url)
  try {
    const makers: Awaited<ReturnType<typeof orderMaker>>[] = []
    for (let n = 0; n < connections; n++) makers.push(await orderMaker(shop))
    const request = (n: number) => makers[n % connections]?.request() ?? Buffer.alloc(0)
    const load = { port: shop.port, connections, seconds: options.seconds, request }
    await closedLoop({ ...load, seconds: 2 })
    const rates: Record<'ours' | 'bare' | 'cost', number[]> = { ours: [], bare: [], cost: [] }
    const slow: number[] = []
    let refused = 0
    for (let round = 0; round < options.rounds; round++) {
      rates.bare.push(await bareLoop(postgres.url, options.seconds))
      const ours = await costOf(shop.pid, () => closedLoop(load))
      const answers = Object.values(ours.statuses).reduce((sum, n) => sum + n, 0)
      const made = ours.statuses[201] ?? 0
      rates.ours.push((ours.rate * made) / answers)
      rates.cost.push(ours.cost)
      slow.push(ours.p95)
      refused += ours.failed + answers - made
    }
    const [ours, bare] = [median(rates.ours), median(rates.bare)]
    return [
      {
        title: `Durable orders of ${connections} buyers on PostgreSQL, beside a bare loop of the same inserts`,
        head: ['orders/s', 'bare loop/s', 'ratio', 'CPU µs an order', 'p95 ms', 'refused'],
        rows: [[ours, bare, ours / bare, median(rates.cost), median(slow), refused]],
      },
    ]
  } finally {
    await shop.stop()
    await postgres.stop()
  }
}
