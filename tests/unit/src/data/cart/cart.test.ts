// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Fish } from '../../../../../contract/fishes.ts'
import {
  cartLineOf,
  getCart,
  putCartLine,
  removeCartLine,
  requireCartOrder,
  setCartQuantity,
  updateCartProduct,
} from '../../../../../src/data/cart/cart.ts'
import { getDrafts, saveCartAsDraft, takeDraft } from '../../../../../src/data/drafts/drafts.ts'
import { createDatabase, type ShopDatabase } from '../../../../../src/data/schema.ts'
import { dropSession, putSession } from '../../../../../src/data/session/session.ts'
import { removeViewsOf, wholeAnswers } from '../../../../../src/data/views.ts'

function fish(_id: string): Fish {
  const names = { trade_name: _id, trade_name_fr: '', trade_name_es: '' }
  const numbers = { countInStock: 9, rating: 0, numReviews: 0 }
  return {
    _id,
    ...names,
    ...numbers,
    classe: '',
    category: '',
    type: 'fish',
    image: '',
    size: '',
    weight: '',
    updated_at: '',
  }
}

let db: ShopDatabase
let count = 0
beforeEach(() => {
  db = createDatabase(`cart-${++count}`)
})
afterEach(() => db.close())

const inCart = async () => (await getCart(db)).map(({ fishe, qty }) => `${fishe} ${qty}`)

test('a product already in the cart is replaced in its place, others are appended', async () => {
  await putCartLine(db, cartLineOf(fish('hake'), 1, 100))
  await putCartLine(db, cartLineOf(fish('cod'), 2, 200))
  await putCartLine(db, cartLineOf(fish('hake'), 7, 300))
  // the clock was set back
  await putCartLine(db, cartLineOf(fish('sole'), 3, 50))
  expect(await inCart()).toEqual(['hake 7', 'cod 2', 'sole 3'])
  await setCartQuantity(db, 'cod', 2.5)
  await removeCartLine(db, 'hake')
  await setCartQuantity(db, 'hake', 4)
  expect(await inCart()).toEqual(['cod 2.5', 'sole 3'])
})

test('lines that two tabs add at the same time are both saved', async () => {
  const other = createDatabase(db.name)
  await Promise.all([
    putCartLine(db, cartLineOf(fish('hake'), 1, 1)),
    putCartLine(other, cartLineOf(fish('cod'), 2, 1)),
  ])
  expect((await inCart()).sort()).toEqual(['cod 2', 'hake 1'])
  other.close()
})

test('a draft and the cart are swapped, and nothing is lost', async () => {
  await putCartLine(db, cartLineOf(fish('hake'), 1, 1))
  expect(await saveCartAsDraft(db, { id: 'd1', name: 'Friday', now: 10 })).toBe(true)
  expect(await saveCartAsDraft(db, { id: 'd2', name: 'empty', now: 11 })).toBe(false)
  await putCartLine(db, cartLineOf(fish('cod'), 2, 12))
  expect(await takeDraft(db, 'd1', { id: 'd3', name: 'aside', now: 13 })).toBe(true)
  expect(await takeDraft(db, 'd1', { id: 'd4', name: 'aside', now: 14 })).toBe(false)
  expect(await inCart()).toEqual(['hake 1'])
  expect((await getDrafts(db)).map(({ name, lines }) => [name, lines[0]?.fishe])).toEqual([['aside', 'cod']])
})

test('all tabs have the same order id until the cart is replaced', async () => {
  let made = 0
  const newId = () => `id-${++made}`
  const other = createDatabase(db.name)
  const orders = [requireCartOrder(db, newId), requireCartOrder(other, newId), requireCartOrder(db, newId)]
  const ids = (await Promise.all(orders)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(1)
  await putCartLine(db, cartLineOf(fish('hake'), 1, 1))
  await saveCartAsDraft(db, { id: 'd', name: '', now: 1 })
  expect(await requireCartOrder(db, newId)).toMatchObject({ id: expect.not.stringMatching(`^${ids[0]}$`), lines: [] })
  other.close()
})

test("saved answers are found only by their own user, and removed at that user's logout", async () => {
  const answers = wholeAnswers<number[]>()
  const save = (userId: string, key: string, body: number[]) => answers.save(db, { userId, key }, { body, at: 1 })
  const login = (userId: string) => putSession(db, { userId, name: '', email: '', isAdmin: false, token: userId })
  await login('a')
  await save('a', 'orders', [1])
  await login('b')
  await save('b', 'orders', [2])
  await removeViewsOf(db, 'a')
  expect(await answers.get(db, { userId: 'a', key: 'orders' })).toBeUndefined()
  expect(await answers.get(db, { userId: 'b', key: 'orders' })).toEqual({ body: [2], at: 1 })
  // an answer that arrives after its user has logged out
  await save('a', 'orders', [1])
  await dropSession(db)
  await save('b', 'profile', [3])
  expect((await db.views.toArray()).map(({ userId, key }) => `${userId} ${key}`)).toEqual(['b orders'])
})

test('a draft that two tabs open at the same time is opened once', async () => {
  await putCartLine(db, cartLineOf(fish('hake'), 1, 1))
  await saveCartAsDraft(db, { id: 'd1', name: 'Friday', now: 10 })
  const other = createDatabase(db.name)
  const took = await Promise.all([
    takeDraft(db, 'd1', { id: 'd2', name: 'aside', now: 11 }),
    takeDraft(other, 'd1', { id: 'd3', name: 'aside', now: 12 }),
  ])
  expect(took.sort()).toEqual([false, true])
  expect([await inCart(), await getDrafts(db)]).toEqual([['hake 1'], []])
  other.close()
})

test('an update of a product does not change the quantity, and does not restore a removed line', async () => {
  await putCartLine(db, cartLineOf(fish('hake'), 1, 1))
  await setCartQuantity(db, 'hake', 5)
  const before = await db.cart.get('hake')
  await updateCartProduct(db, { ...fish('hake'), trade_name: 'Hake, fresh' })
  expect(await db.cart.get('hake')).toEqual({ ...before, trade_name: 'Hake, fresh' })
  await removeCartLine(db, 'hake')
  await updateCartProduct(db, fish('hake'))
  expect(await inCart()).toEqual([])
})
