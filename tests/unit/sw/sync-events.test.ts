import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orderReference } from '../../../contract/fields.ts'
import { createDatabase } from '../../../src/db/database.ts'
import { putChosen } from '../../../src/db/files.ts'
import { putSession } from '../../../src/db/session.ts'
import type { NewEntry } from '../../../src/sync/kinds.ts'
import { contactEntry, eventEntry, orderEntry, stockEntry } from '../../support/entries.ts'
import { accepted, ann, blobOf, order, refused } from '../../support/outbox-bench.ts'
import { until } from '../../support/until.ts'

/** Whether a page holds the lock of the outbox. */
let held = false
const locks = {
  request: (name: string, _options: object, work: (lock: unknown) => unknown) =>
    work(held && name === 'sync' ? null : {}),
}
Object.assign(navigator, { locks })

/** Not by `import`: the types of workers and of the tests' pages conflict. */
const { listenToSync, listenToNotifications } = await vi.importActual<{
  listenToSync(worker: EventTarget): void
  listenToNotifications(worker: EventTarget): void
}>('../../../sw/sync-events.ts')
/** The worker's database, opened a second time as by a tab. */
const db = createDatabase()

const body = { user_object: '', user_name: '', user_email: 'v@x.org', user_message: 'Hello' }
const badges: number[] = []

beforeEach(async () => {
  badges.length = 0
  vi.stubGlobal('clients', { matchAll: async () => [] })
  vi.stubGlobal('Notification', { permission: 'denied' })
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('idempotency-key')
    return accepted({ path: '', key, token: null, body: undefined })
  })
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  })
  await Promise.all([db.outbox.clear(), db.keyValue.clear(), db.files.clear()])
})
afterEach(() => vi.unstubAllGlobals())

/** Fires the sync event as the browser does. Rejects when the browser has to fire it again. */
function fireSync(): Promise<unknown> {
  let outcome: Promise<unknown> = Promise.reject(new Error('Nobody listens'))
  outcome.catch(() => undefined)
  const target = new EventTarget()
  listenToSync(target)
  const waitUntil = (work: Promise<unknown>) => {
    outcome = work
  }
  target.dispatchEvent(Object.assign(new Event('sync'), { tag: 'outbox', waitUntil }))
  return outcome
}

test('while a page is sending, the event has to be fired again as long as entries wait', async () => {
  held = true
  await fireSync()
  await db.outbox.put({ ...contactEntry({ id: 'k', body }, 0), seq: 1, state: 'sending', attempts: 1 })
  await expect(fireSync()).rejects.toThrow('better moment')
  // the page was closed
  held = false
  await fireSync()
  expect((await db.outbox.get('k'))?.state).toBe('done')
})

/** A server that takes messages and files; `refusing` counts how often it still has no time for a file. */
function takeFiles({ refusing = 0 } = {}): string[] {
  const asked: string[] = []
  let begun = false
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const { method = 'GET' } = init
    const key = new Headers(init.headers).get('idempotency-key')
    asked.push(key === null ? method : key)
    if (key !== null) return accepted({ path: '', key, token: null, body: undefined })
    const shop = { 'x-shop-api': '1' }
    if (method === 'POST' && refusing-- > 0) return new Response(null, { status: 503, headers: shop })
    if (method === 'HEAD' && !begun) return new Response(null, { status: 404, headers: shop })
    if (method === 'POST') begun = true
    const offset = { 'upload-offset': method === 'PATCH' ? '4' : '0' }
    return new Response(null, { status: method === 'POST' ? 201 : 200, headers: { ...shop, ...offset } })
  })
  return asked
}

/** A message that waits, and its file. */
async function fileWaits(): Promise<void> {
  await putSession(db, ann)
  const file = { _id: 'f1', name: 'a.pdf', type: 'application/pdf', bytes: 4, sha256: 'a'.repeat(64) } as const
  await putChosen(db, { file: { ...file, blob: blobOf('%PDF') }, userId: 'ann', order: 'o1', at: 1 })
  const body = { kind: 'message' as const, files: [file] }
  await db.outbox.put({ ...eventEntry({ id: 'm1', order: 'o1', reference, session: ann, body }, 0), seq: 1 })
}

test('the worker sends files after the outbox, also one that the server first has no time for', async () => {
  const asked = takeFiles({ refusing: 1 })
  await fileWaits()
  await fireSync()
  expect([asked, await db.files.count()]).toEqual([['m1', 'POST', 'POST', 'HEAD', 'PATCH'], 0])
})

test('while a page works for this device, the event has to be fired again as long as a file waits', async () => {
  const asked = takeFiles()
  await fileWaits()
  await db.outbox.clear()
  held = true
  await expect(fireSync()).rejects.toThrow('better moment')
  expect([asked, await db.files.count()]).toEqual([[], 1])
  held = false
})

test('after sending in the background the icon shows how many requests still wait', async () => {
  await putSession(db, ann)
  await db.outbox.put({ ...orderEntry(order('k1'), 0), seq: 1, state: 'attention' })
  await db.outbox.put({ ...orderEntry(order('k2'), 0), seq: 2 })
  await fireSync()
  expect(badges).toEqual([1])
  await db.outbox.delete('k1')
  await db.outbox.put({ ...orderEntry(order('k3'), 0), seq: 3 })
  await fireSync()
  expect(badges).toEqual([1, 0])
})

const [id, reference] = ['01900000-0000-7000-8000-000000000001', 'Q-7F3K-92MX']
const asked = orderEntry(order(id), 0)
const yes = eventEntry({ id, order: 'o1', reference, body: { kind: 'accept', offer: 'x' }, session: ann }, 0)
const names = { trade_name: 'Hake', trade_name_fr: 'Merlu', trade_name_es: 'Merluza' }
const stock = stockEntry({ id, fishe: 'f1', body: { countInStock: 4, seen: 5 }, session: ann, ...names }, 0)

/** The notifications of a worker that sends an entry and gets this answer. */
async function notified(entry: NewEntry, answer: typeof accepted) {
  const shown: unknown[] = []
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('registration', {
    showNotification: async (text: string, { tag, data }: { tag: string; data: unknown }) =>
      void shown.push([text, tag, data]),
  })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const key = new Headers(init?.headers).get('idempotency-key')
    return answer({ path, key, token: null, body: undefined })
  })
  await putSession(db, ann)
  await db.keyValue.put({
    name: 'worker-texts',
    value: { sent: 'Sent: {reference}', attention: 'Look at {reference}' },
  })
  await db.outbox.put({ ...entry, seq: 1 })
  await fireSync()
  return shown
}

test.each([
  ['a request that was sent', asked, accepted, [`Sent: ${orderReference(id)}`, id, { open: `./#/order/${id}` }]],
  ['a refused request', asked, refused, [`Look at ${orderReference(id)}`, id, { open: `./#/order/${id}` }]],
  ['a refused yes', yes, refused, [`Look at ${orderReference('o1')}`, 'o1', { open: './#/order/o1' }]],
] as const)('the worker notifies of %s', async (_name, entry, answer, notice) => {
  expect(await notified(entry, answer)).toEqual([notice])
})

test('it does not of a stock, nor while a page is visible, which says it itself', async () => {
  expect(await notified(stock, refused)).toEqual([])
  await db.outbox.clear()
  vi.stubGlobal('clients', { matchAll: async () => [{ visibilityState: 'visible', postMessage: () => undefined }] })
  expect(await notified(asked, refused)).toEqual([])
  expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['attention'])
})

/** Clicks a notification as the browser does; returns what was done with windows. */
async function press(data: unknown, pages: { url: string }[]): Promise<string[]> {
  const did: string[] = []
  const open = pages.map(({ url }) => ({
    focus: async () => void did.push(`focus ${url}`),
    navigate: async (to: string) => void did.push(`navigate ${to}`),
  }))
  const clients = {
    matchAll: async () => open,
    openWindow: async (url: string) => void did.push(`open ${url}`),
  }
  const target = Object.assign(new EventTarget(), { clients, registration: { scope: 'https://shop.test/quay/' } })
  listenToNotifications(target)
  let outcome: Promise<unknown> = Promise.reject(new Error('Nobody listens'))
  outcome.catch(() => undefined)
  const notification = { data, close: () => void did.push('close') }
  const waitUntil = (work: Promise<unknown>) => {
    outcome = work
  }
  target.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
  await outcome
  return did
}

test('a click on a notification opens its request, in an open window if there is one', async () => {
  const data = { open: './#/order/o1' }
  expect(await press(data, [])).toEqual(['close', 'open https://shop.test/quay/#/order/o1'])
  expect(await press(data, [{ url: 'first' }, { url: 'second' }])).toEqual([
    'close',
    'focus first',
    'navigate https://shop.test/quay/#/order/o1',
  ])
  expect(await press(undefined, [])).toEqual(['close', 'open https://shop.test/quay/#/Order'])
})

// the last one: a worker that has left stays so
test('a worker that a new version replaces gives up the file that it is sending', async () => {
  const { leave } = await vi.importActual<{ leave(): void }>('../../../sw/worker-env.ts')
  takeFiles()
  const rest = globalThis.fetch
  let given: AbortSignal | null | undefined
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method !== 'PATCH') return rest(path, init)
    given = init.signal
    return new Promise((_, reject) =>
      given?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    )
  })
  await fileWaits()
  const outcome = fireSync()
  await until(() => expect(given).toBeDefined())
  leave()
  await expect(outcome).rejects.toThrow('new version')
  expect([given?.aborted, await db.files.count()]).toEqual([true, 1])
})
