// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order, OrderChanges } from '../../../../contract/orders.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/database.ts'
import { getChosen, putChosen, saveOpened } from '../../../../src/db/files.ts'
import { orderStore, removeOrder, removeOrdersOfOthers, saveOrders } from '../../../../src/db/order-store.ts'
import { putSession, removeViewsOf } from '../../../../src/db/session.ts'
import { ann, bo } from '../../../support/outbox-bench.ts'
import { orderWith } from '../../../support/some-orders.ts'

let db: ShopDatabase
beforeEach(async () => {
  db = createDatabase(`files-of-orders-${Math.random()}`)
  await putSession(db, ann)
  await saveOrders(db, { userId: 'ann', key: 'all' }, { body: [order('o1'), order('o2')], at: 1 })
})
afterEach(() => db.delete())

const order = (_id: string, over: Partial<Order> = {}) => orderWith([], { _id, ...over })
const paper = (_id: string) => ({
  ...{ _id, name: 'Paper.pdf', type: 'application/pdf' as const, bytes: 4, sha256: 'a'.repeat(64) },
  blob: new Blob(['%PDF']),
})
const open = (id: string, order: string, userId = 'ann') => saveOpened(db, { userId, order }, paper(id))
const choose = (id: string, order: string) => putChosen(db, { file: paper(id), userId: 'ann', order, at: 1 })
const files = async () => (await db.files.toArray()).map(({ _id }) => _id)
const page = (over: Partial<OrderChanges>): OrderChanges => ({
  ...{ changed: [], deleted: [], next: 'n', more: false },
  ...over,
})

beforeEach(async () => {
  await open('opened-1', 'o1')
  await open('opened-2', 'o2')
  await choose('chosen-1', 'o1')
  await choose('chosen-2', 'o2')
})

test('an order that is deleted takes its files with it, opened and chosen ones', async () => {
  await removeOrder(db, 'ann', 'o1')
  expect(await files()).toEqual(['chosen-2', 'opened-2'])
  // an answer that comes after the deletion saves nothing
  await open('late', 'o1')
  expect(await files()).toEqual(['chosen-2', 'opened-2'])
})

test('so does one that the feed calls deleted, and one that a new fill does not have', async () => {
  const store = orderStore(db)
  let feed = await store.beginFill('ann', undefined)
  if (!feed) throw new Error('no fill')
  feed = await store.savePage(feed, { changes: page({ changed: [order('o1'), order('o2')] }), now: 2 })
  if (!feed) throw new Error('no page')
  feed = await store.savePage(feed, { changes: page({ deleted: ['o1'], next: 'm' }), now: 3 })
  expect(await files()).toEqual(['chosen-2', 'opened-2'])
  feed = await store.beginFill('ann', feed)
  if (!feed) throw new Error('no fill')
  feed = await store.savePage(feed, { changes: page({}), now: 4 })
  if (!feed) throw new Error('no page')
  expect(await files()).toEqual(['chosen-2', 'opened-2'])
  await store.savePage(feed, { changes: page({ next: 'm' }), now: 5 })
  expect(await files()).toEqual([])
})

test('what was opened of an order that is kept for reading stays, and nothing waits to be sent to it', async () => {
  const store = orderStore(db)
  const feed = await store.beginFill('ann', undefined)
  if (!feed) throw new Error('no fill')
  const sealed = order('o1', { sealed: '2026-06-11T10:00:00.000Z' })
  await store.savePage(feed, { changes: page({ changed: [sealed, order('o2')] }), now: 2 })
  expect(await files()).toEqual(['chosen-2', 'opened-1', 'opened-2'])
})

test('a logout removes what was opened and keeps what is to be sent, for its user', async () => {
  await removeViewsOf(db, 'ann')
  expect(await files()).toEqual(['chosen-1', 'chosen-2'])
})

test('what a logout that was cut off has left goes with the next pull of another user', async () => {
  await putSession(db, bo)
  await open('late', 'o1', 'ann')
  await removeOrdersOfOthers(db, 'bo')
  expect(await files()).toEqual(['chosen-1', 'chosen-2'])
})

test('the form of a milestone has its own files, and a message those of no form', async () => {
  await choose('note', 'o9')
  await putChosen(db, { file: paper('load'), userId: 'ann', order: 'o9', at: 1, form: 'milestone' })
  const chosen = async (form?: 'milestone') =>
    (await getChosen(db, { userId: 'ann', order: 'o9', form })).map(({ _id }) => _id)
  expect([await chosen(), await chosen('milestone')]).toEqual([['note'], ['load']])
})
