// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stateAt } from '../../../../contract/order-state.ts'
import type { Order, OrderChanges } from '../../../../contract/orders.ts'
import type { Api } from '../../../../src/api/api-client.ts'
import { ConnectionError } from '../../../../src/api/exchange.ts'
import { createDatabase, putValue, type ShopDatabase } from '../../../../src/db/database.ts'
import { markAsOpened, orderStore, saveOrders } from '../../../../src/db/order-store.ts'
import { getOrderFeed } from '../../../../src/db/orders.ts'
import { fetchOrder, getOrderViews } from '../../../../src/db/read-orders.ts'
import { putSession } from '../../../../src/db/session.ts'
import { pullOrders } from '../../../../src/sync/order-feed.ts'
import { ann } from '../../../support/outbox-bench.ts'
import { noon, orderWith } from '../../../support/some-orders.ts'

type Answer = OrderChanges | Order[] | number | 'nobody'

let db: ShopDatabase
let answers: Answer[]
let asked: string[]
let meanwhile: () => Promise<unknown>

beforeEach(async () => {
  db = createDatabase(`order-pull-${Math.random()}`)
  answers = []
  asked = []
  meanwhile = async () => {}
  await putSession(db, ann)
})
afterEach(() => db.delete())

/** A client that gives the answers in order and records the requests. */
const api = {
  async call(name: string, input: { query?: { since?: string }; token: string }) {
    asked.push(`${name} ${input.query?.since ?? '-'} ${input.token}`)
    const answer = answers.shift()
    if (answer === undefined) throw new Error('asked once too often')
    await meanwhile()
    if (answer === 'nobody') throw new ConnectionError('network')
    if (typeof answer === 'number') return { ok: false, refusal: { status: answer, detail: 'no', errors: [] } }
    return { ok: true, status: 200, body: answer, isShops: true }
  },
  // the pull makes no other calls
} as unknown as Pick<Api, 'call'>

const pull = (session = ann) => pullOrders({ store: orderStore(db), api, clock: { now: () => noon }, session })
const step = (next: string, changed: Order[] = [], over: Partial<OrderChanges> = {}): OrderChanges => ({
  changed,
  deleted: [],
  next,
  more: false,
  ...over,
})
/** The page after a first pull, with the changes during it. */
const caughtUp = (next: string) => step(next)
const order = (_id: string, texts = 0): Order =>
  orderWith(
    Array.from({ length: texts }, () => ({ kind: 'message', text: 'Hello', side: 'shop' })),
    { _id },
  )
const saved = async () => (await db.orders.toArray()).map(({ _id, order: { version } }) => `${_id}@${version}`)
const reader = { userId: 'ann', side: 'buyer' } as const

test.each([
  ['is refused', 400],
  ['is refused as wrong', 422],
  ['is answered from the start', step('x', [order('o9')], { reset: true })],
])(
  'a cursor of another database that %s: all is fetched anew, older versions count, the rest goes',
  async (_, answer) => {
    answers = [step('a', [order('o1', 3), order('o2')]), caughtUp('a')]
    await pull()
    answers = [answer, step('n1', [order('o1', 1)], { more: true }), 'nobody']
    await expect(pull()).rejects.toBeInstanceOf(ConnectionError)
    // usable until the last page has arrived
    expect(await saved()).toEqual(['o1@1', 'o2@0'])
    answers = [step('n2', [order('o3')]), caughtUp('n3')]
    await pull()
    expect(asked.slice(-5).map((call) => call.split(' ')[1])).toEqual(['a', '-', 'n1', 'n1', 'n2'])
    expect(await saved()).toEqual(['o1@1', 'o3@0'])
  },
)

test('an order missing in a fill is removed at its end, even if an answer had it meanwhile', async () => {
  answers = [step('a', [order('o1'), order('o2')]), caughtUp('a')]
  await pull()
  answers = [400, step('n1', [order('o2')], { more: true }), step('n2'), caughtUp('n2')]
  meanwhile = () => saveOrders(db, { userId: 'ann', key: 'order:o1' }, { body: [order('o1', 1)], at: noon })
  await pull()
  expect(await saved()).toEqual(['o2@0'])
})

test('an order without a change for over a year, opened during the first pull, stays with what is typed on it', async () => {
  const old = { ...order('o1'), created_at: '2025-06-01T00:00:00.000Z' }
  const typed = { name: 'form-of:ann:message-o1', value: { text: 'Where are the papers?' } }
  answers = [step('a', [order('o2')]), caughtUp('a')]
  meanwhile = async () => {
    await saveOrders(db, { userId: 'ann', key: 'order:o1' }, { body: [old], at: noon })
    await db.keyValue.put(typed)
  }
  await pull()
  expect(await saved()).toEqual(['o1@0', 'o2@0'])
  expect(await db.keyValue.get(typed.name)).toEqual(typed)
})

test('a server that does not recognise its own cursors does not cause an endless loop', async () => {
  answers = [step('a', [order('o1')]), caughtUp('a'), 400, step('b', [], { more: true }), 400]
  await pull()
  await pull()
  expect(asked).toHaveLength(5)
  answers = [step('b', [order('o1')], { more: true }), step('b', [order('o1')], { more: true })]
  await pull()
  expect(asked).toHaveLength(7)
})

test('a refusal is returned and changes nothing', async () => {
  answers = [step('a', [order('o1')]), caughtUp('a'), 503]
  await pull()
  expect(await pull()).toMatchObject({ status: 503 })
  expect(await getOrderFeed(db, 'ann')).toMatchObject({ cursor: 'a', isComplete: true })
})

test('of two tabs at once the faster one pulls', async () => {
  answers = [step('a', [order('o1')], { more: true }), step('b', [order('o2')]), caughtUp('b')]
  await Promise.all([pull(), pull()])
  expect(await saved()).toEqual(['o1@0', 'o2@0'])
  expect(asked).toHaveLength(3)
})

test('an order with events of a later version has the server’s state', () => {
  const order = orderWith([{ kind: 'message', text: 'Hello', side: 'shop' }], { state: 'closed', version: 2 })
  expect(stateAt(order, noon)).toBe('closed')
})

test('an order with an unseen event of the other side is unopened and comes first', async () => {
  answers = [step('a', [order('o1', 1), { ...order('o2'), created_at: '2026-06-14T00:00:00.000Z' }]), caughtUp('a')]
  await pull()
  const views = async () =>
    (await getOrderViews(db, reader)).orders.map((view) => `${view.order._id} ${view.isUnopened}`)
  expect(await views()).toEqual(['o1 true', 'o2 false'])
  await markAsOpened(db, 'ann', { id: 'o1', version: 1 })
  expect(await views()).toEqual(['o2 false', 'o1 false'])
  answers = [step('b', [order('o1', 2)])]
  await pull()
  expect(await views()).toEqual(['o1 true', 'o2 false'])
  await markAsOpened(db, 'ann', { id: 'o1', version: 2 })
  // another tab still shows the old version
  await markAsOpened(db, 'ann', { id: 'o1', version: 1 })
  expect(await views()).toEqual(['o2 false', 'o1 false'])
  // a backup is restored, and the next event is another message
  answers = [400, step('c', [order('o1'), order('o2')]), caughtUp('c'), step('d', [order('o1', 1)])]
  await pull()
  await pull()
  expect((await views()).toSorted()).toEqual(['o1 true', 'o2 false'])
})

test('an order stays saved while the server is unavailable, and is removed once it is deleted there', async () => {
  answers = [step('a', [order('o1')]), caughtUp('a'), 503, 404]
  await pull()
  const single = { id: 'o1', userId: 'ann', signal: new AbortController().signal }
  await fetchOrder({ db, api }, single)
  expect(await saved()).toEqual(['o1@0'])
  await fetchOrder({ db, api }, single)
  expect(await saved()).toEqual([])
})

test('half-typed forms about an order are removed when it is deleted; for a final one a message stays', async () => {
  const forms = ['offer-a', 'message-a', 'offer-b', 'message-b', 'offer-c'].map(
    (form) => `form-of:ann:${form}` as const,
  )
  for (const form of [...forms, 'form-of:bo:offer-a' as const]) await putValue(db, form, { note: 'typed' })
  const ended = orderWith([{ kind: 'close', side: 'shop', note: 'Sold' }], { _id: 'b' })
  answers = [step('1', [order('c'), ended], { deleted: ['a'] }), caughtUp('2')]
  await pull()
  const left = await db.keyValue.where('name').startsWith('form-of:').primaryKeys()
  expect(left).toEqual(['form-of:ann:message-b', 'form-of:ann:offer-c', 'form-of:bo:offer-a'])
})

test('all is fetched anew after an update of the app, which can read what the version before left out', async () => {
  answers = [step('a', [order('o1')]), caughtUp('a')]
  await pull()
  const { reads: _, ...feed } = (await getOrderFeed(db, 'ann')) ?? {}
  await putValue(db, 'order-feed', { ...feed, reads: 0 } as NonNullable<Awaited<ReturnType<typeof getOrderFeed>>>)
  answers = [step('b', [order('o1', 1)]), caughtUp('b')]
  await pull()
  expect(asked.map((call) => call.split(' ')[1])).toEqual(['-', 'a', '-', 'b'])
  expect(await saved()).toEqual(['o1@1'])
})
