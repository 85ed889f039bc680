// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cartLineOf, getCart, putCartLine, setCartQuantity } from '../../../../src/db/cart.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/database.ts'
import { dropSession, putSession, removeViewsOf } from '../../../../src/db/session.ts'
import { wholeAnswers } from '../../../../src/db/views.ts'
import { bareFish } from '../../../support/fishes.ts'

const fish = (_id: string) => bareFish({ _id, trade_name: _id })

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
  await db.cart.delete('hake')
  await setCartQuantity(db, 'hake', 4)
  expect(await inCart()).toEqual(['cod 2.5', 'sole 3'])
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
