// @vitest-environment node
import { expect, test } from 'vitest'
import { type ClaimLine, type CreditLine, creditSum } from '../../../../contract/shipment/claims.ts'
import { claimEnd, reportTime, wrongClaim, wrongSettlement } from '../../../../contract/shipment/refuse-goods.ts'

const hour = 60 * 60_000
const moment = (text: string) => Date.parse(text)

test.each([
  ['UTC', '2026-06-15', 5, '2026-06-21T00:00:00Z'],
  // clocks go forward on 29 March and back on 25 October
  ['Europe/Paris', '2026-03-27', 1, '2026-03-28T23:00:00Z'],
  ['Europe/Paris', '2026-03-27', 2, '2026-03-29T22:00:00Z'],
  ['Europe/Paris', '2026-10-23', 1, '2026-10-24T22:00:00Z'],
  ['Europe/Paris', '2026-10-23', 2, '2026-10-25T23:00:00Z'],
  ['Pacific/Kiritimati', '2026-12-31', 1, '2027-01-01T10:00:00Z'],
  ['America/Santiago', '2026-09-04', 1, '2026-09-06T04:00:00Z'],
])('in %s what is received on %s can be claimed for %i days, until %s', (timeZone, received, days, end) => {
  expect(claimEnd(timeZone, received, days)).toBe(moment(end))
})

test('a claim counts from when it was written, if that is within a day before it arrived', () => {
  const now = moment('2026-06-15T12:00:00Z')
  const at = (reportedAt?: string) => reportTime({ reportedAt }, now)
  expect(at('2026-06-14T12:00:00Z')).toBe(now - 24 * hour)
  expect(at('2026-06-15T14:00:00+05:00')).toBe(now - 3 * hour)
  expect(at('2026-06-14T11:59:59.999Z')).toBe(now)
  // a clock that is ahead
  expect(at('2026-06-15T12:00:00.001Z')).toBe(now)
  expect(at()).toBe(now)
  expect(at('yesterday')).toBe(now)
})

const lots = [{ code: 'L-1', cartons: 10, net: 900, gross: 930 }]
const container = { container: 'CSQU3054383', lines: [{ fishe: 'hake', qty: 0.9, lots }] }
const went = {
  lines: [
    { fishe: 'hake', qty: 0.9 },
    { fishe: 'squid', qty: 0.1 },
  ],
  containers: [container],
}
const line = (kg: number, over: Partial<ClaimLine> = {}): ClaimLine => ({ fishe: 'hake', kg, reason: 'short', ...over })

test('a claim names products and lots that went, and no more than went over all its lines', () => {
  expect(wrongClaim(went, [line(450.5, { lot: 'L-1' }), line(449.5), line(100, { fishe: 'squid' })])).toEqual([])
  expect(wrongClaim(went, [line(1, { lot: 'ｌ-1' })])).toEqual([])
  expect(wrongClaim(went, [line(1), line(1, { fishe: 'octopus' })])).toEqual([
    { path: 'lines.1.fishe', rule: 'productOfOffer' },
  ])
  expect(wrongClaim(went, [line(1, { lot: 'L-2' })])).toEqual([{ path: 'lines.0.lot', rule: 'lotOfShipment' }])
  expect(wrongClaim(went, [line(1, { fishe: 'squid', lot: 'L-1' })])).toEqual([
    { path: 'lines.0.lot', rule: 'lotOfShipment' },
  ])
  expect(wrongClaim(went, [line(0.0001)])).toEqual([{ path: 'lines.0.kg', rule: 'decimals', params: { limit: 3 } }])
  expect(wrongClaim(went, [line(450.5), line(449.501)])).toEqual([
    { path: 'lines.1.kg', rule: 'maximum', params: { limit: 900 } },
  ])
})

const credit = (kg: number, amount: number, fishe = 'hake'): CreditLine => ({ fishe, kg, amount })
const settled = { claimed: [line(100), line(50), line(20, { fishe: 'squid' })], most: 10_000 }

test('a settlement is a credit or a reason, of what was claimed and of what is left of the price', () => {
  expect(wrongSettlement(settled, { credit: [credit(150, 6000), credit(20, 4000, 'squid')] })).toEqual([])
  expect(wrongSettlement(settled, { refused: 'It was cold' })).toEqual([])
  expect(wrongSettlement(settled, {})).toEqual([{ path: 'credit', rule: 'required' }])
  expect(wrongSettlement(settled, { credit: [credit(1, 1)], refused: 'No' })).toEqual([
    { path: 'refused', rule: 'allowedValue' },
  ])
  expect(wrongSettlement(settled, { credit: [credit(1, 1, 'octopus')] })).toEqual([
    { path: 'credit.0.fishe', rule: 'productOfClaim' },
  ])
  expect(wrongSettlement(settled, { credit: [credit(1, 1), credit(1, 1)] })).toEqual([
    { path: 'credit.1.fishe', rule: 'alreadyUsed' },
  ])
  expect(wrongSettlement(settled, { credit: [credit(0.0001, 1)] })).toEqual([
    { path: 'credit.0.kg', rule: 'decimals', params: { limit: 3 } },
  ])
  expect(wrongSettlement(settled, { credit: [credit(150.001, 1)] })).toEqual([
    { path: 'credit.0.kg', rule: 'maximum', params: { limit: 150 } },
  ])
  expect(wrongSettlement(settled, { credit: [credit(150, 6000), credit(20, 4001, 'squid')] })).toEqual([
    { path: 'credit.1.amount', rule: 'maximum', params: { limit: 4000 } },
  ])
  expect(creditSum([credit(1, 6000), credit(1, 4000, 'squid')])).toBe(10_000)
  expect(creditSum()).toBe(0)
})
