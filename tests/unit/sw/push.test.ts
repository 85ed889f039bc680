import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase, getValue, putValue } from '../../../src/db/database.ts'
import { putSession } from '../../../src/db/session.ts'
import { ann } from '../../support/outbox-bench.ts'
import { orderWith } from '../../support/some-orders.ts'

/** Not by `import`: the types of workers and of the tests' pages conflict. */
const { listenToPush } = await vi.importActual<{ listenToPush(worker: EventTarget): void }>(
  '../../../sw/push-events.ts',
)
/** The worker's database, opened a second time as by a tab. */
const db = createDatabase()

interface Shown {
  title: string
  options: { body?: string; tag?: string; lang?: string; data: { open: string } }
}
let shown: Shown[]
let pages: { visibilityState: string }[]
let sent: { method: string; url: string; body: unknown }[]

const renewed = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/new',
  toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
}
const safari = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile Safari/604.1'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36'

beforeEach(async () => {
  ;[shown, pages, sent] = [[], [], []]
  vi.stubGlobal('clients', { matchAll: async () => pages })
  vi.stubGlobal('navigator', { ...navigator, userAgent: chrome })
  vi.stubGlobal('registration', {
    getNotifications: async () => shown.map(({ options }) => ({ tag: options.tag ?? '' })),
    showNotification: async (title: string, options: Shown['options']) => void shown.push({ title, options }),
    pushManager: { subscribe: async () => renewed },
  })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    sent.push({ method, url, body: body && JSON.parse(String(body)) })
    return new Response(null, { status: 204, headers: { 'x-shop-api': '1' } })
  })
  await Promise.all([db.orders.clear(), db.keyValue.clear()])
})
afterEach(() => vi.unstubAllGlobals())

/** Fires an event as the browser does; resolves when the worker has handled it. */
function fire(kind: string, fields: object): Promise<unknown> {
  let outcome: Promise<unknown> = Promise.reject(new Error('Nobody listens'))
  outcome.catch(() => undefined)
  const target = new EventTarget()
  listenToPush(target)
  const waitUntil = (work: Promise<unknown>) => {
    outcome = work
  }
  target.dispatchEvent(Object.assign(new Event(kind), { ...fields, waitUntil }))
  return outcome
}
const push = (text: string) => fire('push', { data: { json: (): unknown => JSON.parse(text) } })
const news = (language: string) => push(JSON.stringify({ reference: 'Q-0001-0001', language }))
const inStock = (language: string) => push(JSON.stringify({ reference: 'Morue', product: '0123', language }))
const openPage = (visibilityState: string) => pages.push({ visibilityState })

describe('a push message', () => {
  it('of a product that is in stock again opens its page', async () => {
    await inStock('fr')
    const options = { body: 'Morue est de nouveau en stock.', data: { open: './#/products/0123' } }
    expect(shown).toEqual([{ title: 'Quayside', options: expect.objectContaining(options) }])
  })

  it.each([
    ['en', 'There is news on the request Q-0001-0001.'],
    ['fr', 'Il y a du nouveau pour la demande Q-0001-0001.'],
    ['es', 'Hay novedades sobre la solicitud Q-0001-0001.'],
  ])('is shown in its language, %s', async (language, body) => {
    await news(language)
    expect(shown).toEqual([
      { title: 'Quayside', options: expect.objectContaining({ body, lang: language, tag: 'Q-0001-0001' }) },
    ])
  })

  it('leads to the order if it is saved, else to the list', async () => {
    const opened = async () => {
      await news('en')
      return shown.pop()?.options.data.open
    }
    expect(await opened()).toBe('./#/Order')
    await putSession(db, ann)
    const row = { _id: 'o1', order: orderWith(), at: 0, fill: 0, during: 0 }
    await db.orders.put({ ...row, userId: 'somebody else' })
    expect(await opened()).toBe('./#/Order')
    await db.orders.put({ ...row, userId: ann.userId })
    expect(await opened()).toBe('./#/order/o1')
    await db.orders.clear()
    await putSession(db, { ...ann, isAdmin: true })
    expect(await opened()).toBe('./#/admin/order')
  })

  it('brings the orders, and is shown only while no page is visible', async () => {
    await putSession(db, ann)
    openPage('hidden')
    await news('en')
    expect([shown.length, sent.map(({ url }) => url)]).toEqual([1, [expect.stringContaining('/api/orders/changes/')]])
    openPage('visible')
    await news('en')
    expect(shown).toHaveLength(1)
  })

  it('asks the page that works for this device to pull', async () => {
    await putSession(db, ann)
    const locks = { request: (_name: string, _wait: object, work: (lock: null) => unknown) => work(null) }
    vi.stubGlobal('navigator', { ...navigator, userAgent: chrome, locks })
    await news('en')
    expect([sent, (await getValue(db, 'pull-asked'))?.orders]).toEqual([[], 1])
  })

  it('is always shown in Safari, which else revokes the subscription', async () => {
    vi.stubGlobal('navigator', { ...navigator, userAgent: safari })
    openPage('visible')
    await news('en')
    expect(shown).toHaveLength(1)
  })

  it.each(['{}', 'no JSON', '{"reference":1,"language":"en"}'])(
    'that says %s is shown without words of its own',
    async (text) => {
      await push(text)
      expect(shown).toEqual([{ title: 'Quayside', options: { icon: 'icon-192.png', data: { open: './#/Order' } } }])
    },
  )
})

describe('a subscription that the browser replaced', () => {
  const saved = { endpoint: 'old', userId: ann.userId, token: ann.token, language: 'es' } as const

  it('is saved at the shop, for the session', async () => {
    await putSession(db, ann)
    await putValue(db, 'push', saved)
    await fire('pushsubscriptionchange', { oldSubscription: { options: {} } })
    const body = { endpoint: renewed.endpoint, keys: { p256dh: 'p', auth: 'a' }, language: 'es' }
    expect(sent).toEqual([{ method: 'PUT', url: expect.stringContaining('/api/push/subscriptions/'), body }])
    expect(await getValue(db, 'push')).toEqual({ ...saved, endpoint: renewed.endpoint })
  })

  it('is not saved after a logout', async () => {
    await putValue(db, 'push', saved)
    await fire('pushsubscriptionchange', { newSubscription: renewed })
    await putSession(db, { ...ann, userId: 'somebody else' })
    await fire('pushsubscriptionchange', { newSubscription: renewed })
    expect(sent).toEqual([])
  })
})
