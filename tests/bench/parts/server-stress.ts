import { closedLoop, openLoop } from '../load.ts'
import type { Options } from '../options.ts'
import { RawConnection, rawRequest } from '../raw-http.ts'
import { type Shop, startShop } from '../shop.ts'
import type { Cell, Table } from '../table.ts'
import { orderMaker } from './server-orders.ts'

const list = rawRequest('GET', '/api/fish/?page=1&per_page=6', { 'accept-encoding': 'br' })

const ask = (connection: RawConnection, request: Buffer) =>
  new Promise<number>((resolve) =>
    connection.send(request, (answer) => resolve(answer instanceof Error ? 0 : answer.status)),
  )

async function idle(shop: Shop, seconds: number): Promise<Cell[][]> {
  const load = { port: shop.port, connections: 10, seconds, request: () => list }
  const before = { ...(await closedLoop(load)), memory: await shop.memory() }
  const connections = Array.from({ length: 1000 }, () => new RawConnection(shop.port))
  const opened = await Promise.all(connections.map((each) => ask(each, list)))
  const during = { ...(await closedLoop(load)), memory: await shop.memory() }
  const still = await Promise.all(connections.map((each) => ask(each, list)))
  for (const each of connections) each.close()
  const ok = (statuses: number[]) => statuses.filter((status) => status === 200).length
  return [
    ['without', before.rate, before.p95, before.memory, ''],
    ['with 1,000 idle', during.rate, during.p95, during.memory, `${ok(opened)} opened, ${ok(still)} still answered`],
  ]
}

/** ms until a read and a write both answer as they should within 200 ms again. */
async function recovery(shop: Shop, order: () => Buffer): Promise<number> {
  const start = performance.now()
  while (performance.now() - start < 30_000) {
    const connection = new RawConnection(shop.port)
    const at = performance.now()
    const [read, write] = [await ask(connection, list), await ask(connection, order())]
    connection.close()
    if (read === 200 && write === 201 && performance.now() - at < 200) return performance.now() - start
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return Number.NaN
}

async function overload(shop: Shop, seconds: number): Promise<Cell[][]> {
  const { request } = await orderMaker(shop)
  const load = { port: shop.port, seconds, request }
  const calm = await closedLoop({ ...load, connections: 16 })
  const row = (name: string, result: typeof calm, back: Cell): Cell[] => {
    const statuses = Object.entries(result.statuses).map(([status, n]) => `${n} × ${status}`)
    return [name, result.rate, result.p50, result.p99, [...statuses, `${result.failed} unanswered`].join(', '), back]
  }
  const rows = [row('as much as it can', calm, '')]
  for (const times of [1, 3]) {
    const result = await openLoop({
      ...load,
      rate: calm.rate * times,
      connections: 1000,
      seconds: Math.max(5, seconds),
    })
    rows.push(row(`offered ${times} ×`, result, await recovery(shop, request)))
  }
  rows.push(['memory, MB', await shop.memory()])
  return rows
}

export async function serverStress(options: Options): Promise<Table[]> {
  const shop = await startShop()
  try {
    const waiting = await idle(shop, options.seconds)
    const pressed = await overload(shop, options.seconds)
    return [
      { title: 'Idle connections', head: ['connections', 'lists/s', 'p95 ms', 'memory MB', ''], rows: waiting },
      {
        title: 'Overload with orders',
        head: ['load', 'answers/s', 'p50 ms', 'p99 ms', 'answers', 'well again after ms'],
        rows: pressed,
      },
    ]
  } finally {
    await shop.stop()
  }
}
