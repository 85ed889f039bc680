// @vitest-environment node
import { expect, test } from 'vitest'
import { lastPrices } from '../../../../../src/data/orders/last-prices.ts'
import { offer, orderWith } from '../../../../support/some-orders.ts'

const offered = (price: number | null, at: string, currency = 'EUR') => ({
  kind: 'offer' as const,
  side: 'shop' as const,
  at,
  offer: offer({ currency, lines: [{ fishe: 'hake', qty: 2, price }] }),
})
const bo = { _id: 'bo', name: 'Bo', email: 'bo@x.org' }

test('the last price for this buyer wins over a newer one for another buyer', () => {
  const orders = [
    orderWith([offered(100, '2026-01-01T00:00:00.000Z'), offered(120, '2026-02-01T00:00:00.000Z')]),
    orderWith([offered(300, '2026-03-01T00:00:00.000Z')], { _id: 'o2', reference: 'Q-2', user: bo }),
  ]
  expect(lastPrices(orders, { buyerId: 'ann' }).get('hake')).toMatchObject({ price: 120, isOwn: true, order: 'o1' })
  expect(lastPrices(orders, { buyerId: 'eve' }).get('hake')).toEqual({
    ...{ price: 300, currency: 'EUR', at: '2026-03-01T00:00:00.000Z' },
    ...{ order: 'o2', reference: 'Q-2', buyer: { id: 'bo', name: 'Bo' }, isOwn: false },
  })
})

test('unavailable products have no price, and prices in another currency do not count', () => {
  const orders = [
    orderWith([offered(100, '2026-01-01T00:00:00.000Z'), offered(null, '2026-02-01T00:00:00.000Z')]),
    orderWith([offered(90_000, '2026-03-01T00:00:00.000Z', 'XOF')], { _id: 'o2' }),
  ]
  expect(lastPrices(orders, { buyerId: 'ann', currency: 'EUR' }).get('hake')?.price).toBe(100)
  expect(lastPrices(orders, { buyerId: 'ann' }).get('hake')?.currency).toBe('XOF')
  expect(lastPrices(orders, { buyerId: 'ann', currency: 'GBP' }).size).toBe(0)
})
