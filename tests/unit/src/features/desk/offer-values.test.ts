// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { OfferInput } from '../../../../../contract/offers.ts'
import type { Order } from '../../../../../contract/orders.ts'
import { newShop } from '../../../../../contract/texts/shop-texts.ts'
import { checkOffer, offerPaths } from '../../../../../src/features/desk/offer-check.ts'
import {
  askedLines,
  currenciesFor,
  type LastPricesIn,
  type OfferStart,
  type OfferValues,
  offerInput,
  offerValues,
  pricedSoFar,
  priceTexts,
} from '../../../../../src/features/desk/offer-values.ts'

const now = new Date(2026, 10, 22, 12).getTime()
const item = (fishe: string, qty: number) => ({ fishe, name: fishe, name_fr: '', name_es: '', image: '', qty })
const order: Order = {
  _id: 'o',
  reference: 'Q-0000-0001',
  created_at: '2026-11-20T10:00:00.000Z',
  user: { _id: 'u', name: 'Awa', email: 'awa@example.com' },
  shippingAddress: { phone: '1', address: 'Quai', city: 'Dakar', postalCode: '1', country: 'Senegal' },
  orderItems: [item('hake', 2.5), item('cod', 10)],
  wishes: {},
  state: 'requested',
  version: 3,
  events: [],
}
const before: OfferInput = {
  currency: 'XOF',
  lines: [
    { fishe: 'hake', qty: 2, price: 1213500, note: 'frozen' },
    { fishe: 'cod', qty: 10, price: null },
  ],
  charges: [{ label: 'Freight', amount: -5000 }],
  incoterm: 'FOB',
  place: 'Dakar',
  validUntil: '2026-12-24',
  payment: '30 days',
}
const lastPricesIn: LastPricesIn = (currency) =>
  new Map(currency === undefined || currency === 'EUR' ? [['hake', { price: 185050, currency: 'EUR' }]] : [])
const start = (part: Partial<OfferStart> = {}): OfferStart => ({
  shop: newShop,
  order,
  before: undefined,
  lastPricesIn: () => new Map(),
  locale: 'en',
  now,
  ...part,
})
const lines = askedLines(order)
const wrong = (values: OfferValues) =>
  Object.entries(checkOffer(values, { lines, locale: 'en', now })).flatMap(([name, message]) => (message ? [name] : []))

describe('the initial values of the offer form', () => {
  test('without earlier prices: the requested quantities, seven days, the first currency of the shop', () => {
    expect(offerValues(start())).toMatchObject({
      currency: 'EUR',
      'qty:hake': '2.5',
      'price:hake': '',
      'missing:hake': '',
      validUntil: '2026-11-29',
      after: '3',
    })
  })

  test('the buyer’s wishes, also a currency that the shop does not list', () => {
    const wishes = { incoterm: 'CIF', place: 'Vigo', currency: 'MAD' } as const
    const wishing = { ...order, wishes }
    expect(offerValues(start({ order: wishing }))).toMatchObject({ incoterm: 'CIF', place: 'Vigo', currency: 'MAD' })
    expect(currenciesFor({ order: wishing, shop: newShop, before: undefined })).toContain('MAD')
  })

  test('the last prices, in their currency', () => {
    expect(offerValues(start({ lastPricesIn }))).toMatchObject({
      currency: 'EUR',
      'price:hake': '1850.50',
      'price:cod': '',
    })
    expect(offerValues(start({ lastPricesIn, locale: 'fr' }))['price:hake']).toBe('1850,50')
    // prices in another currency are not used
    const wishing = { ...order, wishes: { currency: 'USD' } }
    expect(offerValues(start({ lastPricesIn, order: wishing }))['price:hake']).toBe('')
  })

  test('the previous offer has priority, with its validity unless that is over', () => {
    const values = offerValues(start({ before, lastPricesIn }))
    expect(values).toMatchObject({
      currency: 'XOF',
      'qty:hake': '2',
      'price:hake': '1213500',
      'remark:hake': 'frozen',
      'missing:cod': 'true',
      'label:0': 'Freight',
      'amount:0': '-5000',
      validUntil: '2026-12-24',
      payment: '30 days',
    })
    for (const [ends, shown] of [
      ['2026-11-21', '2026-11-29'],
      ['2026-11-22', '2026-11-22'],
    ] as const)
      expect(offerValues(start({ before: { ...before, validUntil: ends } })).validUntil).toBe(shown)
  })

  test('the currency of most of the last prices', () => {
    const items = ['hake', 'cod', 'sole'].map((fishe) => item(fishe, 1))
    const prices = new Map(items.map(({ fishe }, at) => [fishe, { price: 1, currency: at === 0 ? 'GBP' : 'USD' }]))
    expect(offerValues(start({ order: { ...order, orderItems: items }, lastPricesIn: () => prices })).currency).toBe(
      'USD',
    )
  })

  test('no prices of a previous offer in another currency', () => {
    expect([...priceTexts(start({ before }), 'EUR')]).toEqual([])
    expect([...priceTexts(start({ before }), 'XOF')]).toEqual([['hake', '1213500']])
  })

  test.each(['en', 'fr', 'es'] as const)('an unchanged form gives the previous offer (%s)', (locale) => {
    const values = offerValues(start({ before, locale }))
    expect(checkOffer(values, { lines, locale, now })).toMatchObject({ incoterm: undefined })
    expect(offerInput(lines, values, locale)).toEqual(before)
  })
})

describe('the invalid fields of an offer', () => {
  const good = offerValues(start({ before }))

  test('none in a valid offer', () => expect(wrong(good)).toEqual([]))

  test.each([
    [{ 'price:hake': '' }, ['price:hake']],
    [{ 'price:hake': '-1' }, ['price:hake']],
    [{ 'price:hake': '12.5' }, ['price:hake']],
    [{ 'price:hake': '1000000001' }, ['price:hake']],
    [{ 'price:hake': '1000000000' }, []],
    [{ 'price:hake': 'ten' }, ['price:hake']],
    [{ 'qty:hake': '0' }, ['qty:hake']],
    [{ 'qty:hake': '1,000' }, ['qty:hake']],
    // an unavailable product needs no numbers
    [{ 'missing:cod': 'true', 'qty:cod': '', 'price:cod': '' }, []],
    [{ 'missing:cod': '' }, ['price:cod']],
    [{ 'missing:hake': 'true' }, ['missing:hake']],
    [{ 'label:1': 'Ice' }, ['amount:1']],
    [{ 'amount:1': '50' }, ['label:1']],
    [{ incoterm: '', place: ' ' }, ['incoterm', 'place']],
    [{ validUntil: '2026-11-21' }, ['validUntil']],
    [{ validUntil: '2026-11-22' }, []],
    [{ validUntil: '2027-11-23' }, []],
    [{ validUntil: '2027-11-24' }, ['validUntil']],
    [{ validUntil: '2026-02-30' }, ['validUntil']],
    [{ readyFrom: 'soon' }, ['readyFrom']],
  ])('%o', (changes, fields) => expect(wrong({ ...good, ...changes } as OfferValues)).toEqual(fields))
})

test('totals include the values that are valid so far', () => {
  const values = { ...offerValues(start()), 'price:hake': '1850', 'price:cod': 'x', 'amount:0': '-50' }
  expect(pricedSoFar(lines, values, 'en')).toEqual({
    lines: [
      { fishe: 'hake', qty: 2.5, price: 185000 },
      { fishe: 'cod', qty: 10, price: null },
    ],
    charges: [{ amount: -5000 }],
  })
  const refused = { ...values, 'price:hake': '-1', 'price:cod': '7', 'missing:cod': 'true' }
  expect(pricedSoFar(lines, refused, 'en').lines.map(({ price }) => price)).toEqual([null, null])
})

test('a product that is listed twice in the request is offered once', () => {
  const twice = { orderItems: [item('hake', 1.1), item('cod', 1), item('hake', 2.2)] }
  expect(askedLines(twice).map(({ fishe, qty }) => [fishe, qty])).toEqual([
    ['hake', 3.3],
    ['cod', 1],
  ])
})

test('each refused path belongs to a field', () => {
  expect(offerPaths(lines)).toMatchObject({
    'offer.lines.1.price': 'price:cod',
    'offer.charges.4.amount': 'amount:4',
    'offer.validUntil': 'validUntil',
    'offer.lines': 'missing:hake',
  })
})
