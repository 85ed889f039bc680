// @vitest-environment node
import { expect, test } from 'vitest'
import {
  getCart,
  putCartLine,
  removeCartLine,
  setCartQuantity,
  updateCartProduct,
} from '../../../../../src/data/cart/cart.ts'
import { orderEntry } from '../../../../../src/data/outbox/entries.ts'
import { fish } from '../../../../support/fishes.ts'
import { accepted, ann, bench, line, order } from '../../../../support/outbox-bench.ts'

const lost = () => Promise.reject(new TypeError('Failed to fetch'))

test('Send removes exactly the lines it read: lines that another tab has added or changed stay', async () => {
  const { db, sync, login } = bench(accepted)
  await login(ann)
  for (const fishe of ['hake', 'cod', 'sole', 'tuna']) await putCartLine(db, { ...line, fishe })
  const { id, lines } = await sync.cartOrder()
  // another tab
  await putCartLine(db, { ...line, fishe: 'squid' })
  await setCartQuantity(db, 'cod', 9)
  await setCartQuantity(db, 'sole', 9)
  await setCartQuantity(db, 'sole', line.qty)
  await removeCartLine(db, 'tuna')
  await putCartLine(db, { ...line, fishe: 'tuna' })
  await sync.enqueueOrder({ ...order(id), lines })
  expect((await getCart(db)).map(({ fishe, qty }) => `${fishe} ${qty}`)).toEqual([
    'cod 9',
    'sole 2',
    'squid 2',
    'tuna 2',
  ])
  expect((await sync.cartOrder()).id).not.toBe(id)
})

test('lines with only an updated product leave the cart with the request', async () => {
  const { db, sync, login } = bench(accepted)
  await login(ann)
  await putCartLine(db, line)
  const { id, lines } = await sync.cartOrder()
  await updateCartProduct(db, fish({ _id: 'hake', trade_name: 'Hake, fresh' }))
  await sync.enqueueOrder({ ...order(id), lines })
  expect(await getCart(db)).toEqual([])
})

test('sent directly, the lines of the request leave the cart only after it has arrived', async () => {
  let online = false
  const { db, sync, login } = bench((one) => (online ? accepted(one) : lost()))
  await login(ann)
  await putCartLine(db, line)
  const entry = orderEntry({ ...order('k'), lines: await getCart(db) }, 0)
  await putCartLine(db, { ...line, fishe: 'cod' })
  const row = await sync.sendDirect(entry)
  expect((await getCart(db)).map(({ fishe }) => fishe)).toEqual(['hake', 'cod'])
  online = true
  expect((await sync.sendDirect(row)).state).toBe('done')
  expect((await getCart(db)).map(({ fishe }) => fishe)).toEqual(['cod'])
})
