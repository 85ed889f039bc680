import { setupI18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orderReference } from '../../../../contract/fields.ts'
import type { Api } from '../../../../src/api/api-client.ts'
import { saveWorkerTexts, watchNotices } from '../../../../src/app/notices.ts'
import { createDatabase, getValue, type ShopDatabase, watchQuery } from '../../../../src/db/database.ts'
import type { OutboxRow } from '../../../../src/db/rows.ts'
import { loadMessages } from '../../../../src/i18n/locale.ts'
import type { NewEntry } from '../../../../src/sync/kinds.ts'
import { contactEntry, eventEntry, orderEntry, reviewEntry, stockEntry } from '../../../support/entries.ts'
import { ann, order } from '../../../support/outbox-bench.ts'
import { until } from '../../../support/until.ts'

const toasts = vi.hoisted((): { title: string; kind?: string }[] => [])
vi.mock('../../../../src/ui/feedback/toaster.tsx', () => ({ toast: (one: (typeof toasts)[0]) => toasts.push(one) }))

const i18n = setupI18n({ messages: { en: await loadMessages('en'), fr: await loadMessages('fr') } })
const [id, fishe, reference] = ['01900000-0000-7000-8000-000000000001', 'f1', 'Q-7F3K-92MX']
const problem = { status: 422, type: 'about:quayside/invalid-fields', detail: 'No.' }
const names = { trade_name: 'Hake', trade_name_fr: 'Merlu', trade_name_es: 'Merluza' }
const yes = eventEntry({ id, order: 'o1', reference, body: { kind: 'accept', offer: 'x' }, session: ann }, 0)
const stock = stockEntry({ id, fishe, body: { countInStock: 4, seen: 5 }, session: ann, ...names }, 0)
const review = reviewEntry({ id, fishe, body: { rating: 5, comment: 'Good' }, session: ann, ...names }, 0)

const fetched: unknown[] = []
// nothing else is called
const api = {
  async call(_name: string, { params }: { params: { id: string } }) {
    fetched.push(params.id)
    return { ok: false, refusal: { status: 503, detail: '', errors: [] } }
  },
} as unknown as Api

let db: ShopDatabase
let stop: AbortController
beforeEach(() => {
  toasts.length = 0
  fetched.length = 0
  stop = new AbortController()
  db = createDatabase(`notices-${Math.random()}`)
  i18n.activate('en')
})
afterEach(async () => {
  stop.abort()
  vi.restoreAllMocks()
  await db.delete()
})

const put = (entry: NewEntry, change: Partial<OutboxRow>) => db.outbox.put({ ...entry, seq: 1, ...change })
/** The watchers have seen the table as it is: their reads began before this one. */
async function seen(): Promise<void> {
  const read = vi.fn()
  const reading = new AbortController()
  watchQuery(() => db.outbox.count(), read, reading.signal)
  await until(() => expect(read).toHaveBeenCalled())
  reading.abort()
}

const watch = () => watchNotices({ db, api, clock: Date, engine: { isWorking: true } }, i18n, stop.signal)

/** What is announced of an entry that had to wait and then got this state. */
async function announced(entry: NewEntry, state: 'done' | 'attention', waiting: Partial<OutboxRow> = { problem }) {
  watch()
  await put(entry, { state: 'queued', ...waiting })
  await seen()
  await put(entry, { state })
  await seen()
  return toasts.map(({ title, kind }) => [title, kind])
}

test.each([
  ['a sent request', orderEntry(order(id), 0), 'done', `Your request ${orderReference(id)} was sent.`],
  [
    'a refused request',
    orderEntry(order(id), 0),
    'attention',
    `Your request ${orderReference(id)} needs your attention.`,
  ],
  ['a refused yes', yes, 'attention', `Your request ${reference} needs your attention.`],
  ['a refused stock', stock, 'attention', 'The stock of Hake needs your attention.'],
] as const)('%s is announced once after it had to wait', async (_name, entry, state, text) => {
  expect(await announced(entry, state)).toEqual([[text, state === 'done' ? 'success' : 'error']])
})

test('also one that waited for a login, and one that was sent under another number', async () => {
  expect(await announced(yes, 'attention', { state: 'waiting-login' })).toHaveLength(1)
  const [from, to] = ['first', '01900000-0000-7000-8000-000000000002']
  await put(orderEntry(order(from), 0), { state: 'queued', problem })
  await seen()
  await db.transaction('rw', db.outbox, async () => {
    await db.outbox.delete(from)
    await put(orderEntry(order(to), 0), { state: 'attention', from })
  })
  await until(() => expect(toasts[1]?.title).toContain(orderReference(to)))
})

test.each([
  ['a yes that was sent: it shows in its request', yes],
  ['a stock that was sent', stock],
  ['a message of the contact form', contactEntry({ id, body: {} as never }, 0)],
])('not announced: %s', async (_name, entry) => {
  expect(await announced(entry, 'done')).toEqual([])
})

test('what went out or was refused at once is not announced, and nothing on a hidden page', async () => {
  expect(await announced(yes, 'attention', {})).toEqual([])
  stop.abort()
  stop = new AbortController()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  expect(await announced(yes, 'attention')).toEqual([])
})

test('a refused answer is not announced where its request is open and says it itself', async () => {
  location.hash = '#/order/o1'
  expect(await announced(yes, 'attention')).toEqual([])
  location.hash = ''
})

test('announcements follow the language', async () => {
  i18n.activate('fr')
  expect(await announced(stock, 'attention')).toEqual([[expect.stringContaining('Merlu'), 'error']])
})

test('the worker’s texts are those of the chosen language, also after a change', async () => {
  saveWorkerTexts(db, i18n, stop.signal)
  const texts = () => getValue(db, 'worker-texts')
  const english = {
    sent: 'Your request {reference} was sent.',
    attention: 'Your request {reference} needs your attention.',
  }
  await until(async () => expect(await texts()).toEqual(english))
  i18n.activate('fr')
  await until(async () => expect((await texts())?.sent).toMatch(/^Votre demande {reference}/))
  expect((await texts())?.attention).toMatch(/^Votre demande {reference}/)
})

test('after the verdict on a review or a stock its product is fetched once; other entries have none', async () => {
  watch()
  await put(review, { id: 'a', state: 'queued' })
  await put(
    { ...stock, payload: { ...stock.payload, fishe: 'f2' } as OutboxRow['payload'] },
    { id: 'b', state: 'sending', seq: 2 },
  )
  await put(yes, { id: 'c', state: 'queued', seq: 3 })
  await put(review, { id: 'd', state: 'done', seq: 4 })
  await seen()
  await db.outbox.toCollection().modify((row) => {
    row.state = row.id === 'b' ? 'attention' : 'done'
  })
  await until(() => expect(fetched).toHaveLength(2))
  expect(fetched).toEqual([fishe, 'f2'])
})
