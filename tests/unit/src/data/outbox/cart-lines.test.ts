// @vitest-environment node
import { expect, test } from 'vitest'
import { getCart, putCartLine, updateCartProduct } from '../../../../../src/data/cart/cart.ts'
import { orderEntry } from '../../../../../src/data/outbox/entries.ts'
import { fish } from '../../../../support/fishes.ts'
import { accepted, ann, bench, line, order } from '../../../../support/outbox-bench.ts'

const lost = () => Promise.reject(new TypeError('Failed to fetch'))

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
