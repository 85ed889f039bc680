// @vitest-environment node
import { expect, test } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import type { OrderEvent, OrderEventInput, Side } from '../../../../contract/order-events.ts'
import { refuseGoods } from '../../../../contract/shipment/refuse-goods.ts'
import { offer, orderWith } from '../../../support/some-orders.ts'

type Saying = NonNullable<Parameters<typeof orderWith>[0]>[number]
const on = '2026-06-12'
const sold = offer({
  tolerance: 10,
  lines: [
    { fishe: 'hake', qty: 2, price: 100_000 },
    { fishe: 'squid', qty: 1, price: null },
  ],
})
const now = Date.parse('2026-06-15T12:00:00Z')

interface Given {
  said?: Saying[]
  side?: Side
  at?: number
  claimDays?: number
}
function refused(event: OrderEventInput, { said = [], side = 'shop', at = now, claimDays }: Given = {}) {
  const agreed = { ...sold, ...(claimDays !== undefined && { claimDays }) }
  const goods = { offer: agreed, events: orderWith(said).events, timeZone: 'Europe/Paris', claimDays: 5 }
  return refuseGoods(goods, event, { side, now: at })
}
const milestone = { kind: 'milestone', on } as const
const loaded = (qty: number, over: { fishe?: string; lots?: { code: string; net: number }[] } = {}) => {
  const lots = over.lots?.map((lot) => ({ ...lot, cartons: 1, gross: lot.net }))
  const line = { fishe: over.fishe ?? 'hake', qty, ...(lots && { lots }) }
  const step = { ...milestone, step: 'loaded' } as const
  return { ...step, loaded: { container: 'CSQU3054383', lines: [line] } }
}
const fields = (...all: [path: string, rule: string, limit?: number][]) => ({
  fields: all.map(([path, rule, limit]) => ({ path, rule, ...(limit !== undefined && { params: { limit } }) })),
})

test('a milestone needs the details of its step', () => {
  expect(refused({ ...milestone, step: 'packed' })).toBeUndefined()
  for (const step of ['booked', 'loaded', 'paid'] as const)
    expect(refused({ ...milestone, step })).toEqual(fields([step, 'required']))
  expect(refused({ ...milestone, step: 'deposit', confirms: 'e1' })).toEqual(fields(['confirms', 'reportOfBuyer']))
})

test('what is loaded was accepted, fits the tolerance, and is the sum of its lots', () => {
  const lots = (...nets: number[]) => ({ lots: nets.map((net, at) => ({ code: `L-${at}`, net })) })
  expect(refused(loaded(2.2, lots(2000, 200)))).toBeUndefined()
  expect(refused(loaded(2.201))).toEqual(fields(['loaded.lines.0.qty', 'maximum', 2.2]))
  expect(refused(loaded(2.201, lots(2201)))).toEqual(fields(['loaded.lines.0.qty', 'maximum', 2.2]))
  expect(refused(loaded(2.0005))).toEqual(fields(['loaded.lines.0.qty', 'decimals', 3]))
  expect(refused(loaded(2, lots(1999)))).toEqual(fields(['loaded.lines.0.lots', 'sumOfLots']))
  expect(refused(loaded(1, { fishe: 'octopus' }))).toEqual(fields(['loaded.lines.0.fishe', 'productOfOffer']))
  expect(refused(loaded(1, { fishe: 'squid' }))).toEqual(fields(['loaded.lines.0.qty', 'maximum', 0]))
  // more may stand ready than will be loaded
  const packed = (qty: number, fishe = 'hake') => ({
    ...{ ...milestone, step: 'packed' as const },
    packed: { lines: [{ fishe, qty, lots: [{ code: 'L-1', cartons: 1, net: 3000, gross: 3000 }] }] },
  })
  expect(refused(packed(3))).toBeUndefined()
  expect(refused(packed(2))).toEqual(fields(['packed.lines.0.lots', 'sumOfLots']))
  expect(refused(packed(3, 'octopus'))).toEqual(fields(['packed.lines.0.fishe', 'productOfOffer']))
})

const paid = { ...milestone, step: 'paid', paid: { amount: 100, on, part: 'deposit' } } as const
const report: Saying = { ...paid, _id: 'r1', side: 'buyer' }

test('only an open report of the buyer can be confirmed', () => {
  expect(refused({ ...paid, confirms: 'r1' }, { said: [report] })).toBeUndefined()
  const wrong = fields(['confirms', 'reportOfBuyer'])
  expect(refused({ ...paid, confirms: 'r1' })).toEqual(wrong)
  const confirmed: Saying = { ...paid, _id: 'c1', side: 'shop', confirms: 'r1' }
  expect(refused({ ...paid, confirms: 'r1' }, { said: [report, confirmed] })).toEqual(wrong)
  expect(refused({ ...paid, confirms: 'c1' }, { said: [report, confirmed] })).toEqual(wrong)
  const slip: Saying = { kind: 'correct', side: 'shop', of: 'c1' }
  expect(refused({ ...paid, confirms: 'r1' }, { said: [report, confirmed, slip] })).toBeUndefined()
})

test('each side corrects milestones of its own, and the shop those of the buyer, too', () => {
  const correct = (of: string) => ({ kind: 'correct', of, note: 'A slip' }) as const
  const said: Saying[] = [report, { ...milestone, _id: 'm1', step: 'packed', side: 'shop' }]
  expect(refused(correct('r1'), { said, side: 'buyer' })).toBeUndefined()
  expect(refused(correct('r1'), { said })).toBeUndefined()
  expect(refused(correct('m1'), { said, side: 'buyer' })).toEqual({ code: 'not-your-side' })
  expect(refused(correct('x'), { said })).toEqual(fields(['of', 'milestoneOfOrder']))
  expect(refused(correct('a'), { said: [claimed('a')] })).toEqual(fields(['of', 'milestoneOfOrder']))
})

const claim = (kg: number, reportedAt?: string): Extract<OrderEventInput, { kind: 'claim' }> => ({
  ...{ kind: 'claim', lines: [{ fishe: 'hake', kg, reason: 'short' }] },
  ...(reportedAt !== undefined && { reportedAt }),
})
const claimed = (id: string, kg = 100): Saying => ({
  ...{ _id: id, kind: 'claim', side: 'buyer', lines: [{ fishe: 'hake', qty: 0, kg, reason: 'short' }] },
})
const received: Saying = { ...milestone, _id: 'g1', step: 'received', side: 'buyer' }

test('a claim is made by the end of its days; what was written before it counts for a day', () => {
  const [said, side] = [[received], 'buyer'] as const
  // 2026-06-12 and five days end on the 18th at 00:00 in Paris
  const end = Date.parse('2026-06-17T22:00:00Z')
  const late = { code: 'claim-too-late' }
  expect(refused(claim(1), { said: [...said], side, at: end - 1 })).toBeUndefined()
  expect(refused(claim(1), { said: [...said], side, at: end })).toEqual(late)
  expect(refused(claim(1), { said: [...said], side, claimDays: 2 })).toEqual(late)
  expect(refused(claim(1), { said: [...said], side, at: end, claimDays: 6 })).toBeUndefined()
  expect(refused(claim(1, '2026-06-17T21:59:59Z'), { said: [...said], side, at: end + 1000 })).toBeUndefined()
  expect(refused(claim(1, '2026-06-17T21:59:59Z'), { said: [...said], side, at: end + 86_400_000 })).toEqual(late)
  expect(refused(claim(1, '2026-06-17T22:00:00Z'), { said: [...said], side, at: end + 1000 })).toEqual(late)
  // not received yet, or only by a slip
  expect(refused(claim(1), { side, at: end })).toBeUndefined()
  const slip: Saying = { kind: 'correct', side: 'buyer', of: 'g1' }
  expect(refused(claim(1), { said: [...said, slip], side, at: end })).toBeUndefined()
})

test('a claim is held against what was loaded, or what was accepted before that', () => {
  const most = (limit: number) => fields(['lines.0.kg', 'maximum', limit])
  expect(refused(claim(2000), { side: 'buyer' })).toBeUndefined()
  expect(refused(claim(2000.001), { side: 'buyer' })).toEqual(most(2000))
  const load: Saying = { ...loaded(2.2), side: 'shop' }
  expect(refused(claim(2200), { said: [load], side: 'buyer' })).toBeUndefined()
  expect(refused(claim(2200.001), { said: [load], side: 'buyer' })).toEqual(most(2200))
  const unavailable = { ...claim(1), lines: [{ fishe: 'squid', kg: 1, reason: 'short' as const }] }
  expect(refused(unavailable, { side: 'buyer' })).toEqual(fields(['lines.0.fishe', 'productOfOffer']))
})

test('an order has so many claims and documents', () => {
  const many = Array.from({ length: limits.claims }, (_, at) => claimed(`c${at}`))
  expect(refused(claim(1), { said: many.slice(1), side: 'buyer' })).toBeUndefined()
  expect(refused(claim(1), { said: many, side: 'buyer' })).toEqual({ code: 'thread-full' })
  const document = { kind: 'document', document: { kind: 'other' } } as const
  const said = Array.from({ length: limits.orderDocuments }, (): Saying => ({ ...document, side: 'shop' }))
  expect(refused({ ...document, files: [] }, { said: said.slice(1) })).toBeUndefined()
  expect(refused({ ...document, files: [] }, { said })).toEqual({ code: 'thread-full' })
})

test('a claim is settled once, with no more than is left of the price', () => {
  const settle = (amount: number, of = 'a') => {
    const event = { kind: 'settle', after: 0, claim: of } as const
    return { ...event, credit: [{ fishe: 'hake', kg: 100, amount }] }
  }
  const credited: Partial<OrderEvent> = { credit: [{ fishe: 'hake', kg: 1, amount: 60_000 }] }
  const other: Saying = { kind: 'settle', side: 'shop', claim: 'b', ...credited }
  const said = [claimed('a'), claimed('b')]
  expect(refused(settle(200_000), { said })).toBeUndefined()
  expect(refused(settle(200_001), { said })).toEqual(fields(['credit.0.amount', 'maximum', 200_000]))
  expect(refused(settle(140_001), { said: [...said, other] })).toEqual(fields(['credit.0.amount', 'maximum', 140_000]))
  const load: Saying = { ...loaded(0.5), side: 'shop' }
  // the credit is more than what was loaded in the end is worth
  expect(refused(settle(1), { said: [...said, other, load] })).toEqual(fields(['credit.0.amount', 'maximum', 0]))
  expect(refused(settle(0), { said: [...said, other, load] })).toBeUndefined()
  expect(refused(settle(1, 'b'), { said: [...said, other] })).toEqual({ code: 'claim-settled' })
  expect(refused(settle(1, 'x'), { said })).toEqual(fields(['claim', 'claimOfOrder']))
  expect(refused({ kind: 'settle', after: 0, claim: 'a', refused: 'It was cold' }, { said })).toBeUndefined()
})

test('other events are for others to refuse', () => {
  expect(refused({ kind: 'message', text: 'Hello' })).toBeUndefined()
})
