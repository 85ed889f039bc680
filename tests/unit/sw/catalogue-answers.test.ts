// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seenKey } from '../../../src/data/catalogue/read-products.ts'
import { saveFeedPage, saveProduct, saveSeenList } from '../../../src/data/catalogue/store-products.ts'
import { createDatabase, type ShopDatabase } from '../../../src/data/schema.ts'
import { catalogueCall, savedAnswer, seenAnswer } from '../../../sw/catalogue-answers.ts'
import { queryCatalogue, topFishes } from '../../support/query-catalogue.ts'
import { someFish, someFishes } from '../../support/some-fishes.ts'

const fishes = someFishes(20)
const origin = 'https://shop.example'
const at = Date.parse('2026-01-02T03:04:05Z')
let db: ShopDatabase

beforeEach(() => {
  db = createDatabase(`answers-${Math.random()}`)
})
afterEach(() => db.delete())

async function fill(more = false) {
  const step = { changed: fishes, deleted: [], next: 'c', more }
  await saveFeedPage(db, { since: undefined, step, now: at })
}

function callOf(path: string) {
  const call = catalogueCall(new URL(path, origin))
  if (!call) throw new Error(`${path} is no catalogue read`)
  return call
}

const saved = (path: string) => savedAnswer(db, callOf(path))
const seen = (path: string) => seenAnswer(db, callOf(path))
const body = async (answer: Promise<Response | undefined>) => (await answer)?.json()

test('a list comes from the saved catalogue, with and without a final slash, with the header and its time', async () => {
  await fill()
  for (const path of ['/api/fish/?keyword=hake&page=2&per_page=2', '/api/fish?keyword=hake&page=2&per_page=2']) {
    const answer = await saved(path)
    expect(await answer?.json()).toEqual(queryCatalogue(fishes, { keyword: 'hake', page: 2, per_page: 2 }))
    expect(answer?.headers.get('x-shop-api')).toBe('1')
    expect(answer?.headers.get('x-shop-saved')).toBe('2026-01-02T03:04:05.000Z')
  }
})

test('count, top and type have the shapes of the contract', async () => {
  await fill()
  expect(await body(saved('/api/fish/count/'))).toEqual({ count: 20 })
  expect(await body(saved('/api/fishes/top'))).toEqual(topFishes(fishes))
  const seafood = queryCatalogue(fishes, { type: 'seafood', page: 1, per_page: 100 }).fishes
  expect(await body(saved('/api/fishes/type/seafood/'))).toEqual({ fish: seafood, message: 'success' })
  expect(await body(saved('/api/fishes/type/seafood?page=1&per_page=2'))).toEqual({
    fish: seafood.slice(0, 2),
    message: 'success',
    page: 1,
    pages: Math.ceil(seafood.length / 2),
    total: seafood.length,
  })
  expect(await body(saved('/api/fishes/type/bird/'))).toMatchObject({ fish: [] })
})

test.each(['page=0', 'page=x', 'per_page=101', 'page=1.5', `keyword=${'x'.repeat(101)}`, 'type=bird'])(
  'a query that the server refuses (%s) is left to the server',
  async (query) => {
    await fill()
    expect(await saved(`/api/fish/?${query}`)).toBeUndefined()
  },
)

test('while the catalogue is incomplete the server answers', async () => {
  await fill(true)
  for (const path of ['/api/fish/', '/api/fish/?keyword=cod', '/api/fish/count', '/api/fishes/top/'])
    expect(await saved(path), path).toBeUndefined()
  expect(await saved(`/api/fishes/${someFish(4)._id}`)).toBeUndefined()
})

test('a product without saved reviews comes from the server, and from the device when offline', async () => {
  await fill()
  const fish = someFish(3)
  expect(fish.numReviews).toBeGreaterThan(0)
  expect(await saved(`/api/fishes/${fish._id}`)).toBeUndefined()
  expect(await body(seen(`/api/fishes/${fish._id}`))).toEqual({ ...fish, reviews: [] })
})

test('a product that was opened answers with its reviews', async () => {
  await fill()
  const reviews = [{ _id: 'r', name: 'Ann', rating: 4, comment: '', created_at: '2026-01-01T00:00:00.000Z' }]
  await saveProduct(db, { ...someFish(3), reviews })
  expect(await body(saved(`/api/fishes/${someFish(3)._id}/`))).toEqual({ ...someFish(3), reviews })
})

test('without a complete catalogue an earlier list is the answer when the server gives none', async () => {
  const list = { fishes: fishes.slice(0, 3), page: 2, pages: 4, total: 11 }
  const query = { type: 'seafood', page: 2, per_page: 3 }
  await saveSeenList(db, { key: seenKey(query), list, now: at })
  await saveSeenList(db, { key: 'top', list, now: at })
  const { fishes: fish, ...paging } = list
  const path = '/api/fishes/type/seafood/?page=2&per_page=3'
  expect(await saved(path)).toBeUndefined()
  expect(await body(seen(path))).toEqual({ fish, message: 'success', ...paging })
  expect(await body(seen('/api/fishes/top/'))).toEqual(fish)
  expect(await seen('/api/fish/?page=1')).toBeUndefined()
})
