// @vitest-environment node

import { addDays, startOfISOWeek } from 'date-fns'
import { expect, test } from 'vitest'
import { lastPrices } from '../../../../src/db/last-prices.ts'
import {
  acceptedLately,
  medianTimeToAnswer,
  mostAsked,
  openOffers,
  tonnesPerWeek,
  waitingForUs,
} from '../../../../src/db/order-figures.ts'
import { noon, offer, orderWith } from '../../../support/some-orders.ts'

const at = (day: number, hour = 10) => new Date(Date.UTC(2026, 5, day, hour)).toISOString()
const offered = (day: number, over: Parameters<typeof offer>[0] = {}) =>
  ({ kind: 'offer', side: 'shop', at: at(day), offer: offer(over) }) as const
const answer = (kind: 'accept' | 'decline', day: number) => ({ kind, side: 'buyer', at: at(day), offer: 'e1' }) as const
const message = (side: 'buyer' | 'shop', day: number) =>
  ({ kind: 'message', side, at: at(day), text: 'Hello' }) as const

test('requests that wait for the exporter: new, declined, unanswered messages, and since when', () => {
  const orders = [
    orderWith([], { created_at: at(9) }),
    orderWith([offered(2), answer('decline', 5)]),
    orderWith([offered(3), message('buyer', 4), message('buyer', 8)]),
    orderWith([offered(1), message('buyer', 2), message('shop', 3)]),
    orderWith([offered(1), answer('accept', 2)]),
    orderWith([offered(1), { kind: 'withdraw', side: 'shop', at: at(12), offer: 'e1' }]),
  ]
  expect(waitingForUs(orders)).toEqual({ count: 4, since: Date.parse(at(4)) })
  expect(waitingForUs(orders.slice(5))).toEqual({ count: 1, since: Date.parse(at(12)) })
  expect(waitingForUs([])).toEqual({ count: 0, since: undefined })
})

test('open offers are summed by currency; expired ones are not open', () => {
  const francs = { currency: 'XOF', lines: [{ fishe: 'hake', qty: 1, price: 1_213_500 }] }
  const orders = [
    orderWith([offered(10)]),
    orderWith([offered(10), offered(11, { lines: [{ fishe: 'hake', qty: 1, price: 5 }] })]),
    orderWith([offered(10, francs)]),
    orderWith([offered(10, { validUntil: '2026-06-14' })]),
    orderWith([offered(10), answer('accept', 11)]),
  ]
  expect(openOffers(orders, noon)).toEqual({ count: 3, sums: { EUR: 370_005, XOF: 1_213_500 } })
})

test('recently accepted offers count with the available tonnes', () => {
  const lines = [
    { fishe: 'hake', qty: 0.1, price: 100 },
    { fishe: 'sole', qty: 0.2, price: 100 },
    { fishe: 'cod', qty: 50, price: null },
  ]
  const orders = [
    orderWith([offered(1, { lines }), answer('accept', 10)]),
    orderWith([offered(1), answer('accept', 2)]),
    // the second of two offers, from a server whose clock is ahead
    orderWith([offered(1), offered(2, { currency: 'USD' }), { ...answer('accept', 16), offer: 'e2' }]),
  ]
  expect(acceptedLately(orders, noon)).toEqual({
    count: 3,
    tonnes: 4.3,
    sums: { EUR: 370_030, USD: 370_000 },
  })
  expect(acceptedLately(orders.slice(0, 2), noon + 20 * 86_400_000)).toMatchObject({ count: 1, sums: { EUR: 30 } })
})

test('the median time to an answer ignores unanswered requests', () => {
  const answered = (days: number) => orderWith([offered(1 + days)], { created_at: at(1) })
  const day = 86_400_000
  expect(medianTimeToAnswer([answered(1), answered(9), answered(2), orderWith()])).toBe(2 * day)
  expect(medianTimeToAnswer([answered(1), answered(2)])).toBe(1.5 * day)
  const turnedDown = orderWith([{ kind: 'close', side: 'shop', at: at(4), note: 'No' }], { created_at: at(1) })
  expect(medianTimeToAnswer([turnedDown])).toBe(3 * day)
  expect(medianTimeToAnswer([orderWith([message('shop', 2)])])).toBeUndefined()
})

test('weeks begin on Monday, and the oldest comes first', () => {
  const monday = startOfISOWeek(noon)
  const before = addDays(monday, -1).toISOString()
  const orders = [
    orderWith([], { created_at: monday.toISOString() }),
    orderWith([offered(12), { ...answer('accept', 12), at: before }], { created_at: before }),
    orderWith([], { created_at: '2020-01-01T00:00:00.000Z' }),
  ]
  expect(tonnesPerWeek(orders, noon).slice(-2)).toEqual([
    { start: addDays(monday, -7).getTime(), asked: 2, accepted: 2 },
    { start: monday.getTime(), asked: 2, accepted: 0 },
  ])
})

test('the most requested products, under their newest names', () => {
  const item = (fishe: string, qty: number, name = fishe) => ({ fishe, name, name_fr: '', name_es: '', image: '', qty })
  const orders = [
    orderWith([], { created_at: at(1), orderItems: [item('hake', 1), item('sole', 3)] }),
    orderWith([], { created_at: at(2), orderItems: [item('hake', 2.5, 'Hake, new')] }),
  ]
  expect(mostAsked(orders)).toMatchObject([
    { fishe: 'hake', name: 'Hake, new', tonnes: 3.5, requests: 2 },
    { fishe: 'sole', tonnes: 3, requests: 1 },
  ])
})

const priced = (price: number | null, at: string, currency = 'EUR') => ({
  kind: 'offer' as const,
  side: 'shop' as const,
  at,
  offer: offer({ currency, lines: [{ fishe: 'hake', qty: 2, price }] }),
})
const bo = { _id: 'bo', name: 'Bo', email: 'bo@x.org' }

test('the last price for this buyer wins over a newer one for another buyer', () => {
  const orders = [
    orderWith([priced(100, '2026-01-01T00:00:00.000Z'), priced(120, '2026-02-01T00:00:00.000Z')]),
    orderWith([priced(300, '2026-03-01T00:00:00.000Z')], { _id: 'o2', reference: 'Q-2', user: bo }),
  ]
  expect(lastPrices(orders, { buyerId: 'ann' }).get('hake')).toMatchObject({ price: 120, isOwn: true, order: 'o1' })
  expect(lastPrices(orders, { buyerId: 'eve' }).get('hake')).toEqual({
    ...{ price: 300, currency: 'EUR', at: '2026-03-01T00:00:00.000Z' },
    ...{ order: 'o2', reference: 'Q-2', buyer: { id: 'bo', name: 'Bo' }, isOwn: false },
  })
})

test('unavailable products have no price, and prices in another currency do not count', () => {
  const orders = [
    orderWith([priced(100, '2026-01-01T00:00:00.000Z'), priced(null, '2026-02-01T00:00:00.000Z')]),
    orderWith([priced(90_000, '2026-03-01T00:00:00.000Z', 'XOF')], { _id: 'o2' }),
  ]
  expect(lastPrices(orders, { buyerId: 'ann', currency: 'EUR' }).get('hake')?.price).toBe(100)
  expect(lastPrices(orders, { buyerId: 'ann' }).get('hake')?.currency).toBe('XOF')
  expect(lastPrices(orders, { buyerId: 'ann', currency: 'GBP' }).size).toBe(0)
})
