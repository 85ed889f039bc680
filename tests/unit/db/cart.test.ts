import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Fish } from '../../../contract/fishes.ts'
import { cartLineOf, clearCart, getCart, putCartLine, removeCartLine, setCartQuantity } from '../../../src/db/cart.ts'
import { createDatabase, type ShopDatabase } from '../../../src/db/database.ts'
import { getDrafts, saveCartAsDraft, takeDraft } from '../../../src/db/drafts.ts'
import { requireOrderId } from '../../../src/db/order-id.ts'
import { dropSession, putSession } from '../../../src/db/session.ts'
import { getView, putView, removeViewsOf } from '../../../src/db/views.ts'

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

test('a product that is there already is replaced in its place, others are appended', async () => {
  await putCartLine(db, cartLineOf(fish('hake'), 1, 100))
  await putCartLine(db, cartLineOf(fish('cod'), 2, 200))
  await putCartLine(db, cartLineOf(fish('hake'), 7, 300))
  // the clock was turned back
  await putCartLine(db, cartLineOf(fish('sole'), 3, 50))
  expect(await inCart()).toEqual(['hake 7', 'cod 2', 'sole 3'])
  await setCartQuantity(db, 'cod', 2.5)
  await removeCartLine(db, 'hake')
  await setCartQuantity(db, 'hake', 4)
  expect(await inCart()).toEqual(['cod 2.5', 'sole 3'])
  await clearCart(db)
  expect(await inCart()).toEqual([])
})

test('lines that two tabs add at once are both there', async () => {
  const other = createDatabase(db.name)
  await Promise.all([
    putCartLine(db, cartLineOf(fish('hake'), 1, 1)),
    putCartLine(other, cartLineOf(fish('cod'), 2, 1)),
  ])
  expect((await inCart()).sort()).toEqual(['cod 2', 'hake 1'])
  other.close()
})

test('a saved list and the cart in hand change places, and nothing is lost', async () => {
  await putCartLine(db, cartLineOf(fish('hake'), 1, 1))
  expect(await saveCartAsDraft(db, { id: 'd1', name: 'Friday', now: 10 })).toBe(true)
  expect(await saveCartAsDraft(db, { id: 'd2', name: 'empty', now: 11 })).toBe(false)
  await putCartLine(db, cartLineOf(fish('cod'), 2, 12))
  expect(await takeDraft(db, 'd1', { id: 'd3', name: 'aside', now: 13 })).toBe(true)
  expect(await takeDraft(db, 'd1', { id: 'd4', name: 'aside', now: 14 })).toBe(false)
  expect(await inCart()).toEqual(['hake 1'])
  expect((await getDrafts(db)).map(({ name, lines }) => [name, lines[0]?.fishe])).toEqual([['aside', 'cod']])
})

test('the id of the cart in hand is one for all tabs until the cart is another', async () => {
  let made = 0
  const newId = () => `id-${++made}`
  const other = createDatabase(db.name)
  const ids = await Promise.all([requireOrderId(db, newId), requireOrderId(other, newId), requireOrderId(db, newId)])
  expect(new Set(ids).size).toBe(1)
  await putCartLine(db, cartLineOf(fish('hake'), 1, 1))
  await saveCartAsDraft(db, { id: 'd', name: '', now: 1 })
  expect(await requireOrderId(db, newId)).not.toBe(ids[0])
  other.close()
})

test("saved answers are found by their own user only, and go with that user's logout", async () => {
  const login = (userId: string) => putSession(db, { userId, name: '', email: '', isAdmin: false, token: userId })
  await login('a')
  await putView(db, { userId: 'a', key: 'orders', body: [1], at: 1 })
  await login('b')
  await putView(db, { userId: 'b', key: 'orders', body: [2], at: 1 })
  await removeViewsOf(db, 'a')
  expect(await getView(db, 'a', 'orders')).toBeUndefined()
  expect((await getView(db, 'b', 'orders'))?.body).toEqual([2])
  // an answer that was on its way when its user logged out
  await putView(db, { userId: 'a', key: 'orders', body: [1], at: 2 })
  await dropSession(db)
  await putView(db, { userId: 'b', key: 'profile', body: [3], at: 2 })
  expect((await db.views.toArray()).map(({ userId, key }) => `${userId} ${key}`)).toEqual(['b orders'])
})
