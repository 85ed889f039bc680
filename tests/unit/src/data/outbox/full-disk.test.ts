// @vitest-environment node
import { Dexie } from 'dexie'
import { expect, test, vi } from 'vitest'
import { getCart, putCartLine } from '../../../../../src/data/cart/cart.ts'
import { NotSaved } from '../../../../../src/data/outbox/enqueue.ts'
import { orderEntry } from '../../../../../src/data/outbox/entries.ts'
import { accepted, ann, bench, line, order } from '../../../../support/outbox-bench.ts'

const quota = Object.assign(new Error('full'), { name: 'QuotaExceededError' })

test.each([
  ['as itself', quota],
  [
    'as the reason of an aborted transaction',
    Object.assign(new Error('aborted'), { name: 'AbortError', inner: quota }),
  ],
  ['as one of many failures', new Dexie.BulkError('outbox.bulkPut(): 1 of 1 operations failed', { 0: quota })],
])(
  'a full disk, reported %s: pictures are deleted and the entry saved; else it is sent directly',
  async (_name, full) => {
    const freeSpace = vi.fn(async () => {})
    const { db, sync, sent, login } = bench(accepted, { freeSpace })
    await login(ann)
    const put = vi.spyOn(db.outbox, 'bulkPut').mockRejectedValueOnce(full)
    await sync.enqueueOrder(order('k1'))
    expect([freeSpace.mock.calls.length, await db.outbox.count()]).toEqual([1, 1])
    await putCartLine(db, line)
    put.mockRejectedValue(full)
    const failure = await sync.enqueueOrder(order('k2')).catch((error: unknown) => error)
    put.mockRestore()
    expect(failure).toBeInstanceOf(NotSaved)
    expect([await db.outbox.count(), (await getCart(db)).length]).toEqual([1, 1])
    if (failure instanceof NotSaved)
      expect(await sync.sendDirect(failure.entry)).toMatchObject({ id: 'k2', state: 'done' })
    expect(sent.map(({ key }) => key)).toEqual(['k2'])
  },
)

test('no room for an order id: pictures are deleted; else the page holds the id until its order has arrived', async () => {
  const freeSpace = vi.fn(async () => {})
  const { db, sync, sent, login } = bench(accepted, { freeSpace })
  await login(ann)
  const put = vi.spyOn(db.values, 'put').mockRejectedValueOnce(quota)
  const saved = (await sync.cartOrder()).id
  expect([freeSpace.mock.calls.length, (await sync.cartOrder()).id]).toEqual([1, saved])
  await db.values.delete('order-id')
  put.mockRejectedValue(quota)
  const id = (await sync.cartOrder()).id
  expect([id === saved, (await sync.cartOrder()).id]).toEqual([false, id])
  expect(await sync.sendDirect(orderEntry(order(id), 0))).toMatchObject({ id, state: 'done' })
  expect([sent.length, (await sync.cartOrder()).id === id]).toEqual([1, false])
  // any other error is not a full disk
  put.mockRejectedValue(new RangeError('mine'))
  await expect(sync.cartOrder()).rejects.toThrow('mine')
  put.mockRestore()
})
