// @vitest-environment node
import { expect, test } from 'vitest'
import type { OrderEventInput } from '../../../../../contract/order-events.ts'
import type { Order } from '../../../../../contract/orders.ts'
import { newShop } from '../../../../../contract/shop.ts'
import type { EventRow } from '../../../../../src/db/outbox-rows.ts'
import { boardRow, countRows, rowsOf } from '../../../../../src/orders/board/board-rows.ts'
import { eventEntry } from '../../../../support/entries.ts'
import { noon, offer, offerInput, orderWith } from '../../../../support/some-orders.ts'

const message = (side: 'buyer' | 'shop', at: string) => ({ kind: 'message', side, text: 'x', at }) as const
const offered = { kind: 'offer', side: 'shop', offer: offer(), at: '2026-06-11T10:00:00.000Z' } as const

const rowOf = (order: Order, waiting: EventRow[] = []) =>
  boardRow({ order, state: order.state, isUnopened: false, waiting }, { today: '2026-06-15', shop: newShop })
const named = (_id: string, created_at = '2026-06-09T10:00:00.000Z') => ({ _id, created_at })
const orders = [
  orderWith([], named('new', '2026-06-14T10:00:00.000Z')),
  orderWith([], named('old', '2026-06-01T10:00:00.000Z')),
  orderWith([offered], named('offered')),
  orderWith([offered, message('buyer', '2026-06-12T10:00:00.000Z')], named('asks')),
  orderWith(
    [offered, message('buyer', '2026-06-12T10:00:00.000Z'), message('shop', '2026-06-13T10:00:00.000Z')],
    named('answered'),
  ),
  orderWith(
    [offered, { kind: 'decline', side: 'buyer', offer: 'e1', at: '2026-06-13T10:00:00.000Z' }],
    named('declined'),
  ),
  orderWith(
    [offered, { kind: 'accept', side: 'buyer', offer: 'e1', at: '2026-06-14T11:00:00.000Z' }],
    named('accepted'),
  ),
  orderWith([{ ...offered, offer: offer({ validUntil: '2026-06-12' }) }], named('expired')),
]
const rows = orders.map((order) => rowOf(order))
type Chosen = Parameters<typeof rowsOf>[1]
const idsIn = (tab: Chosen['tab'], more: Partial<Chosen> = {}) =>
  rowsOf(rows, { tab, keyword: '', locale: 'en', ...more }).map(({ order }) => order._id)

test('the waiting tab has new requests, declined offers and unanswered messages, oldest first', () => {
  expect(idsIn('waiting')).toEqual(['old', 'asks', 'declined', 'new'])
})

test('each column sorts the rows, a minus turns them round, and what is missing comes last', () => {
  const of = (id: string, company: string, qty: number, neededBy = '') =>
    rowOf(
      orderWith([], {
        ...named(id),
        parties: { company },
        wishes: { neededBy },
        orderItems: [{ ...orderWith([]).orderItems[0], qty } as Order['orderItems'][number]],
      }),
    )
  const some = [of('a', 'Zarr', 2, '2026-07-01'), of('b', 'Éclat', 10), of('c', 'Alba', 5, '2026-06-20')]
  const ids = (sort: Chosen['sort']) =>
    rowsOf(some, { tab: 'all', keyword: '', locale: 'en', sort }).map(({ order }) => order._id)
  expect([ids('company'), ids('-company')]).toEqual(['cba', 'abc'].map((each) => [...each]))
  expect([ids('tonnes'), ids('needed')]).toEqual(['acb', 'cab'].map((each) => [...each]))
})

test('the other tabs have one state each, newest first, and their counts', () => {
  expect(idsIn('offered')).toEqual(['asks', 'offered', 'answered'])
  expect(idsIn('expired')).toEqual(['expired'])
  expect(countRows(rows)).toEqual({
    waiting: 4,
    way: 0,
    requested: 2,
    offered: 3,
    countered: 0,
    accepted: 1,
    declined: 1,
    expired: 1,
    closed: 0,
    cancelled: 0,
  })
})

test('a removed order is in the tab of all alone, and nobody has to answer it', () => {
  const accept = { kind: 'accept', side: 'buyer', offer: 'e1' } as const
  const said = [offered, accept, message('buyer', '2026-06-15T10:00:00.000Z')]
  const open = rowOf(orderWith(said))
  const sealed = rowOf(orderWith(said, { sealed: '2026-06-16T10:00:00.000Z' }))
  expect([countRows([open]), open.needsAnswer]).toMatchObject([{ waiting: 1, accepted: 1 }, true])
  expect([Object.values(countRows([sealed])).some((count) => count !== 0), sealed.needsAnswer]).toEqual([false, false])
  expect(rowsOf([sealed], { tab: 'all', keyword: '', locale: 'en' })).toEqual([sealed])
})

test('a row has the time of its state', () => {
  const row = (id: string) => rows.find(({ order }) => order._id === id)
  expect(row('asks')?.since).toBe(Date.parse('2026-06-12T10:00:00.000Z'))
  expect(row('offered')?.since).toBe(Date.parse('2026-06-11T10:00:00.000Z'))
  expect(row('expired')?.since).toBe(Date.parse('2026-06-13T00:00:00.000Z'))
})

test('a search finds reference, buyer, country and product, in any order and without accents', () => {
  expect(idsIn('waiting', { keyword: 'merlú ANN@x' })).toEqual(['old', 'asks', 'declined', 'new'])
  expect(idsIn('waiting', { keyword: 'france q-0001' })).toHaveLength(4)
  expect(idsIn('waiting', { keyword: 'norway' })).toEqual([])
})

const session = { userId: 'shop', name: 'Ibrahima', email: 'i@example.com' }
function waits(body: OrderEventInput, state: EventRow['state'] = 'queued'): EventRow {
  const entry = eventEntry({ id: 'w', order: 'o1', reference: 'Q', body, session }, noon)
  return { ...entry, seq: 1, state } as EventRow
}
const asked = orderWith([])
const questioned = orderWith([offered, message('buyer', '2026-06-12T10:00:00.000Z')])
const madeOffer = { kind: 'offer', after: 0, offer: offerInput() } as const

test.each([
  ['an offer', asked, waits(madeOffer), false],
  ['a refused offer', asked, waits(madeOffer, 'attention'), true],
  ['only a message', asked, waits({ kind: 'message', text: 'Soon' }), true],
  ['a message to a question', questioned, waits({ kind: 'message', text: 'Yes' }), false],
  ['a reason to turn it down', asked, waits({ kind: 'close', after: 0, note: 'Sold' }), false],
  ['a withdrawal', orderWith([offered]), waits({ kind: 'withdraw', after: 1, offer: 'e1' }), true],
])('a request on which %s waits: whether it still waits for the shop', (_, order, row, needsAnswer) => {
  const found = rowOf(order, [row])
  expect(found).toMatchObject({ needsAnswer, hasUnsent: row.state !== 'attention', state: order.state })
})
