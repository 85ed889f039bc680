// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { OrderEventInput } from '../../../../../contract/order-events.ts'
import { isWaitingForShop } from '../../../../../contract/order-state.ts'
import { dues } from '../../../../../contract/shipment/dues.ts'
import type { Shipment } from '../../../../../contract/shipment/milestones.ts'
import { newShop } from '../../../../../contract/shop.ts'
import { duesOf, goodsMarks, needsWork, waitingSince } from '../../../../../src/db/order-figures.ts'
import type { EventRow } from '../../../../../src/db/outbox-rows.ts'
import { withWaiting } from '../../../../../src/db/read-orders.ts'
import { readKilograms } from '../../../../../src/forms/amount-rules.ts'
import {
  agreedAmount,
  checkCredit,
  checkKilograms,
  claimedProducts,
  claimRows,
  toClaimLines,
  toCredit,
} from '../../../../../src/orders/goods/claim-forms.tsx'
import { checkPayment, suggestedPayment } from '../../../../../src/orders/goods/payments-part.tsx'
import { eventEntry } from '../../../../support/entries.ts'
import { offer, orderWith } from '../../../../support/some-orders.ts'

const terms = { deposit: 30, balance: { kind: 'days-after-loading', days: 10 } } as const
const sold = { ...offer(), ...terms }
const accepted = [
  { kind: 'offer', side: 'shop', offer: sold, at: '2026-06-01T10:00:00.000Z' },
  { kind: 'accept', side: 'buyer', offer: 'e1', at: '2026-06-02T10:00:00.000Z' },
] as const
const goods = (over: Partial<Shipment> = {}): Shipment => ({ step: null, done: [], loaded: [], ...over })
const orderIn = (shipment: Partial<Shipment>, more: Parameters<typeof orderWith>[0] = []) =>
  orderWith([...accepted, ...more], { state: 'accepted', shipment: goods(shipment) })
const loaded: Partial<Shipment> = { step: 'loaded', done: [{ step: 'loaded', on: '2026-06-05', _id: 'l' }] }
const marksOf = (shipment: Partial<Shipment>, today = '2026-06-04') =>
  goodsMarks(orderIn(shipment), { today, shop: newShop })
const session = { userId: 'ib', name: 'Ibrahima', email: '' }
const waiting = (body: OrderEventInput) =>
  ({ ...eventEntry({ id: 'w', order: 'o1', reference: 'Q', body, session }, 0), seq: 1 }) as EventRow
const everything = ['catch-certificate', 'health-certificate', 'bill-of-lading', 'certificate-of-origin']

describe('the figures of a sold order', () => {
  test('a deposit is awaited, then overdue; a paid one is neither', () => {
    expect(marksOf({})).toEqual(['deposit'])
    expect(marksOf({}, '2026-06-09')).toEqual(['deposit'])
    expect(marksOf({}, '2026-06-10')).toEqual(['overdue'])
    expect(marksOf({ paid: { deposit: 111_000, balance: 0 } }, '2026-06-10')).toEqual([])
    const at = { now: 0, timeZone: 'UTC' }
    expect(needsWork(orderIn({}), 'overdue', { ...at, today: '2026-06-10' })).toBe(true)
    expect(needsWork(orderIn({}), 'overdue', { ...at, today: '2026-06-09' })).toBe(false)
    expect(duesOf(orderWith(accepted.slice(0, 1)), { timeZone: 'UTC', today: '2026-06-10' })).toBeUndefined()
  })

  test('documents are missed from the loading to the receipt', () => {
    const paid = { deposit: 370_000, balance: 0 }
    expect(marksOf({ ...loaded, paid })).toEqual(['documents'])
    expect(marksOf({ ...loaded, paid, papers: [...everything, 'invoice', 'packing-list'] })).toEqual([])
    expect(marksOf({ ...loaded, paid, step: 'received' })).toEqual([])
  })

  test('a claim and a reported payment wait for the shop until they are settled and confirmed, also on this device', () => {
    const claim = {
      kind: 'claim',
      side: 'buyer',
      _id: 'c',
      at: '2026-06-20T10:00:00.000Z',
      lines: [{ fishe: 'hake', qty: 0.1, kg: 100 }],
    } satisfies NonNullable<Parameters<typeof orderWith>[0]>[number]
    const answer = { kind: 'milestone', side: 'shop', step: 'documents', on: '2026-06-21' } as const
    const open = orderIn({ claims: [{ _id: 'c' }] }, [claim, { ...answer, at: '2026-06-21T10:00:00.000Z' }])
    expect(isWaitingForShop(open)).toBe(true)
    expect(waitingSince(open)).toBe(Date.parse(claim.at))
    expect(marksOf({ claims: [{ _id: 'c' }], paid: { deposit: 111_000, balance: 0 } })).toEqual(['claim'])
    expect(isWaitingForShop(orderIn({ claims: [{ _id: 'c', credit: 0 }] }))).toBe(false)
    const settle = waiting({ kind: 'settle', after: 4, claim: 'c', refused: 'No' })
    expect(isWaitingForShop(withWaiting(open, [settle]))).toBe(false)
    const reported = orderIn({ reported: [{ _id: 'p', amount: 1, on: '2026-06-03', part: 'deposit' }] })
    expect(isWaitingForShop(reported)).toBe(true)
    expect(needsWork(reported, 'payments', { now: 0, today: '2026-06-04', timeZone: 'UTC' })).toBe(true)
    const paid = { amount: 1, on: '2026-06-03', part: 'deposit' } as const
    const confirm = { kind: 'milestone', step: 'paid', on: paid.on, paid, confirms: 'p', after: 2 } as const
    expect(isWaitingForShop(withWaiting(reported, [waiting(confirm)]))).toBe(false)
  })
})

describe('a payment', () => {
  const due = dues({ offer: sold, shipment: goods(), agreedOn: '2026-06-02' }, '2026-06-03')

  test('is suggested with what is open of its part, without what was reported', () => {
    expect(suggestedPayment(due, [], 'deposit')).toBe(111_000)
    expect(suggestedPayment(due, [], 'balance')).toBe(259_000)
    const reported = { _id: 'p', amount: 100_000, on: '2026-06-03', part: 'deposit' } as const
    expect(suggestedPayment(due, [reported], 'deposit')).toBe(11_000)
    expect(suggestedPayment(due, [reported, reported], 'deposit')).toBe(0)
  })

  test('has an amount above zero, as large as may be', () => {
    const reading = { locale: 'en', digits: 2 } as const
    expect(checkPayment('1,110.00', reading)).toBeUndefined()
    expect(checkPayment('30000000', reading)).toBeUndefined()
    for (const typed of ['', '0', '-5', '1.234.5', '1.2345']) expect(checkPayment(typed, reading)).toBeTruthy()
  })
})

describe('a claim', () => {
  test.each([
    ['12.5', 'en', 12.5],
    ['12,5 kg', 'fr', 12.5],
    ['1500', 'en', 1500],
    ['١٢', 'en', 12],
    ['250000 Kg.', 'es', 250_000],
  ] as const)('%s in %s are %d kg', (typed, locale, kg) => expect(readKilograms(typed, locale)).toBe(kg))

  test.each(['', '0', '-1', '5 t', '1,500', '1.2345', 'some'])('“%s” are none', (typed) =>
    expect(readKilograms(typed, 'en')).toBeUndefined(),
  )

  test('is at most what went', () => {
    expect(checkKilograms('2000', 2000, 'en')).toBeUndefined()
    expect(checkKilograms('2000.001', 2000, 'en')).toEqual({ rule: 'maximum', params: { limit: 2000 } })
  })

  test('has the rows that name kilograms, and comes back as it was typed', () => {
    const sent = [
      { fishe: 'hake', most: 2000, lots: ['L1', 'L2'] },
      { fishe: 'cod', most: 500, lots: ['C1'] },
    ]
    const rows = claimRows(sent, [{ fishe: 'hake', kg: 12.5, reason: 'temperature', lot: 'L2', note: 'Soft' }], 'fr')
    expect(rows).toEqual([
      { product: 'hake', kg: '12,5', lot: 'L2', reason: 'temperature', note: 'Soft' },
      { product: 'cod', kg: '', lot: 'C1', reason: 'quality', note: '' },
    ])
    expect(toClaimLines(rows, 'fr')).toEqual([
      { fishe: 'hake', kg: 12.5, reason: 'temperature', lot: 'L2', note: 'Soft' },
    ])
  })
})

describe('a settlement', () => {
  const claimed = [
    { fishe: 'hake', qty: 0, kg: 100.1 },
    { fishe: 'hake', qty: 0, kg: 0.2 },
    { fishe: 'cod', qty: 0, kg: 5 },
  ]
  const at = { locale: 'en', digits: 2, most: 20_000 } as const
  const row = (product: string, kg: string, amount: string) => ({ product, kg, amount })

  test('credits each product once, at its agreed price', () => {
    expect(claimedProducts(claimed)).toEqual([
      { fishe: 'hake', kg: 100.3 },
      { fishe: 'cod', kg: 5 },
    ])
    expect(agreedAmount(sold, 'hake', 100.3)).toBe(18_556)
    expect(toCredit([row('hake', '100.3', '185.55'), row('cod', '', '')], at)).toEqual([
      { fishe: 'hake', kg: 100.3, amount: 18_555 },
    ])
  })

  test('is at most what was claimed, and what is left of the price', () => {
    expect(checkCredit([row('hake', '100.3', '185.55'), row('cod', '', '')], claimed, at)).toEqual([{}, {}])
    expect(checkCredit([row('hake', '', ''), row('cod', '', '')], claimed, at)[0]).toEqual({ kg: { rule: 'required' } })
    expect(checkCredit([row('hake', '101', '1')], claimed, at)[0]?.kg).toMatchObject({ params: { limit: 100.3 } })
    const [first, second] = checkCredit([row('hake', '100', '150'), row('cod', '5', '50.01')], claimed, at)
    expect([first?.amount, second?.amount]).toEqual([undefined, { rule: 'maximum', params: { limit: 50 } }])
    expect(checkCredit([row('cod', '5', '')], claimed, at)[0]?.amount).toBeTruthy()
    expect(checkCredit([row('cod', '5', '-1')], claimed, at)[0]?.amount).toMatchObject({ rule: 'minimum' })
  })
})
