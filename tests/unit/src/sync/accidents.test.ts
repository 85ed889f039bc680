// @vitest-environment node

import { Dexie } from 'dexie'
import { expect, test, vi } from 'vitest'
import { getCart, putCartLine } from '../../../../src/db/cart.ts'
import { getSession } from '../../../../src/db/session.ts'
import { isQuota } from '../../../../src/lib/caused-by.ts'
import { enqueueOrder } from '../../../support/entries.ts'
import { accepted, ann, bench, drain, line, order, type Sent } from '../../../support/outbox-bench.ts'

const quota = Object.assign(new Error('full'), { name: 'QuotaExceededError' })

test.each([
  ['as itself', quota],
  [
    'as the reason of an aborted transaction',
    Object.assign(new Error('aborted'), { name: 'AbortError', inner: quota }),
  ],
  ['as one of many failures', new Dexie.BulkError('outbox.bulkPut(): 1 of 1 operations failed', { 0: quota })],
])('a full disk, reported %s: pictures are deleted and the entry saved; else nothing is sent', async (_name, full) => {
  const freeSpace = vi.fn(async () => {})
  const { db, sync, sent, login } = bench(accepted, { freeSpace })
  await login(ann)
  const put = vi.spyOn(db.outbox, 'bulkPut').mockRejectedValueOnce(full)
  await enqueueOrder(sync, order('k1'))
  expect([freeSpace.mock.calls.length, await db.outbox.count()]).toEqual([1, 1])
  await putCartLine(db, line)
  put.mockRejectedValue(full)
  await expect(enqueueOrder(sync, order('k2'))).rejects.toSatisfy(isQuota)
  put.mockRestore()
  expect([await db.outbox.count(), (await getCart(db)).length, sent]).toEqual([1, 1, []])
})

test('no room for an order id: pictures are deleted', async () => {
  const freeSpace = vi.fn(async () => {})
  const { db, sync } = bench(accepted, { freeSpace })
  const put = vi.spyOn(db.keyValue, 'put').mockRejectedValueOnce(quota)
  const saved = (await sync.cartOrder()).id
  expect([freeSpace.mock.calls.length, (await sync.cartOrder()).id]).toEqual([1, saved])
  await db.keyValue.delete('order-id')
  // any other error is not a full disk
  put.mockRejectedValue(new RangeError('mine'))
  await expect(sync.cartOrder()).rejects.toThrow('mine')
  put.mockRestore()
})

const ended = (sent: Sent) =>
  new Response(null, { status: 204, headers: { 'x-shop-api': '1', 'x-key': sent.key ?? '' } })

test.each([
  ['has ended before', 401, true, 0],
  ['is refused', 404, true, 0],
  ['meets a portal', 200, false, 1],
  ['meets a busy server', 503, true, 1],
  ['comes too often', 429, true, 1],
])('a logout that %s is left %#', async (_name, status, mark, left) => {
  const headers = { 'content-type': 'application/json', ...(mark && { 'x-shop-api': '1' }) }
  const { db, sync, sent, login } = bench(() => new Response('{"detail":""}', { status, headers }))
  await login(ann)
  await sync.logout(ann)
  const { waiting } = await drain(sync, 'unanswered')
  expect([sent.length, waiting, await db.outbox.count()]).toEqual([1, left, left])
})

test('on a full disk a session ends without an entry', async () => {
  const { db, sync, sent, login } = bench(ended)
  await login(ann)
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const put = vi.spyOn(db.outbox, 'bulkPut').mockRejectedValue(full)
  await sync.logout(ann)
  put.mockRestore()
  expect([await getSession(db), await db.outbox.count()]).toEqual([undefined, 0])
  await expect.poll(() => sent).toMatchObject([{ path: '/api/users/logout/', token: 'Bearer ann-1' }])
})
