// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase, type ShopDatabase } from '../../../../src/db/database.ts'
import { getOrders, orderStore, removeOrder, saveOrders } from '../../../../src/db/order-store.ts'
import { putSession } from '../../../../src/db/session.ts'
import { ann } from '../../../support/outbox-bench.ts'
import { orderWith } from '../../../support/some-orders.ts'

const { userId } = ann
let db: ShopDatabase

beforeEach(async () => {
  db = createDatabase(`orders-${Math.random()}`)
  await putSession(db, ann)
})
afterEach(() => db.delete())

const order = (_id: string, reference = `Q-${_id}`) => orderWith([], { _id, reference })

test('an order is stored once: every list shows the newest answer', async () => {
  await saveOrders(db, { userId, key: 'my-orders' }, { body: [order('b'), order('a')], at: 1 })
  await saveOrders(db, { userId, key: 'order:a' }, { body: [order('a', 'Q-new')], at: 2 })
  const saved = await getOrders(db, { userId, key: 'my-orders' })
  expect(saved?.body.map(({ reference }) => reference)).toEqual(['Q-b', 'Q-new'])
  expect(await db.orders.count()).toBe(2)
})

test('a deleted order is in no list', async () => {
  await saveOrders(db, { userId, key: 'orders 1' }, { body: [order('b'), order('a')], total: 9, at: 1 })
  await removeOrder(db, userId, 'b')
  expect(await getOrders(db, { userId, key: 'orders 1' })).toEqual({ body: [order('a')], total: 9, at: 1 })
})

test('orders of another user are not found, and an answer after the logout is not saved', async () => {
  await saveOrders(db, { userId, key: 'my-orders' }, { body: [order('a')], at: 1 })
  const other = { userId: 'somebody-else', key: 'my-orders' }
  expect(await getOrders(db, other)).toBeUndefined()
  await saveOrders(db, other, { body: [order('c')], at: 1 })
  expect(await getOrders(db, other)).toBeUndefined()
  expect(await db.orders.count()).toBe(1)
})

test('a gap that another answer leaves while an earlier one is being closed is asked for, too', async () => {
  const by = { name: ann.name, side: 'buyer' as const }
  const said = (...seqs: number[]) =>
    seqs.map((seq) => ({ _id: `e${seq}`, seq, at: '2026-01-01T00:00:00.000Z', by, kind: 'message' as const }))
  const save = (...seqs: number[]) =>
    saveOrders(db, { userId, key: 'order:a' }, { body: [{ ...order('a'), version: 9, events: said(...seqs) }], at: 1 })
  const store = orderStore(db)
  await save(1, 4)
  expect(await store.listGaps(userId)).toEqual([{ id: 'a', before: 4 }])
  await save(9)
  const page = { id: 'a', before: 4, events: said(2, 3) }
  expect(await store.saveEvents(userId, page)).toEqual({ id: 'a', before: 9 })
  expect(await store.saveEvents(userId, { id: 'a', before: 9, events: said(5, 6, 7, 8) })).toBeUndefined()
  expect((await db.orders.get([userId, 'a']))?.order.events).toHaveLength(9)
})
