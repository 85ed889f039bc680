// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Offer } from '../../../../contract/offers.ts'
import { creditable, depositOf, dues, invoiceTotal } from '../../../../contract/shipment/dues.ts'
import type { Shipment, ShipmentStep } from '../../../../contract/shipment/milestones.ts'
import { offer } from '../../../support/some-orders.ts'

const sold = offer({
  deposit: 30,
  charges: [{ label: 'Freight', amount: 5000 }],
  lines: [
    { fishe: 'hake', qty: 10, price: 185_000 },
    { fishe: 'squid', qty: 4, price: null },
  ],
})
const empty: Shipment = { step: null, done: [], loaded: [] }
const done = (...steps: [ShipmentStep, string][]) => steps.map(([step, on], at) => ({ step, on, _id: `e${at}` }))
const agreedOn = '2026-06-10'
const due = (over: Partial<Shipment>, { today = '2026-06-15', ...terms }: Partial<Offer> & { today?: string } = {}) =>
  dues({ offer: { ...sold, ...terms }, shipment: { ...empty, ...over }, agreedOn }, today)

test('before anything is loaded the whole offer is due, then what is loaded with the charges', () => {
  expect(invoiceTotal(sold, empty)).toBe(1_855_000)
  expect(invoiceTotal(sold, { loaded: [{ fishe: 'hake', qty: 9.501 }] })).toBe(1_762_685)
  const discount = { ...sold, charges: [{ label: 'Discount', amount: -200_000 }] }
  expect(invoiceTotal(discount, { loaded: [{ fishe: 'hake', qty: 1 }] })).toBe(0)
})

test('a deposit is due a week after the agreement and is overdue from the day after', () => {
  const [first, rest] = due({}).parts
  expect(first).toEqual({ part: 'deposit', amount: 556_500, open: 556_500, day: '2026-06-17', isOverdue: false })
  expect(rest).toMatchObject({ part: 'balance', amount: 1_298_500, open: 1_298_500, isOverdue: false })
  expect(due({}, { today: '2026-06-17' }).parts[0]?.isOverdue).toBe(false)
  expect(due({}, { today: '2026-06-18' }).parts[0]?.isOverdue).toBe(true)
  const paid = { paid: { deposit: 556_500, balance: 0 } }
  expect(due(paid, { today: '2026-06-18' }).parts[0]).toMatchObject({ open: 0, isOverdue: false })
})

test.each<[Offer['balance'], [ShipmentStep, string][], string | undefined]>([
  [undefined, [['loaded', '2026-06-12']], undefined],
  [{ kind: 'before-loading' }, [], '2026-06-20'],
  [{ kind: 'before-loading' }, [['loaded', '2026-06-12']], '2026-06-12'],
  [
    { kind: 'before-loading' },
    [
      ['packed', '2026-06-11'],
      ['loaded', '2026-06-12'],
    ],
    '2026-06-11',
  ],
  [{ kind: 'against-documents' }, [['loaded', '2026-06-12']], undefined],
  [{ kind: 'against-documents' }, [['documents', '2026-06-25']], '2026-06-25'],
  [{ kind: 'days-after-loading', days: 30 }, [], undefined],
  [{ kind: 'days-after-loading', days: 30 }, [['loaded', '2026-06-12']], '2026-07-12'],
  [{ kind: 'days-after-arrival', days: 5 }, [['loaded', '2026-06-12']], undefined],
  [{ kind: 'days-after-arrival', days: 5 }, [['received', '2026-06-28']], '2026-07-03'],
  [
    { kind: 'days-after-arrival' },
    [
      ['arrived', '2026-06-27'],
      ['received', '2026-06-28'],
    ],
    '2026-06-27',
  ],
])('the balance %j after %j is due on %s', (balance, steps, day) => {
  const { parts } = due({ done: done(...steps) }, { readyFrom: '2026-06-20', ...(balance && { balance }) })
  expect(parts.find(({ part }) => part === 'balance')?.day).toBe(day)
})

test('without a deposit there is a balance alone, and with all of it a deposit alone', () => {
  expect(due({}, { deposit: 0 }).parts.map(({ part }) => part)).toEqual(['balance'])
  expect(due({}, { deposit: 100 }).parts.map(({ part }) => part)).toEqual(['deposit'])
})

test('what the buyer has reported is still open, and what is credited is not', () => {
  const paid = { amount: 1000, on: '2026-06-12', part: 'balance' } as const
  expect(due({ reported: [{ _id: 'e9', ...paid }] }).open).toBe(1_855_000)
  const claims = [{ _id: 'e1', credit: 55_000 }, { _id: 'e2' }, { _id: 'e3', credit: 0 }]
  expect(due({ claims })).toMatchObject({ credited: 55_000, open: 1_800_000 })
  expect(creditable(sold, { ...empty, claims })).toBe(1_800_000)
  expect(creditable(sold, { loaded: [{ fishe: 'hake', qty: 0.001 }], claims })).toBe(0)
})

test('a deposit of a fractional per cent is rounded half up, exactly also for the largest amounts', () => {
  expect(depositOf({ total: 1000, deposit: 12.25 })).toBe(123)
  expect(depositOf({ total: 200, deposit: 33.33 })).toBe(67)
  expect(depositOf({ total: 3, deposit: 50 })).toBe(2)
  expect(depositOf({ total: Number.MAX_SAFE_INTEGER, deposit: 99.99 })).toBe(9_006_298_534_815_517)
  expect(depositOf({ total: Number.MAX_SAFE_INTEGER, deposit: 100 })).toBe(Number.MAX_SAFE_INTEGER)
  expect(depositOf({ total: 5000 })).toBe(0)
})

test('sums above the safe integers are exact where a discount brings them back', () => {
  const lines = Array.from({ length: 3 }, (_, at) => ({ fishe: `f${at}`, qty: 100_000, price: 30_000_000_001 }))
  const many = offer({ lines, charges: [{ label: 'Discount', amount: -1 }] })
  const expected = Number(9_000_000_000_300_000n - 1n)
  expect(many.total).toBe(expected)
  expect(invoiceTotal(many, { loaded: lines.map(({ fishe, qty }) => ({ fishe, qty })) })).toBe(expected)
  expect(dues({ offer: many, shipment: empty, agreedOn }, agreedOn).open).toBe(expected)
})

test('in every case the parts add up, nothing is below zero and nothing counts twice', () => {
  const amount = fc.oneof(fc.integer({ min: 0, max: 4_000_000 }), fc.maxSafeNat())
  const cases = fc.record({
    deposit: fc.integer({ min: 0, max: 10_000 }).map((share) => share / 100),
    qty: fc.integer({ min: 0, max: 10_500 }).map((kg) => kg / 1000),
    charge: fc.integer({ min: -1_850_000, max: 1_000_000 }),
    ...{ first: amount, rest: amount, credits: fc.array(amount, { maxLength: 3 }) },
  })
  fc.assert(
    fc.property(cases, ({ deposit, qty, charge, first, rest, credits }) => {
      const terms = { deposit, charges: [{ label: 'Other', amount: charge }], total: 1_850_000 + charge }
      const shipment: Partial<Shipment> = {
        ...(qty > 0 && { loaded: [{ fishe: 'hake', qty }] }),
        paid: { deposit: first, balance: rest },
        claims: credits.map((credit, at) => ({ _id: `c${at}`, credit })),
      }
      const { total, credited, paid, open, parts } = due(shipment, terms)
      const left = BigInt(total) - credits.reduce((sum, each) => sum + BigInt(each), 0n) - BigInt(first) - BigInt(rest)
      expect(open).toBe(left < 0n ? 0 : Number(left))
      expect(parts.reduce((sum, part) => sum + part.open, 0)).toBe(open)
      expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(total)
      for (const part of parts) {
        expect(part.amount).toBeGreaterThan(0)
        expect(part.open).toBeGreaterThanOrEqual(0)
        expect(part.open).toBeLessThanOrEqual(part.amount)
      }
      expect(paid).toBe(first + rest)
      expect(credited).toBe(credits.reduce((sum, each) => sum + each, 0))
      expect(Math.min(total, depositOf({ ...terms }))).toBe(parts.find(({ part }) => part === 'deposit')?.amount ?? 0)
    }),
    { numRuns: 1000 },
  )
})
