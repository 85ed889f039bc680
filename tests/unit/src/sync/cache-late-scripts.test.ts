import { expect, onTestFinished, test, vi } from 'vitest'
import { cacheLateScripts } from '../../../../src/app/background.ts'
import { createDatabase } from '../../../../src/db/schema.ts'
import { orderWith } from '../../../support/some-orders.ts'
import { until } from '../../../support/until.ts'

const own = 'https://shop.test/assets/own.js'
const newer = 'https://shop.test/assets/newer.js'
vi.mock('../../../../src/orders/shipment/shipment-part.tsx', () => ({ address: 'https://shop.test/assets/own.js' }))

/** A page with an accepted order on its device. */
async function openPage(name: string, controller?: object) {
  const saved = new Set<string>()
  const open = async () => ({
    keys: async () => [...saved].map((url) => ({ url })),
    addAll: async (urls: string[]) => urls.forEach((url) => void saved.add(url)),
    delete: async (url: string) => saved.delete(url),
  })
  vi.stubGlobal('caches', { open })
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  const workers = Object.assign(new EventTarget(), { controller })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers })
  const db = createDatabase(name)
  const order = orderWith([], { shipment: { step: null, done: [], loaded: [] } })
  await db.orders.put({ userId: 'ann', _id: order._id, order, at: 1, fill: 1, during: 1 })
  const stop = new AbortController()
  onTestFinished(async () => {
    stop.abort()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'serviceWorker')
    await db.delete()
  })
  cacheLateScripts({ db }, stop.signal)
  const control = (worker: object | undefined) => {
    workers.controller = worker
    workers.dispatchEvent(new Event('controllerchange'))
  }
  return { saved, control }
}

test('a first visit saves the late scripts when its worker comes', async () => {
  const { saved, control } = await openPage('late-first')
  control({})
  await until(() => expect([...saved]).toEqual([own]))
})

test('a page of an earlier version leaves the scripts of the newer one alone', async () => {
  const worker = {}
  const { saved, control } = await openPage('late-earlier', worker)
  await until(() => expect([...saved]).toEqual([own]))
  saved.clear()
  saved.add(newer)
  control({})
  dispatchEvent(new Event('online'))
  // a save would begin with the same import
  for (const _ of [1, 2, 3]) await import('../../../../src/orders/shipment/shipment-part.tsx')
  expect([...saved]).toEqual([newer])
  // under its own worker it saves again
  control(worker)
  await until(() => expect([...saved]).toEqual([own]))
})
