import type { Fish, FishPage } from '../../../contract/fishes.ts'
import { startBare, takeAnswer } from '../bare.ts'
import { closedLoop, costOf, type LoadResult } from '../load.ts'
import type { Options } from '../options.ts'
import { rawRequest } from '../raw-http.ts'
import { type Shop, startShop } from '../shop.ts'
import { type Cell, median, type Table } from '../table.ts'

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

/** Searches that were never asked before, so that nothing saved can answer them. */
function fresh(n: number): string {
  const number = (n * 7919) % 100_000
  return `/api/fish/?keyword=${words[n % words.length]}%20${number}&page=1&per_page=6`
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

/** Catalogue reads beside bare Fastify, and searches that nothing saved can answer. */
export async function serverReads(options: Options): Promise<Table[]> {
  const rows: Cell[][] = []
  const cold: Cell[][] = []
  for (const size of options.sizes) {
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
      let asked = 0
      for (const connections of [1, 8]) {
        const request = () => rawRequest('GET', fresh(asked++), accept)
        const load = { port: shop.port, connections, seconds: options.seconds, request }
        const { rate, p50, p95, p99, cost } = await costOf(shop.pid, () => closedLoop(load))
        cold.push([size, connections, rate, p50, p95, p99, cost])
      }
      rows.push([size, 'memory, MB', await shop.memory()])
    } finally {
      await shop.stop()
    }
  }
  const head = [
    'products',
    'call',
    'bytes',
    'ours/s',
    'bare Fastify/s',
    'ours CPU µs',
    'bare CPU µs',
    'bare/ours',
    'p50 ms',
    'p95 ms',
    'not 200',
  ]
  return [
    { title: 'Catalogue reads, 16 connections, brotli', head, rows },
    {
      title: 'Searches never asked before',
      head: ['products', 'connections', 'searches/s', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU µs'],
      rows: cold,
    },
  ]
}
