// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderEvent, Side } from '../../../../contract/order-events.ts'
import { isOpenReport } from '../../../../contract/shipment/shipment-state.ts'
import { offer, orderWith } from '../../../support/some-orders.ts'
import { shipmentState } from '../../../support/whole-thread.ts'

// what is paid, claimed and there of documents, as the events of a thread have it

type Saying = NonNullable<Parameters<typeof orderWith>[0]>[number]
const sold = offer({ deposit: 30, lines: [{ fishe: 'hake', qty: 10, price: 185_000 }] })
const deal: Saying[] = [
  { _id: 'd1', kind: 'offer', side: 'shop', offer: sold },
  { _id: 'd2', kind: 'accept', side: 'buyer', offer: 'd1' },
]
const on = '2026-06-12'
const paid = (side: Side, amount: number, over: Partial<OrderEvent> & { _id?: string } = {}): Saying => ({
  ...{ kind: 'milestone', step: 'paid', side, on, paid: { amount, on, part: 'deposit' } },
  ...over,
})
const balance = (amount: number) => ({ paid: { amount, on, part: 'balance' as const } })
const correct = (of: string): Saying => ({ kind: 'correct', side: 'shop', of, note: 'A slip' })
const eventsOf = (...said: Saying[]) => orderWith([...deal, ...said]).events
const fold = (...said: Saying[]) => shipmentState(eventsOf(...said))

test('what the shop has received counts, what the buyer reports waits for it', () => {
  const shipment = fold(paid('shop', 1000), paid('shop', 200, balance(200)), paid('buyer', 300, { _id: 'r1' }))
  expect(shipment?.paid).toEqual({ deposit: 1000, balance: 200 })
  expect(shipment?.reported).toEqual([{ _id: 'r1', amount: 300, on, part: 'deposit' }])
  expect(shipment?.done.map(({ step }) => step)).toEqual(['deposit'])
  expect(fold(paid('buyer', 300))).not.toHaveProperty('paid')
  expect(fold(paid('shop', 300, balance(300)))?.done).toEqual([])
})

const report = paid('buyer', 300, { _id: 'r1' })
const first = paid('shop', 310, { _id: 'c1', confirms: 'r1' })
const second = paid('shop', 320, { _id: 'c2', confirms: 'r1' })

test('of two confirmations of a report the first that stands counts, with its own amount', () => {
  expect(fold(report, first)).not.toHaveProperty('reported')
  expect(fold(report, first, second)?.paid?.deposit).toBe(310)
  expect(fold(report, first, second, correct('c1'))?.paid?.deposit).toBe(320)
  expect(fold(report, first, second, correct('c2'))?.paid?.deposit).toBe(310)
  expect(fold(report, first, second)?.reported).toBeUndefined()
})

test('a corrected confirmation leaves its report open, and a corrected report cannot be confirmed', () => {
  expect(fold(report, first, correct('c1'))?.reported?.map(({ _id }) => _id)).toEqual(['r1'])
  expect(fold(report, first, correct('c1'))).not.toHaveProperty('paid')
  expect(isOpenReport(eventsOf(report), 'r1')).toBe(true)
  expect(isOpenReport(eventsOf(report, first), 'r1')).toBe(false)
  expect(isOpenReport(eventsOf(report, first, correct('c1')), 'r1')).toBe(true)
  expect(isOpenReport(eventsOf(report, correct('r1')), 'r1')).toBe(false)
  expect(isOpenReport(eventsOf(report, first), 'c1')).toBe(false)
  expect(isOpenReport(eventsOf(report), 'r2')).toBe(false)
  // what the shop has received stays received, although the buyer's report was wrong
  expect(fold(report, first, correct('r1'))?.paid?.deposit).toBe(310)
})

test("the shop's own milestone of the deposit is the whole deposit, unless an amount is named", () => {
  const whole: Saying = { _id: 'm1', kind: 'milestone', side: 'shop', step: 'deposit', on }
  expect(fold(whole)?.paid).toEqual({ deposit: 555_000, balance: 0 })
  expect(fold({ ...whole, side: 'buyer' })).not.toHaveProperty('paid')
  expect(fold(whole, paid('shop', 1000))?.paid?.deposit).toBe(1000)
  expect(fold(paid('shop', 1000), whole)?.paid?.deposit).toBe(1000)
  expect(fold(whole, paid('shop', 1000, balance(1000)))?.paid).toEqual({ deposit: 555_000, balance: 1000 })
  expect(fold(whole, correct('m1'))).not.toHaveProperty('paid')
  const old = orderWith([{ ...deal[0], offer: offer() } as Saying, ...deal.slice(1), whole]).events
  expect(shipmentState(old)).not.toHaveProperty('paid')
})

test('a claim is open until its first settlement', () => {
  const claim = (id: string): Saying => ({ _id: id, kind: 'claim', side: 'buyer', lines: [{ fishe: 'hake', qty: 0 }] })
  const settle = (of: string, amount?: number): Saying => ({
    ...{ kind: 'settle', side: 'shop', claim: of },
    ...(amount === undefined ? { refused: 'No' } : { credit: [{ fishe: 'hake', kg: 1, amount }] }),
  })
  expect(fold(claim('a'), claim('b'), claim('c'), settle('b', 500), settle('a'), settle('b', 900))?.claims).toEqual([
    { _id: 'a', credit: 0 },
    { _id: 'b', credit: 500 },
    { _id: 'c' },
  ])
})

test('the documents that are here are named once, those that the server has made included', () => {
  const document = (kind: 'bill-of-lading' | 'packing-list'): Saying => ({
    ...{ kind: 'document', side: 'shop', document: { kind } },
  })
  const paper = (kind: 'invoice' | 'packing' | 'proforma'): Saying => ({
    ...{ kind: 'message', side: 'shop', paper: { kind, number: 'N-1' } },
  })
  const all = fold(document('bill-of-lading'), paper('packing'), document('packing-list'), paper('proforma'))
  expect(all?.papers).toEqual(['bill-of-lading', 'packing-list'])
  expect(fold(paper('invoice'))?.papers).toEqual(['invoice'])
  expect(fold(paper('proforma'))).not.toHaveProperty('papers')
})

test('in every history each payment of the shop counts once, and each report waits, is confirmed or was a slip', () => {
  const at = fc.integer({ min: 0, max: 11 }).map((each) => `e${each}`)
  const said = fc.oneof(
    fc.integer({ min: 1, max: 9999 }).map((amount) => paid('buyer', amount)),
    fc.integer({ min: 1, max: 9999 }).map((amount) => paid('shop', amount, balance(amount))),
    fc.tuple(fc.integer({ min: 1, max: 9999 }), at).map(([amount, confirms]) => paid('shop', amount, { confirms })),
    at.map(correct),
  )
  fc.assert(
    fc.property(fc.array(said, { maxLength: 12 }), (all) => {
      const events = eventsOf(...all.map((each, index) => ({ ...each, _id: `e${index}` })))
      const { paid: sums = { deposit: 0, balance: 0 }, reported = [] } = shipmentState(events) ?? {}
      const wrong = events.flatMap(({ of }) => of ?? [])
      const stands = events.filter(({ _id, paid: amount }) => amount && !wrong.includes(_id))
      const confirmed = new Map<string, number>()
      let free = 0
      for (const { by, paid: money, confirms } of stands) {
        if (by.side === 'buyer' || !money) continue
        if (confirms === undefined) free += money.amount
        else if (!confirmed.has(confirms)) confirmed.set(confirms, money.amount)
      }
      const sum = [...confirmed.values()].reduce((total, each) => total + each, free)
      expect(sums.deposit + sums.balance).toBe(sum)
      const open = stands.filter(({ _id, by }) => by.side === 'buyer' && !confirmed.has(_id))
      expect(reported.map(({ _id }) => _id)).toEqual(open.map(({ _id }) => _id))
    }),
    { numRuns: 500 },
  )
})
