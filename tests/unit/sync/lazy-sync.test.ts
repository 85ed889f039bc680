import { expect, test, vi } from 'vitest'
import { createLazySync } from '../../../src/sync/lazy-sync.ts'
import { accepted, ann, bench, order } from './bench.ts'

/** A page whose outbox's code is on its way: `load` counts how often it was asked for, and fails the first `fails` times. */
function page({ fails = 0 } = {}) {
  const shop = bench(accepted)
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= fails) throw new TypeError('Failed to fetch dynamically imported module')
    return { createSync: () => shop.sync }
  })
  const lazy = createLazySync({ db: shop.db, clock: shop.clock, api: neverCalled }, load)
  const count = vi.spyOn(shop.db.outbox, 'count')
  return {
    ...shop,
    lazy,
    load,
    /** the page lives while `work` goes on */
    async while(work: () => Promise<void>) {
      const stop = new AbortController()
      const running = lazy.run(stop.signal)
      await work().finally(() => stop.abort())
      await running
    },
    /** everything that was asked of the outbox's table has been answered, and its answers were heard */
    async rested() {
      for (let known = -1; known < count.mock.results.length; ) {
        known = count.mock.results.length
        await Promise.allSettled(count.mock.results.map(({ value }) => value))
        await new Promise((resolve) => setTimeout(resolve))
      }
    },
  }
}
const neverCalled = {
  call: () => Promise.reject(new Error('not by the page')),
  exchange: () => Promise.reject(new Error('not by the page')),
  picture: (image: string) => image,
}
const state = async (db: ReturnType<typeof page>['db'], id: string) => (await db.outbox.get(id))?.state

test('a page with nothing to send never fetches the code, whatever wakes it', async () => {
  const { lazy, load, rested, ...shop } = page()
  await shop.while(async () => {
    for (const reason of ['start', 'online', 'visible', 'focus', 'contact', 'login', 'timer'] as const)
      lazy.wake(reason)
    await rested()
    expect(await lazy.pendingOf(ann.userId)).toEqual([])
    expect(load).not.toHaveBeenCalled()
  })
})

test('what waits at the start goes out, once', async () => {
  const { db, sync, login, load, lazy, sent, ...shop } = page()
  await login(ann)
  await sync.enqueueOrder(order('k'))
  expect((await lazy.pendingOf(ann.userId)).map(({ id }) => id)).toEqual(['k'])
  await shop.while(async () => {
    lazy.wake('start')
    await vi.waitFor(async () => expect(await state(db, 'k')).toBe('done'))
    expect([sent.length, load.mock.calls.length]).toEqual([1, 1])
  })
})

test('what another tab keeps while this one rests goes out, without any wake-up', async () => {
  const { db, sync, login, load, rested, ...shop } = page()
  await login(ann)
  await shop.while(async () => {
    await rested()
    expect(load).not.toHaveBeenCalled()
    await sync.enqueueOrder(order('k'))
    await vi.waitFor(async () => expect(await state(db, 'k')).toBe('done'))
  })
})

test('a screen brings the code with its first call, and the page sends from then on', async () => {
  const { db, login, lazy, sent, ...shop } = page()
  await login(ann)
  await shop.while(async () => {
    await lazy.enqueueOrder(order(await lazy.orderId()))
    const [row] = await db.outbox.toArray()
    expect((await lazy.settled(row?.id ?? '', { within: 3000 }))?.state).toBe('done')
    expect(sent).toHaveLength(1)
  })
})

test('code that does not come loses nothing: a call rejects, the entry stays, the next wake-up sends it once', async () => {
  const { db, sync, login, lazy, load, rested, sent, ...shop } = page({ fails: 2 })
  await login(ann)
  await expect(lazy.orderId()).rejects.toThrow('dynamically imported')
  await sync.enqueueOrder(order('k'))
  await shop.while(async () => {
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
    await rested()
    expect([await state(db, 'k'), sent.length]).toEqual(['queued', 0])
    lazy.wake('online')
    await vi.waitFor(async () => expect(await state(db, 'k')).toBe('done'))
    expect([sent.length, load.mock.calls.length]).toEqual([1, 3])
  })
})

test('a database that does not answer is left to the outbox, which knows how to open it anew', async () => {
  const { db, lazy, load } = page()
  db.close()
  lazy.wake('online')
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
})

test('a page that is left before anything was kept ends', async () => {
  const { load, ...shop } = page()
  await shop.while(async () => {})
  expect(load).not.toHaveBeenCalled()
})
