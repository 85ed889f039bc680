// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { limits } from '../../../../../contract/limits.ts'
import type { Locale } from '../../../../../contract/locales.ts'
import { OfferInput } from '../../../../../contract/offers.ts'
import type { Order } from '../../../../../contract/orders.ts'
import { newShop } from '../../../../../contract/shop.ts'
import { offerTotal } from '../../../../../contract/texts/money.ts'
import {
  askedLines,
  checkOffer,
  currenciesFor,
  fromSavedOffer,
  type LastPricesIn,
  noRow,
  type OfferStart,
  type OfferValues,
  offerInput,
  offerValues,
  pricedSoFar,
  priceTexts,
} from '../../../../../src/orders/seller/offer-values.ts'
import { refusedFields, wrongFields } from '../../../../support/wrong-fields.ts'

const today = '2026-11-22'
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
  today,
  ...part,
})
const lines = askedLines(order)
const wrong = (values: OfferValues, locale: Locale = 'en') => [
  ...new Set([
    ...wrongFields(checkOffer(values, { locale, today })),
    ...refusedFields(values, { schema: OfferInput, body: offerInput(lines, values, locale) }),
  ]),
]

type Row = OfferValues['lines'][number]
/** Rows for alternatives. */
const empty = Array.from({ length: limits.alternatives }, () => noRow)
/** The values with another hake and cod. */
const withRows = (values: OfferValues, ...changes: Partial<Row>[]): OfferValues => ({
  ...values,
  lines: values.lines.map((row, at) => ({ ...row, ...changes[at] })),
})
const withCharges = (values: OfferValues, ...changes: Partial<OfferValues['charges'][number]>[]): OfferValues => ({
  ...values,
  charges: values.charges.map((charge, at) => ({ ...charge, ...changes[at] })),
})

describe('the initial values of the offer form', () => {
  test('without earlier prices: the requested quantities, seven days, the first currency of the shop', () => {
    expect(offerValues(start())).toMatchObject({
      currency: 'EUR',
      lines: [{ product: 'hake', qty: '2.5', price: '', isMissing: false }, { product: 'cod' }, ...empty],
      validUntil: '2026-11-29',
      after: 3,
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
      lines: [{ price: '1850.50' }, { price: '' }, ...empty],
    })
    expect(offerValues(start({ lastPricesIn, locale: 'fr' })).lines[0]?.price).toBe('1850,50')
    // prices in another currency are not used
    const wishing = { ...order, wishes: { currency: 'USD' } }
    expect(offerValues(start({ lastPricesIn, order: wishing })).lines[0]?.price).toBe('')
  })

  test('the previous offer has priority, with its validity unless that is over', () => {
    const values = offerValues(start({ before, lastPricesIn }))
    expect(values).toMatchObject({
      currency: 'XOF',
      lines: [{ qty: '2', price: '1213500', note: 'frozen' }, { isMissing: true }, ...empty],
      validUntil: '2026-12-24',
      payment: '30 days',
    })
    expect(values.charges[0]).toEqual({ label: 'Freight', amount: '-5000' })
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
    expect(wrong(values, locale)).toEqual([])
    expect(offerInput(lines, values, locale)).toEqual(before)
  })
})

describe('the invalid fields of an offer', () => {
  const good = offerValues(start({ before }))

  test('none in a valid offer', () => expect(wrong(good)).toEqual([]))

  test.each<[Partial<Row>[], string[]]>([
    [[{ price: '' }], ['lines/0/price']],
    [[{ price: '-1' }], ['lines/0/price']],
    [[{ price: '12.5' }], ['lines/0/price']],
    [[{ price: '1000000001' }], ['lines/0/price']],
    [[{ price: '1000000000' }], []],
    [[{ price: 'ten' }], ['lines/0/price']],
    [[{ qty: '0' }], ['lines/0/qty']],
    [[{ qty: '1,000' }], ['lines/0/qty']],
    // an unavailable product needs no numbers
    [[{}, { isMissing: true, qty: '', price: '' }], []],
    [[{}, { isMissing: false }], ['lines/1/price']],
    [[{ isMissing: true }], ['lines/0/isMissing']],
  ])('rows: %o', (rows, fields) => expect(wrong(withRows(good, ...rows))).toEqual(fields))

  test.each([
    [{ label: 'Ice' }, ['charges/1/amount']],
    [{ amount: '50' }, ['charges/1/label']],
    [{ label: 'Discount', amount: '-1000000000' }, ['charges/0/amount', 'charges/1/amount']],
  ])('a charge: %o', (charge, fields) => expect(wrong(withCharges(good, {}, charge))).toEqual(fields))

  test.each([
    [{ incoterm: '', place: ' ' }, ['incoterm', 'place']],
    [{ validUntil: '2026-11-21' }, ['validUntil']],
    [{ validUntil: '2026-11-22' }, []],
    [{ validUntil: '2027-11-23' }, []],
    [{ validUntil: '2027-11-24' }, ['validUntil']],
    [{ validUntil: '2026-02-30' }, ['validUntil']],
    [{ readyFrom: 'soon' }, ['readyFrom']],
  ])('%o', (changes, fields) => expect(wrong({ ...good, ...changes })).toEqual(fields))
})

test('totals include the values that are valid so far', () => {
  const values = withCharges(withRows(offerValues(start()), { price: '1850' }, { price: 'x' }), { amount: '-50' })
  expect(pricedSoFar(values, 'en')).toEqual({
    lines: [
      { fishe: 'hake', qty: 2.5, price: 185000 },
      { fishe: 'cod', qty: 10, price: null },
    ],
    charges: [{ amount: -5000 }],
  })
  const refused = withRows(values, { price: '-1' }, { price: '7', isMissing: true })
  expect(pricedSoFar(refused, 'en').lines.map(({ price }) => price)).toEqual([null, null])
})

test('a product that is listed twice in the request is offered once', () => {
  const twice = { orderItems: [item('hake', 1.1), item('cod', 1), item('hake', 2.2)] }
  expect(askedLines(twice).map(({ fishe, qty }) => [fishe, qty])).toEqual([
    ['hake', 3.3],
    ['cod', 1],
  ])
})

test('saved rows stay with their products', () => {
  const { lines: rows } = offerValues(start({ before }))
  expect(fromSavedOffer({ lines: rows.toReversed() }, lines).lines).toEqual(rows.slice(0, 2))
})

test('alternatives come after what was asked for; one that is not available is not sent, nor a least quantity of a whole offer', () => {
  const instead = (product: string) => ({
    ...noRow,
    product,
    alternativeTo: 'cod',
    qty: '9',
    price: '1800',
    least: '2',
  })
  const withAlternatives = (change: Partial<OfferValues>): OfferValues => {
    const values = withRows(offerValues(start({ before })), {}, {}, instead('ling'), {
      ...instead('tusk'),
      isMissing: true,
    })
    return { ...values, ...change }
  }
  const sent = (values: OfferValues) => offerInput(lines, values, 'en').lines.slice(2)
  const line = { fishe: 'ling', qty: 9, price: 1800, alternativeTo: 'cod' }
  expect(sent(withAlternatives({}))).toEqual([line])
  expect(sent(withAlternatives({ inParts: true }))).toEqual([{ ...line, least: 2 }])
  expect(wrong(withAlternatives({ inParts: true }))).toEqual([])
  expect(wrong(withRows(withAlternatives({ inParts: true }), {}, {}, { least: '10' }))).toEqual(['lines/2/least'])
  // the sum counts a product or its alternative, not both
  const both = withRows(withAlternatives({}), {}, { price: '5', isMissing: false })
  const { lines: priced } = pricedSoFar(both, 'en')
  expect(offerTotal(priced)).toBe(offerTotal(priced.slice(0, 2)))
  const again = offerValues(start({ before: { ...before, lines: [...before.lines, line] } }))
  expect(again.lines[2]).toMatchObject({ product: 'ling', alternativeTo: 'cod', qty: '9', price: '1800' })
  expect(fromSavedOffer({ lines: again.lines }, lines).lines).toEqual(again.lines.slice(0, 3))
})

describe('deposit and balance', () => {
  const values = (over: Partial<OfferValues>) => ({ ...offerValues(start({ before })), place: 'Dakar', ...over })
  const sentWith = (over: Partial<OfferValues>) => offerInput(lines, values(over), 'fr')

  test('are sent as typed, and taken over from the last offer', () => {
    const sent = sentWith({ deposit: '12,5 %', balance: { kind: 'days-after-arrival', days: '14' } })
    expect(sent).toMatchObject({ deposit: 12.5, balance: { kind: 'days-after-arrival', days: 14 } })
    expect(offerValues(start({ before: sent, locale: 'fr' }))).toMatchObject({
      ...{ deposit: '12,5', balance: { kind: 'days-after-arrival', days: '14' } },
    })
    const without = sentWith({ deposit: '', balance: { kind: '', days: '14' } })
    expect(['deposit' in without, 'balance' in without]).toEqual([false, false])
    expect(sentWith({ balance: { kind: 'against-documents', days: '9' } }).balance).toEqual({
      kind: 'against-documents',
    })
  })

  test.each([
    [{ deposit: '101' }, 'deposit'],
    [{ deposit: 'third' }, 'deposit'],
    [{ balance: { kind: 'days-after-loading', days: '' } }, 'balance.days'],
    [{ balance: { kind: 'days-after-loading', days: '1.5' } }, 'balance.days'],
    [{ balance: { kind: 'days-after-arrival', days: '366' } }, 'balance.days'],
  ])('are refused at their fields: %o', (over, field) => {
    expect(wrong(values(over)).map((path) => path.replaceAll('/', '.'))).toContain(field)
    expect(wrong(values({ deposit: '100', balance: { kind: 'days-after-loading', days: '0' } }))).toEqual([])
  })
})
