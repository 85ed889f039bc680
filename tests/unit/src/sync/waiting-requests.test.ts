import { expect, onTestFinished, test, vi } from 'vitest'
import { watchWaiting } from '../../../../src/app/background.ts'
import { saveFile } from '../../../../src/db/files.ts'
import { accepted, ann, bench, blobOf, order } from '../../../support/outbox-bench.ts'

test('Background Sync is registered as soon as the worker is ready, and again when the page is hidden', async () => {
  const register = vi.fn(async () => undefined)
  const { promise: ready, resolve: arrive } = Promise.withResolvers<object>()
  // on a first visit the worker of the registration is not active and cannot register a sync yet
  const getRegistration = async () => ({ sync: { register: () => Promise.reject(new Error('no active worker')) } })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { ready, getRegistration } })
  const { db, sync, login } = bench(accepted)
  const stop = new AbortController()
  watchWaiting({ db, sync }, stop.signal)
  onTestFinished(() => {
    stop.abort()
    vi.restoreAllMocks()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const leave = () => document.dispatchEvent(new Event('visibilitychange'))
  leave()
  await login(ann)
  await sync.enqueueOrder(order('k'))
  arrive({ sync: { register } })
  await expect.poll(() => register.mock.calls).toEqual([['outbox']])
  leave()
  await expect.poll(() => register.mock.calls.length).toBe(2)
  state.mockReturnValue('visible')
  leave()
  await sync.pass('sync')
  expect(register).toHaveBeenCalledTimes(2)
  // the worker sends files, too
  const file = { _id: 'f1', name: 'a.pdf', type: 'application/pdf', bytes: 4, sha256: 'a'.repeat(64) } as const
  await saveFile(db, { file: { ...file, blob: blobOf('%PDF') }, userId: 'ann', order: 'o1', at: 1 })
  await expect.poll(() => register.mock.calls.length).toBe(3)
  state.mockReturnValue('hidden')
  leave()
  await expect.poll(() => register.mock.calls.length).toBe(4)
})

test('every entry that is not sent counts as waiting, including those being sent or interrupted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { db, sync, login } = bench(accepted)
  const wake = vi.spyOn(sync, 'wake')
  await login(ann)
  await sync.enqueueOrder(order('k'))
  await db.outbox.update('k', { state: 'sending', attempts: 1 })
  const stop = new AbortController()
  watchWaiting({ db, sync }, stop.signal)
  onTestFinished(() => {
    stop.abort()
    vi.useRealTimers()
  })
  wake.mockClear()
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(30_000)
      expect(wake).toHaveBeenCalledWith('timer')
    },
    { timeout: 45_000 },
  )
})
