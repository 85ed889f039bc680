import { beforeEach, expect, test, vi } from 'vitest'
import { queryCatalogue } from '../../../contract/catalogue-query.ts'
import type { SavedCatalogue } from '../../../src/db/saved-catalogue.ts'
import { type ReadsEnv, readCatalogue } from '../../../sw/catalogue-reads.ts'
import { pageKey } from '../../../sw/page-cache.ts'
import { catalogueCall } from '../../../sw/saved-answers.ts'
import type { Store } from '../../../sw/store.ts'
import { someFish, someFishes } from './some-fishes.ts'

const fishes = someFishes(20)
const origin = 'https://shop.example'
let kept: Map<string, Response>
let saved: SavedCatalogue | undefined
let network: () => Promise<Response>
let wrote: boolean
let told: string[][]
let fetched: number
let refreshed: number

beforeEach(() => {
  kept = new Map()
  saved = undefined
  wrote = false
  told = []
  fetched = 0
  refreshed = 0
  network = () => Promise.reject(new TypeError('Failed to fetch'))
})

const pages: Store = {
  get: async (url) => kept.get(url)?.clone(),
  put: async (url, response) => void kept.set(url, response),
  remove: async (url) => void kept.delete(url),
  urls: async () => [...kept.keys()],
}

function env(): ReadsEnv {
  return {
    pages,
    clock: { now: () => 0 },
    isComplete: async () => saved !== undefined,
    saved: async () => saved,
    savedFish: async (id) => {
      const fish = saved?.find(id)
      return fish && { fish, at: saved?.at ?? 0 }
    },
    wroteLately: () => wrote,
    refresh: async () => {
      refreshed += 1
    },
    tellChanged: async (ids) => void told.push(ids),
    fetch: () => {
      fetched += 1
      return network()
    },
  }
}

/** Everything in the catalogue is `fishes`; the search is the contract's. */
function complete(): SavedCatalogue {
  return {
    cursor: 'c',
    at: Date.parse('2026-01-02T03:04:05Z'),
    count: fishes.length,
    find: (id) => fishes.find(({ _id }) => _id === id),
    select: (query) => queryCatalogue(fishes, { ...query, page: 1, per_page: 1000 }).fishes,
    list: (query) => queryCatalogue(fishes, query),
    top: () => fishes.slice(0, 8),
  }
}

function answer(body: unknown, headers: Record<string, string> = { 'x-shop-api': '1' }, status = 200): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}

async function read(path: string) {
  const request = new Request(`${origin}${path}`)
  const call = catalogueCall(new URL(request.url))
  if (!call) throw new Error(`${path} is no catalogue read`)
  const { response, after } = readCatalogue(request, call, env())
  return { response: await response, after }
}

test('a list comes from the saved catalogue, without the network, in both slash forms', async () => {
  saved = complete()
  for (const path of ['/api/fish/?keyword=hake&page=2&per_page=2', '/api/fish?keyword=hake&page=2&per_page=2']) {
    const { response, after } = await read(path)
    expect(await response.json()).toEqual(queryCatalogue(fishes, { keyword: 'hake', page: 2, per_page: 2 }))
    expect(response.headers.get('x-shop-api')).toBe('1')
    expect(response.headers.get('x-shop-saved')).toBe('2026-01-02T03:04:05.000Z')
    await after
  }
  expect(fetched).toBe(0)
  expect(refreshed).toBe(2)
})

test('count, top and type are the shapes of the contract', async () => {
  saved = complete()
  expect(await (await read('/api/fish/count/')).response.json()).toEqual({ count: 20 })
  expect(await (await read('/api/fishes/top')).response.json()).toHaveLength(8)
  const seafood = fishes.filter(({ type }) => type === 'seafood').length
  const all = await (await read('/api/fishes/type/seafood/')).response.json()
  expect(all).toEqual({ fish: expect.any(Array), message: 'success' })
  expect(all.fish).toHaveLength(seafood)
  const paged = await (await read('/api/fishes/type/seafood?page=1&per_page=2')).response.json()
  expect(paged).toMatchObject({ page: 1, pages: Math.ceil(seafood / 2), total: seafood })
  expect((await (await read('/api/fishes/type/bird/')).response.json()).fish).toEqual([])
})

test.each(['page=0', 'page=x', 'per_page=101', 'page=1.5', `keyword=${'x'.repeat(101)}`, 'type=bird'])(
  'a query that the server refuses (%s) is refused by the server',
  async (query) => {
    saved = complete()
    network = async () => answer({ detail: 'no' }, undefined, 400)
    expect((await read(`/api/fish/?${query}`)).response.status).toBe(400)
  },
)

test('a product never opened before opens without a connection, without its reviews', async () => {
  saved = complete()
  const fish = fishes[3]
  expect(fish?.numReviews).toBeGreaterThan(0)
  const { response, after } = await read(`/api/fishes/${fish?._id}`)
  expect(await response.json()).toEqual({ ...fish, reviews: [] })
  await after
  expect(told).toEqual([])
})

test('a product seen before keeps its reviews beside what the feed has brought since', async () => {
  saved = complete()
  const path = `/api/fishes/${fishes[3]?._id}`
  kept.set(pageKey(`${origin}${path}/`), answer({ ...fishes[3], countInStock: 999, reviews: [{ name: 'Ann' }] }))
  const { response } = await read(path)
  expect(await response.json()).toEqual({ ...fishes[3], reviews: [{ name: 'Ann' }] })
  expect(fetched).toBe(0)
})

test('reviews that come too late are kept, and the page is told to ask again', async () => {
  vi.useFakeTimers()
  saved = complete()
  const fish = fishes[3]
  let arrive = (_: Response) => {}
  network = () =>
    new Promise((resolve) => {
      arrive = resolve
    })
  const reading = read(`/api/fishes/${fish?._id}/`)
  await vi.advanceTimersByTimeAsync(500)
  const { response, after } = await reading
  expect((await response.json()).reviews).toEqual([])
  arrive(answer({ ...fish, reviews: [{ name: 'Bea' }] }))
  await after
  vi.useRealTimers()
  expect(told).toEqual([[fish?._id]])
  expect((await (await read(`/api/fishes/${fish?._id}`)).response.json()).reviews).toEqual([{ name: 'Bea' }])
})

test.each([
  ['number', { numReviews: 1 }],
  ['stars', { rating: 1.5 }],
])('reviews whose %s the feed has overtaken are asked for again; without a connection they stay', async (_, older) => {
  saved = complete()
  const fish = fishes[3]
  const path = `/api/fishes/${fish?._id}`
  kept.set(pageKey(`${origin}${path}/`), answer({ ...fish, ...older, reviews: [{ name: 'Ann' }] }))
  expect(await (await read(path)).response.json()).toEqual({ ...fish, reviews: [{ name: 'Ann' }] })
  network = async () => answer({ ...fish, reviews: [{ name: 'Ann' }, { name: 'Bea' }] })
  for (let times = 0; times < 2; times++) {
    expect((await (await read(path)).response.json()).reviews).toHaveLength(2)
    expect(fetched).toBe(2)
  }
})

test('a feed that is behind the reviews makes no page ask for ever', async () => {
  vi.useFakeTimers()
  saved = complete()
  const newer = { ...fishes[3], numReviews: 99, reviews: [{ name: 'Ann' }] }
  const path = `/api/fishes/${fishes[3]?._id}`
  kept.set(pageKey(origin + path), answer(newer))
  network = () => new Promise((resolve) => setTimeout(resolve, 500, answer(newer)))
  const reading = read(path)
  await vi.advanceTimersByTimeAsync(600)
  await (await reading).after
  vi.useRealTimers()
  expect([fetched, told]).toEqual([1, []])
})

test('a product that the saved catalogue does not know is asked of the server', async () => {
  saved = complete()
  network = async () => answer({ detail: 'Not found' }, undefined, 404)
  expect((await read('/api/fishes/unknown')).response.status).toBe(404)
})

test('right after a change of its own a device reads the server, and falls back when nobody answers', async () => {
  saved = complete()
  wrote = true
  network = async () => answer({ count: 21 })
  expect(await (await read('/api/fish/count/')).response.json()).toEqual({ count: 21 })
  network = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await (await read('/api/fish/count/')).response.json()).toEqual({ count: 20 })
})

test('a portal stands in for neither the saved catalogue nor a product', async () => {
  saved = complete()
  network = async () => answer('<html>Sign in</html>', { 'content-type': 'text/html' })
  expect(await (await read(`/api/fishes/${fishes[3]?._id}`)).response.json()).toEqual({ ...fishes[3], reviews: [] })
  wrote = true
  expect(await (await read('/api/fish/count/')).response.json()).toEqual({ count: 20 })
  expect(kept.size).toBe(0)
})

test('without a complete catalogue a page seen before comes at once, is refreshed behind, and the change is told', async () => {
  const path = '/api/fish/?page=1'
  network = async () => answer({ fishes: [someFish(1)] })
  await (await read(path)).after
  network = async () => answer({ fishes: [someFish(2)] })
  const second = await read(path)
  expect((await second.response.json()).fishes[0]._id).toBe(someFish(1)._id)
  expect(second.response.headers.has('x-shop-saved')).toBe(true)
  await second.after
  expect(told).toEqual([[someFish(2)._id]])
  expect((await (await read('/api/fish?page=1')).response.json()).fishes[0]._id).toBe(someFish(2)._id)
})

test.each([
  ['a portal', answer('<html>Sign in</html>', { 'content-type': 'text/html' })],
  ['an answer without the mark', answer({ fishes: [] }, {})],
  ['an error page', answer({ detail: 'broken' }, undefined, 500)],
  ['too many requests', answer({ detail: 'slow down' }, undefined, 429)],
])('%s changes nothing that is kept', async (_, bad) => {
  const path = '/api/fish/?page=1'
  network = async () => answer({ fishes: [someFish(1)] })
  await (await read(path)).after
  const before = await kept
    .get(pageKey(origin + path))
    ?.clone()
    .text()
  network = async () => bad
  const { response, after } = await read(path)
  expect((await response.json()).fishes[0]._id).toBe(someFish(1)._id)
  await after
  expect(
    await kept
      .get(pageKey(origin + path))
      ?.clone()
      .text(),
  ).toBe(before)
  expect(told).toEqual([])
})
