import { closedLoop, costOf } from '../load.ts'
import type { Options } from '../options.ts'
import { rawRequest } from '../raw-http.ts'
import { logIn, startShop } from '../shop.ts'
import type { Cell, Table } from '../table.ts'

const orders = 100_000
/** Within the year of which administrators have all. */
const amount = { products: 60, orders, events: 3, from: Date.now() - (orders + 1) * 60_000 }
/** Of which two thirds are on the table and one is over (`seed-many.ts`). */
const lastPage = Math.floor(((amount.orders / 3) * 2) / 20)

/** What the exporter's screens and the devices of both sides ask for, in a shop of many years. */
const asks: [string, string][] = [
  ['counts', '/api/orders/counts/'],
  ['board: offered', '/api/orders/?state=offered&page=1&per_page=20'],
  ['board: expired', '/api/orders/?state=expired&page=1&per_page=20'],
  ['board: requested, declined', '/api/orders/?state=requested,declined&page=1&per_page=20'],
  ['board: offered, middle page', `/api/orders/?state=offered&page=${Math.floor(lastPage / 2)}&per_page=20`],
  ['board: offered, last page', `/api/orders/?state=offered&page=${lastPage}&per_page=20`],
  [
    'board: offered and accepted, middle page',
    `/api/orders/?state=offered,accepted&page=${Math.floor(lastPage / 2)}&per_page=20`,
  ],
  ['board: searched', '/api/orders/?keyword=buyer42&page=1&per_page=20'],
  ['board: searched, offered', '/api/orders/?keyword=buyer42&state=offered&page=1&per_page=20'],
  ['feed: first page', '/api/orders/changes/'],
]

/** Calls of threads on 100,000 orders with 300,000 events. */
export async function serverThreads(options: Options): Promise<Table[]> {
  const shop = await startShop(amount)
  try {
    const headers = { authorization: `Bearer ${await logIn(shop, 'admin')}`, 'accept-encoding': 'br' }
    const { next } = await lastCursor(shop.url, headers)
    const rows: Cell[][] = []
    for (const [name, path] of [...asks, ['feed: nothing new', `/api/orders/changes/?since=${next}`] as const]) {
      const request = rawRequest('GET', path, headers)
      const load = { port: shop.port, connections: 1, seconds: 0.5, request: () => request }
      // all run compiled code before they are timed
      await closedLoop(load)
      const { p50, p95, bytes, cost, statuses } = await costOf(shop.pid, () =>
        closedLoop({ ...load, seconds: options.seconds }),
      )
      rows.push([name, p50, p95, bytes, cost / 1000, Object.keys(statuses).join(' ')])
    }
    return [
      {
        title: '100,000 orders with 300,000 events, an administrator, one connection, brotli',
        head: ['call', 'p50 ms', 'p95 ms', 'bytes', 'CPU ms', 'status'],
        rows,
      },
    ]
  } finally {
    await shop.stop()
  }
}

/** Where the feed is when everything of the last year was read. */
async function lastCursor(url: string, headers: Record<string, string>): Promise<{ next: string }> {
  let query = ''
  for (;;) {
    const answer = await fetch(`${url}/api/orders/changes/${query}`, { headers })
    // our own server, which its own tests hold to the contract
    const page = (await answer.json()) as { next: string; more: boolean }
    if (!page.more) return page
    query = `?since=${page.next}`
  }
}
