import type { Fish, FishPage } from '../../../contract/fishes.ts'
import { startBare, takeAnswer } from '../bare.ts'
import { closedLoop, costOf, type LoadResult } from '../load.ts'
import { rawRequest } from '../raw-http.ts'
import { type Shop, startShop } from '../shop.ts'
import { type Cell, median, type Options, type Table } from '../table.ts'

const accept = { 'accept-encoding': 'br', accept: 'application/json' }
const words = ['hake', 'cod', 'galway', 'loin', 'sardine', 'crab', 'pulpo', 'merlu', 'atlantic', 'fillet', 'hokkaido']

async function read<T>(shop: Shop, path: string): Promise<T> {
  const answer = await fetch(shop.url + path)
  // our own server, which its own tests hold to the contract
  return (await answer.json()) as T
}

async function paths(shop: Shop, size: number): Promise<Record<string, string[]>> {
  const pages = Math.ceil(size / 6)
  const some = Array.from({ length: 40 }, (_, n) => 1 + ((n * 7919) % pages))
  const { fishes } = await read<FishPage>(shop, '/api/fish/?page=1&per_page=100')
  return {
    list: some.map((page) => `/api/fish/?keyword=&page=${page}&per_page=6`),
    search: words.flatMap((word) => [1, 2].map((page) => `/api/fish/?keyword=${word}&page=${page}&per_page=6`)),
    detail: fishes.slice(0, 40).map((fish: Fish) => `/api/fishes/${fish._id}`),
    'product page': fishes.slice(0, 40).map((fish: Fish) => `/p/${fish._id}`),
    sitemap: ['/sitemap.xml?page=1'],
  }
}

interface Server {
  port: number
  pid: number
}
type Result = LoadResult & { cost: number }

async function pair(options: Options, servers: { ours: Server; bare: Server }, list: string[]) {
  const requests = list.map((path) => rawRequest('GET', path, accept))
  const request = (n: number) => requests[n % requests.length] ?? Buffer.alloc(0)
  const results: Record<'ours' | 'bare', Result[]> = { ours: [], bare: [] }
  // both run compiled code before they are timed
  for (const { port } of Object.values(servers)) await closedLoop({ port, connections: 16, seconds: 1, request })
  for (let round = 0; round < options.rounds; round++) {
    for (const who of ['bare', 'ours'] as const) {
      const { port, pid } = servers[who]
      const load = { port, connections: 16, seconds: options.seconds, request }
      results[who].push(await costOf(pid, () => closedLoop(load)))
    }
  }
  return results
}

const middle = (results: Result[], key: 'rate' | 'p50' | 'p95' | 'bytes' | 'cost') =>
  median(results.map((each) => each[key]))
const problems = (results: LoadResult[]) =>
  results.reduce(
    (sum, { failed, statuses }) =>
      sum + failed + Object.entries(statuses).reduce((bad, [status, n]) => bad + (status === '200' ? 0 : n), 0),
    0,
  )

/** Catalogue reads beside bare Fastify. */
export async function serverReads(options: Options): Promise<Table[]> {
  const rows: Cell[][] = []
  for (const size of [60, 10_000]) {
    const shop = await startShop({ products: size, orders: 0 })
    try {
      const all = await paths(shop, size)
      const taken = Object.values(all)
        .flat()
        .map((path) => takeAnswer(shop.url, { method: 'GET', path, headers: accept }))
      // one for all calls, as our server is: a fresh one for each would have compiled less of its code
      const bare = await startBare(await Promise.all(taken))
      try {
        for (const [name, list] of Object.entries(all)) {
          const { ours, bare: limit } = await pair(options, { ours: shop, bare }, list)
          const ratio = middle(limit, 'cost') / middle(ours, 'cost')
          rows.push([
            ...[size, name, middle(ours, 'bytes'), middle(ours, 'rate'), middle(limit, 'rate')],
            ...[middle(ours, 'cost'), middle(limit, 'cost'), ratio],
            ...[middle(ours, 'p50'), middle(ours, 'p95'), problems(ours)],
          ])
        }
      } finally {
        await bare.stop()
      }
    } finally {
      await shop.stop()
    }
  }
  const head = ['products', 'call', 'bytes', 'ours/s', 'bare Fastify/s', 'ours CPU µs', 'bare CPU µs', 'bare/ours']
  return [{ title: 'Catalogue reads, 16 connections, brotli', head: [...head, 'p50 ms', 'p95 ms', 'not 200'], rows }]
}
