// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cartLineOf, getCart, putCartLine } from '../../../../src/db/cart.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/database.ts'
import { orderAgain, refreshCart } from '../../../../src/db/drafts.ts'
import { saveFeedPage } from '../../../../src/db/products.ts'
import { fish } from '../../../support/fishes.ts'
import { someFish } from '../../../support/some-fishes.ts'

let db: ShopDatabase
beforeEach(() => {
  db = createDatabase(`lines-${Math.random()}`)
})
afterEach(() => db.delete())

const save = (...changed: ReturnType<typeof someFish>[]) =>
  saveFeedPage(db, { since: undefined, changes: { changed, deleted: [], next: 'c', more: false }, now: 9 })

const item = (number: number, qty: number) => {
  const { _id, trade_name, trade_name_fr, trade_name_es, image } = someFish(number)
  return { fishe: _id, name: trade_name, name_fr: trade_name_fr, name_es: trade_name_es, image, qty }
}

test('lines are updated with the same quantity and place, and differences are reported', async () => {
  for (const number of [1, 2, 3, 4]) await putCartLine(db, cartLineOf(someFish(number), number, number))
  await save(someFish(1), someFish(2, { trade_name: 'New' }), someFish(3, { countInStock: 0 }))
  const changes = await refreshCart(db)
  expect(changes.map(({ kind, line }) => [kind, line.fishe])).toEqual([
    ['renamed', someFish(2)._id],
    ['out-of-stock', someFish(3)._id],
    ['gone', someFish(4)._id],
  ])
  expect((await getCart(db)).map(({ trade_name, qty }) => [trade_name, qty])).toEqual([
    [someFish(1).trade_name, 1],
    ['New', 2],
    [someFish(3).trade_name, 3],
    [someFish(4).trade_name, 4],
  ])
  expect((await refreshCart(db)).map(({ kind }) => kind)).toEqual(['gone'])
})

test('without a complete catalogue nothing counts as gone', async () => {
  await putCartLine(db, cartLineOf(someFish(4), 1, 1))
  expect(await refreshCart(db)).toEqual([])
})

test('a product that is newer in the shop than the saved catalogue does not count as gone', async () => {
  await save(someFish(1))
  await putCartLine(db, cartLineOf(someFish(2), 1, 10))
  expect(await refreshCart(db)).toEqual([])
})

test('ordering again saves the cart as a draft and uses the products as they are today', async () => {
  await putCartLine(db, cartLineOf(someFish(9), 5, 1))
  await save(someFish(1, { size: 'as of today' }), someFish(2, { countInStock: 0 }))
  const stashed = { id: 'draft', name: 'Cart of today', now: 10 }
  const changes = await orderAgain(db, { items: [item(1, 7), item(2, 1), item(3, 2)], stashed })
  expect(changes.map(({ kind }) => kind)).toEqual(['out-of-stock', 'gone'])
  expect((await getCart(db)).map(({ fishe, qty }) => [fishe, qty])).toEqual([
    [someFish(1)._id, 7],
    [someFish(2)._id, 1],
    [someFish(3)._id, 2],
  ])
  expect((await getCart(db))[0]?.size).toBe('as of today')
  expect((await db.drafts.get('draft'))?.lines.map(({ fishe }) => fishe)).toEqual([someFish(9)._id])
})

test('ordering again takes the remarks of the order, and the facts of today’s product, or of the order if it is gone', async () => {
  const { _id, code, size, weight, presentation, treatment, glazing, packing, placeholder } = fish()
  const facts = { code, size, weight, presentation, treatment, glazing, packing }
  const ordered = { name: 'Octopus', name_fr: 'Poulpe', name_es: 'Pulpo', image: '', qty: 2.5 }
  const old = { ...facts, size: 'T5', glazing: 10 }
  await save(fish())
  const stashed = { id: 'draft', name: 'Cart of today', now: 10 }
  const items = [
    { ...ordered, ...old, fishe: _id, note: 'Head on' },
    { ...ordered, ...old, fishe: 'gone', note: 'Without ice' },
  ]
  await orderAgain(db, { items, stashed })
  expect(await getCart(db)).toMatchObject([
    { ...facts, placeholder, qty: 2.5, note: 'Head on' },
    { ...old, qty: 2.5, note: 'Without ice' },
  ])
})

test('ordering again names what is gone also while a later pull is not complete', async () => {
  await save(someFish(1))
  const page = { changed: [someFish(2)], deleted: [], next: 'd', more: true }
  await saveFeedPage(db, { since: 'c', changes: page, now: 10 })
  const stashed = { id: 'draft', name: 'Cart of today', now: 10 }
  const changes = await orderAgain(db, { items: [item(1, 7), item(3, 2)], stashed })
  expect(changes.map(({ kind, line }) => [kind, line.fishe])).toEqual([['gone', someFish(3)._id]])
})
