import { expect, test, vi } from 'vitest'
import { getCart, putCartLine } from '../../../src/db/cart.ts'
import type { Change, Scope, Snapshot } from '../../../src/db/outbox.ts'
import { NotSaved } from '../../../src/sync/enqueue.ts'
import { orderEntry } from '../../../src/sync/entries.ts'
import { createKeeper } from '../../../src/sync/keeper.ts'
import type { OutboxStore } from '../../../src/sync/outbox-types.ts'
import { accepted, ann, bench, line, order } from './bench.ts'

/** A store whose disk answers when it is told to. */
function slowDisk() {
  const writes: { ids: string[]; end: (error?: Error) => void }[] = []
  const store: OutboxStore = {
    read: () => Promise.reject(new Error('nobody asks')),
    transact: <T>(step: (seen: Snapshot) => Change<T>, scope?: Scope) =>
      new Promise<T>((resolve, reject) => {
        const { result } = step({ rows: [], session: undefined })
        const end = (error?: Error) => (error ? reject(error) : resolve(result))
        writes.push({ ids: scope?.see === 'entries' ? scope.ids : [], end })
      }),
  }
  const kept: string[] = []
  const keep = createKeeper(store, () => 'spare')
  const send = (id: string) =>
    keep(orderEntry(order(id), 0)).then(
      (row) => void kept.push(row.id),
      () => void kept.push(`not ${id}`),
    )
  const rest = () => new Promise((resolve) => setTimeout(resolve))
  return { writes, kept, send, rest }
}

test('a single request goes to the disk at once; those that come meanwhile share the next commit', async () => {
  const { writes, kept, send, rest } = slowDisk()
  for (const id of ['a', 'b', 'c', 'd']) void send(id)
  expect(writes.map(({ ids }) => ids)).toEqual([['a']])
  await rest()
  expect(kept).toEqual([])
  writes[0]?.end()
  await rest()
  expect([kept, writes.slice(1).map(({ ids }) => ids)]).toEqual([['a'], [['b', 'c', 'd']]])
  writes[1]?.end()
  await rest()
  expect([kept, writes.length]).toEqual([['a', 'b', 'c', 'd'], 2])
})

test('where a shared commit fails, each request has one of its own, and fails alone', async () => {
  const { writes, kept, send, rest } = slowDisk()
  for (const id of ['a', 'b', 'c', 'd']) void send(id)
  writes[0]?.end()
  await rest()
  writes[1]?.end(new Error('the disk says no'))
  await rest()
  writes[2]?.end()
  await rest()
  writes[3]?.end(new Error('the disk says no'))
  await rest()
  void send('e')
  writes[4]?.end()
  await rest()
  writes[5]?.end()
  await rest()
  expect(writes.map(({ ids }) => ids.join())).toEqual(['a', 'b,c,d', 'b', 'c', 'd', 'e'])
  expect(kept).toEqual(['a', 'b', 'not c', 'd', 'e'])
})

test('many at once: few commits, all there in their order, the cart empty, a double click one', async () => {
  const { db, sync, login } = bench(accepted)
  await login(ann)
  await putCartLine(db, line)
  const commits = vi.spyOn(db, 'transaction')
  const ids = Array.from({ length: 100 }, (_, n) => `k${n}`)
  const rows = await Promise.all([...ids, 'k7'].map((id) => sync.enqueueOrder(order(id))))
  expect(commits.mock.calls.length).toBeLessThanOrEqual(3)
  expect(rows.map(({ id }) => id)).toEqual([...ids, 'k7'])
  expect((await db.outbox.orderBy('seq').toArray()).map(({ id, seq }) => `${seq} ${id}`)).toEqual(
    ids.map((id, n) => `${n + 1} ${id}`),
  )
  expect(await getCart(db)).toEqual([])
})

test('what the database cannot hold takes nobody with it', async () => {
  const { db, sync, login } = bench(accepted)
  await login(ann)
  const all = ['k1', 'k2', 'bad', 'k3', 'k4'].map((id) => order(id))
  // nothing that IndexedDB can copy: what a bug somewhere else might make of an order
  const address = { ...order('').body.shippingAddress, country: () => 'France' } as never
  if (all[2]) all[2].body.shippingAddress = address
  const ends = await Promise.allSettled(all.map((each) => sync.enqueueOrder(each)))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(ends[2]).toMatchObject({ reason: expect.any(NotSaved) })
  expect((await db.outbox.orderBy('seq').toArray()).map(({ id }) => id)).toEqual(['k1', 'k2', 'k3', 'k4'])
})

test('a full disk while several are kept: pictures are given up, and then all are there', async () => {
  const quota = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  let full = true
  const freeSpace = vi.fn(async () => {
    full = false
  })
  const { db, sync, login } = bench(accepted, { freeSpace })
  await login(ann)
  const put = db.outbox.bulkPut.bind(db.outbox)
  vi.spyOn(db.outbox, 'bulkPut').mockImplementation((rows) => (full ? Promise.reject(quota) : put(rows)) as never)
  await Promise.all(['k1', 'k2', 'k3'].map((id) => sync.enqueueOrder(order(id))))
  expect([freeSpace.mock.calls.length > 0, await db.outbox.count()]).toEqual([true, 3])
})
