import { setupI18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Order } from '../../../../contract/orders.ts'
import type { Api } from '../../../../src/api/api-client.ts'
import { watchNotices } from '../../../../src/app/notices.ts'
import { createDatabase, putValue, type ShopDatabase } from '../../../../src/db/database.ts'
import { markAsOpened } from '../../../../src/db/order-store.ts'
import { putSession } from '../../../../src/db/session.ts'
import { pullOwnOrders } from '../../../../src/sync/order-feed.ts'
import { eventOf, orderOf } from '../../../support/offer-samples.ts'
import { admin, customer } from '../../../support/open-shop.tsx'
import { until } from '../../../support/until.ts'

const toasts = vi.hoisted((): { title: string; action?: { label: string; onClick: () => void } }[] => [])
vi.mock('../../../../src/ui/feedback/toaster.tsx', () => ({ toast: (one: (typeof toasts)[0]) => toasts.push(one) }))

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const requested = { ...orderOf(), created_at: '2026-11-01T00:00:00.000Z' }

let db: ShopDatabase
let now: number
let isVisible: boolean
let page: Order[]
/** what the next call changes, after its answer */
let afterCall: (() => void) | undefined
let stop: AbortController
let tabs: number
let session: typeof customer

beforeEach(async () => {
  toasts.length = 0
  tabs = 0
  db = createDatabase(`news-${Math.random()}`)
  now = Date.parse('2026-11-02T10:00:00.000Z')
  isVisible = true
  page = [requested]
  stop = new AbortController()
  location.hash = '#/products'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'))
  session = customer
  await putSession(db, session)
})
afterEach(async () => {
  stop.abort()
  vi.restoreAllMocks()
  await db.delete()
})

/** Each change is in the feed once for each cursor. */
const api = {
  async call(_name: string, { query }: { query: { since?: string } }) {
    const next = String(now)
    const changed = query.since === next ? [] : page
    const answer = {
      ok: true,
      status: 200,
      date: now,
      isShops: true,
      body: { changed, deleted: [], next, more: false },
    }
    afterCall?.()
    afterCall = undefined
    return answer
  },
  // the pulls make no other calls
} as unknown as Pick<Api, 'call'>

/** A tab of the shop. Returns what pulls and waits until everything was told. */
async function openTab() {
  const clock = { now: () => now }
  const engine = { isWorking: tabs++ === 0 }
  watchNotices({ db, api: api as Api, clock, engine }, i18n, stop.signal)
  const pull = () => pullOwnOrders({ db, api, clock })
  await pull()
  return { pull }
}

/** What was told until now: news of another request, which come last, are told too. */
async function toldSoFar(tab: Awaited<ReturnType<typeof openTab>>) {
  now += 60_000
  const own = session === admin ? 'shop' : 'buyer'
  const event = { ...message(), by: { name: 'Ann', side: own === 'shop' ? 'buyer' : 'shop' } } as const
  page = [{ ...requested, _id: 'last', reference: 'Q-LAST', version: 1, events: [event] }]
  await tab.pull()
  await until(() => expect(toasts.some(({ title }) => title.includes('Q-LAST'))).toBe(true))
  return toasts.map(({ title }) => title).filter((title) => !title.includes('Q-LAST'))
}

const message = () =>
  eventOf(1, 'message', { text: 'Hello', at: new Date(now).toISOString(), by: { name: 'Ann', side: 'shop' } })

/** The shop writes a minute later. */
function shopWrites() {
  now += 60_000
  page = [{ ...requested, version: 1, events: [message()] }]
}

test('what comes while somebody looks elsewhere is told once, however often it is pulled', async () => {
  const tab = await openTab()
  shopWrites()
  await Promise.all([tab.pull(), tab.pull()])
  expect(await toldSoFar(tab)).toEqual(['There is a message on your request Q-0000-0101.'])
  toasts[0]?.action?.onClick()
  expect(location.hash).toBe('#/order/o1')
})

test('what comes while the orders are fetched for the first time is told', async () => {
  afterCall = shopWrites
  expect(await toldSoFar(await openTab())).toEqual(['There is a message on your request Q-0000-0101.'])
})

test('two windows tell once', async () => {
  const [one, two] = [await openTab(), await openTab()]
  shopWrites()
  await Promise.all([one.pull(), two.pull()])
  expect(await toldSoFar(one)).toHaveLength(1)
})

test('what stands on the screen is marked there, in this window or in another one', async () => {
  const tab = await openTab()
  location.hash = '#/order/o1'
  shopWrites()
  await tab.pull()
  expect(await toldSoFar(tab)).toEqual([])
  toasts.length = 0
  location.hash = '#/products'
  now += 60_000
  page = [{ ...requested, version: 2, events: [message(), { ...message(), _id: eventOf(2, 'message')._id, seq: 2 }] }]
  await tab.pull()
  await markAsOpened(db, customer.userId, { id: 'o1', version: 2 })
  expect(await toldSoFar(tab)).toEqual([])
})

test('what came while nobody looked was told by push: the page says nothing more', async () => {
  const tab = await openTab()
  isVisible = false
  shopWrites()
  now += 60_000
  isVisible = true
  document.dispatchEvent(new Event('visibilitychange'))
  await tab.pull()
  expect(await toldSoFar(tab)).toEqual([])
})

test('a browser that must show each push message has told it with that', async () => {
  const safari = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(safari)
  const tab = await openTab()
  const release = () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Firefox/150.0')
  await putValue(db, 'push', { endpoint: 'https://push.example', userId: customer.userId, token: 't', language: 'en' })
  const reads = vi.spyOn(db.keyValue, 'get')
  shopWrites()
  await tab.pull()
  // then it is decided
  await until(() => expect(reads.mock.calls.map(([key]) => String(key))).toContain('push'))
  release()
  expect(await toldSoFar(tab)).toEqual([])
})

test('a new request is told to the exporter, but not on the board, whose list tells it', async () => {
  session = admin
  await putSession(db, session)
  const tab = await openTab()
  let told: string[] = []
  for (const [at, hash] of ['#/dashboard', '#/admin/order'].entries()) {
    location.hash = hash
    now += 60_000
    page = [{ ...requested, _id: `new-${at}`, created_at: new Date(now).toISOString() }]
    await tab.pull()
    // the place counts when it is told
    told = await toldSoFar(tab)
  }
  expect(told).toEqual(['New request Q-0000-0101 from Awa Diop'])
})
