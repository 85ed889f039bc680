// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase, type ShopDatabase } from '../../../../src/db/database.ts'
import {
  getFishes,
  getNewest,
  getProduct,
  getTop,
  replaceCatalogue,
  saveFeedPage,
  saveProduct,
  saveSentStock,
} from '../../../../src/db/products.ts'
import { getList } from '../../../../src/db/read-products.ts'
import { queryCatalogue, topFishes } from '../../../support/query-catalogue.ts'
import { someFish, someFishes } from '../../../support/some-fishes.ts'

let db: ShopDatabase

beforeEach(() => {
  db = createDatabase(`store-${Math.random()}`)
})
afterEach(() => db.delete())

async function fill(count: number) {
  const changes = { changed: someFishes(count), deleted: [], next: 'c1', more: false }
  expect(await saveFeedPage(db, { since: undefined, changes, now: 1000 })).toBe(true)
}

const review = { _id: 'r', name: 'Ann', rating: 4, comment: 'Good', created_at: '2026-01-01T00:00:00.000Z' }

test('lists without a keyword have the order, the types and the pages of the contract', async () => {
  await fill(50)
  for (const type of [undefined, 'fish', 'seafood', 'bird']) {
    for (const page of [1, 2, 99]) {
      const query = { page, per_page: 6, ...(type && { type }) }
      const expected = queryCatalogue(someFishes(50), query)
      expect(await getNewest(db, query), JSON.stringify(query)).toEqual(expected)
      expect(await getList(db, query)).toEqual(expected)
      expect(await getList(db, { ...query, keyword: 'cod' })).toEqual(
        queryCatalogue(someFishes(50), { ...query, keyword: 'cod' }),
      )
    }
  }
  expect(await getTop(db)).toEqual(topFishes(someFishes(50)))
})

test('reviews are saved with their product and are current while its rating and number are unchanged', async () => {
  await fill(8)
  const fish = someFish(7)
  expect(await getProduct(db, fish._id)).toEqual({ product: { ...fish, reviews: [] }, isCurrent: false })
  await saveProduct(db, { ...fish, reviews: [review] })
  expect(await getProduct(db, fish._id)).toEqual({ product: { ...fish, reviews: [review] }, isCurrent: true })
  for (const newer of [{ numReviews: 9 }, { rating: 2.5 }]) {
    const changes = { changed: [someFish(7, newer)], deleted: [], next: 'c1', more: false }
    await saveFeedPage(db, { since: 'c1', changes, now: 2000 })
    expect(await getProduct(db, fish._id)).toEqual({
      product: { ...fish, ...newer, reviews: [review] },
      isCurrent: false,
    })
  }
})

test('an answer older than the feed does not replace a newer product', async () => {
  await fill(8)
  await saveProduct(db, { ...someFish(7), countInStock: 99, updated_at: '2025-12-31T00:00:00.000Z', reviews: [review] })
  expect((await getProduct(db, someFish(7)._id))?.product.countInStock).toBe(someFish(7).countInStock)
})

test('an answer that arrives after the feed deleted the product does not restore it', async () => {
  await fill(8)
  const changes = { changed: [], deleted: [someFish(7)._id], next: 'c2', more: false }
  await saveFeedPage(db, { since: 'c1', changes, now: 2000 })
  await saveProduct(db, { ...someFish(7), reviews: [review] })
  expect(await getProduct(db, someFish(7)._id)).toBeUndefined()
  expect(await db.reviews.count()).toBe(0)
})

test('a large catalogue is read and replaced whole, in steps', async () => {
  await fill(1200)
  expect(await getFishes(db)).toEqual(someFishes(1200))
  const next = someFishes(1300).slice(100)
  const gone = await replaceCatalogue(db, { fishes: next, cursor: 'c2', now: 2000 })
  expect(gone).toEqual(someFishes(100).map(({ _id }) => _id))
  expect(await getFishes(db)).toEqual(next)
})

test('a page of a pull that was overtaken is not saved', async () => {
  await fill(3)
  const changes = { changed: someFishes(9), deleted: [], next: 'c9', more: false }
  expect(await saveFeedPage(db, { since: 'older', changes, now: 2000 })).toBe(false)
  expect(await db.fishes.count()).toBe(3)
})

test('a sent stock is saved at once, unless a newer one has arrived', async () => {
  await fill(8)
  const { _id: fishe, countInStock: seen } = someFish(3)
  const shown = async () => (await getProduct(db, fishe))?.product.countInStock
  await saveSentStock(db, { fishe, seen: seen + 1, countInStock: seen + 7 })
  expect(await shown()).toBe(seen)
  await saveSentStock(db, { fishe, seen, countInStock: seen + 7 })
  expect(await shown()).toBe(seen + 7)
  await saveSentStock(db, { fishe: 'gone', seen: 1, countInStock: 2 })
  expect(await getProduct(db, 'gone')).toBeUndefined()
})

test('featured products come before the best rated, until a pull says otherwise', async () => {
  await fill(50)
  const featured = [3, 4].map((number) => someFish(number, { featured: true }))
  const pull = (since: string, next: string, changed: ReturnType<typeof someFishes>) =>
    saveFeedPage(db, { since, changes: { changed, deleted: [], next, more: false }, now: 2000 })
  await pull('c1', 'c2', featured)
  expect(await getTop(db)).toEqual(topFishes([...someFishes(50).filter((_, at) => at !== 3 && at !== 4), ...featured]))
  await pull('c2', 'c3', [someFish(3), someFish(4)])
  expect(await getTop(db)).toEqual(topFishes(someFishes(50)))
})
