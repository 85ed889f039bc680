import { v7 } from 'uuid'
import type { FishPage } from '../../../contract/fishes.ts'
import { startBare, takeAnswer } from '../bare.ts'
import { closedLoop, costOf } from '../load.ts'
import type { Options } from '../options.ts'
import { rawRequest } from '../raw-http.ts'
import { logIn, type Shop, startShop } from '../shop.ts'
import { type Cell, median, type Table } from '../table.ts'

const path = '/api/orders/add/'
const json = { 'content-type': 'application/json' }
const shippingAddress = { phone: '+33 1', address: '1 Quay', city: 'Brest', postalCode: '29200', country: 'France' }

/** Makes orders of three products each, every one with a key of its own. */
export async function orderMaker(
  shop: Shop,
): Promise<{ request: () => Buffer; headers: Record<string, string>; body: string }> {
  const token = await logIn(shop, 'customer')
  const answer = await fetch(`${shop.url}/api/fish/?page=1&per_page=3`)
  // our own server, which its own tests hold to the contract
  const { fishes } = (await answer.json()) as FishPage
  const body = JSON.stringify({ orderItems: fishes.map((fish) => ({ fishe: fish._id, qty: 2.5 })), shippingAddress })
  const headers = { ...json, authorization: `Bearer ${token}` }
  return { headers, body, request: () => rawRequest('POST', path, { ...headers, 'idempotency-key': v7() }, body) }
}

/** Durable orders a second, alone and beside bare Fastify which answers as many bytes and keeps nothing. */
async function orders(options: Options, rows: Cell[][]) {
  for (const [products, before] of [
    [60, 0],
    [10_000, 0],
    [100_000, 100_000],
  ] as const) {
    const shop = await startShop({ products, orders: before })
    try {
      const { request, headers, body } = await orderMaker(shop)
      const ask = { method: 'POST' as const, path, body, headers: { ...headers, 'idempotency-key': v7() } }
      const bare = await startBare([await takeAnswer(shop.url, ask)])
      try {
        const rates: Record<'ours' | 'bare' | 'cost', number[]> = { ours: [], bare: [], cost: [] }
        const slow: number[] = []
        let refused = 0
        for (const port of [bare.port, shop.port]) await closedLoop({ port, connections: 16, seconds: 1, request })
        for (let round = 0; round < options.rounds; round++) {
          const load = { connections: 16, seconds: options.seconds, request }
          rates.bare.push((await closedLoop({ ...load, port: bare.port })).rate)
          const ours = await costOf(shop.pid, () => closedLoop({ ...load, port: shop.port }))
          rates.cost.push(ours.cost)
          rates.ours.push(ours.rate)
          slow.push(ours.p95)
          refused += ours.failed + Math.round(ours.rate * options.seconds) - (ours.statuses[201] ?? 0)
        }
        const [mine, limit] = [median(rates.ours), median(rates.bare)]
        rows.push([products, before, mine, limit, mine / limit, median(rates.cost), median(slow), Math.max(0, refused)])
      } finally {
        await bare.stop()
      }
    } finally {
      await shop.stop()
    }
  }
}

/** What a page of the lists of administrators costs when there are few rows and when there are many. */
async function adminPages(options: Options, rows: Cell[][]) {
  for (const before of [1000, 100_000]) {
    const shop = await startShop({ products: 60, orders: before, people: before })
    try {
      const headers = { authorization: `Bearer ${await logIn(shop, 'admin')}` }
      const last = before / 20
      const pages = { 'first page': 'page=1', 'middle page': `page=${last / 2}`, 'last page': `page=${last}` }
      const asks = [
        ...['orders', 'users', 'subscribers'].flatMap((list) =>
          Object.entries(pages).map(([page, query]) => [list, page, `${query}&per_page=20`]),
        ),
        ['orders', 'searched', 'page=1&keyword=buyer42&per_page=20'],
        ['users', 'searched', 'page=1&keyword=buyer427&per_page=20'],
        ['orders', 'no page', ''],
      ]
      const ask = (list = '', query = '') => rawRequest('GET', `/api/${list}/?${query}`, headers)
      for (const [list, , query] of asks) {
        // all run compiled code before they are timed
        const load = { port: shop.port, connections: 1, seconds: 0.5, request: () => ask(list, query) }
        await closedLoop(load)
      }
      for (const [list = '', name = '', query] of asks) {
        const request = ask(list, query)
        const load = { port: shop.port, connections: 1, seconds: options.seconds, request: () => request }
        const { p50, p95, bytes, cost, statuses } = await costOf(shop.pid, () => closedLoop(load))
        rows.push([before, list, name, p50, p95, bytes, cost, Object.keys(statuses).join(' ')])
      }
    } finally {
      await shop.stop()
    }
  }
}

export async function serverOrders(options: Options): Promise<Table[]> {
  const made: Cell[][] = []
  const pages: Cell[][] = []
  await orders(options, made)
  await adminPages(options, pages)
  return [
    {
      title: 'Durable orders (three items, SQLite, synchronous=FULL), 16 connections',
      head: [
        'products',
        'orders before',
        'orders/s',
        'bare Fastify/s',
        'ratio',
        'CPU µs an order',
        'p95 ms',
        'refused',
      ],
      rows: made,
    },
    {
      title: 'A page of the lists of administrators, one connection',
      head: ['rows', 'list', 'what', 'p50 ms', 'p95 ms', 'bytes', 'CPU µs a page', 'status'],
      rows: pages,
    },
  ]
}
