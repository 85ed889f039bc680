// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderEvent } from '../../../../contract/order-events.ts'
import { buyerSteps, type ShipmentStep, shipmentSteps } from '../../../../contract/shipment/milestones.ts'
import { doneBefore, findTooMuch, leftOf, mostLoaded } from '../../../../contract/shipment/shipment-state.ts'
import { offer, orderWith } from '../../../support/some-orders.ts'
import { shipmentState } from '../../../support/whole-thread.ts'

const sold = offer({
  lines: [
    { fishe: 'hake', qty: 10, price: 185_000 },
    { fishe: 'octopus', qty: 2.5, price: 845_000 },
    { fishe: 'squid', qty: 4, price: null },
  ],
})

type Saying = NonNullable<Parameters<typeof orderWith>[0]>[number]
const deal: Saying[] = [
  { kind: 'offer', side: 'shop', offer: sold },
  { kind: 'accept', side: 'buyer', offer: 'e1' },
]
const step = (name: ShipmentStep, on = '2026-06-12', more: Partial<OrderEvent> = {}): Saying => ({
  kind: 'milestone',
  side: 'shop',
  step: name,
  on,
  ...more,
})
const loaded = (container: string, ...qtys: number[]): Saying =>
  step('loaded', '2026-06-12', {
    loaded: { container, lines: qtys.map((qty, at) => ({ fishe: sold.lines[at]?.fishe ?? '', qty })) },
  })
test('a container that was loaded counts before the one that was booked', () => {
  const plan = { vessel: 'Ever Given', from: 'Dakar', to: 'Vigo', etd: '2026-06-20', eta: '2026-07-01' }
  const planned = step('booked', '2026-06-10', { booked: { ...plan, container: 'CSQU3054383' } })
  expect(fold(planned)?.container).toBe('CSQU3054383')
  expect(fold(planned, loaded('MSKU0000006', 1))?.container).toBe('MSKU0000006')
})

const correct = (of: string): Saying => ({ kind: 'correct', side: 'shop', of, note: 'A slip' })
const fold = (...said: Saying[]) => shipmentState(orderWith([...deal, ...said]).events)

const booked = step('booked', '2026-06-12', {
  booked: { vessel: 'Ever Given', from: 'Dakar', to: 'Vigo', etd: '2026-06-20', eta: '2026-07-01' },
})

test('there is no shipment before the acceptance, and an empty one after it', () => {
  expect(shipmentState(orderWith(deal.slice(0, 1)).events)).toBeUndefined()
  expect(fold()).toEqual({ step: null, done: [], loaded: [] })
})

test('vessel, dates and container come from what counts, the newest date of arrival from the ship', () => {
  expect(fold(booked)).toMatchObject({ vessel: 'Ever Given', etd: '2026-06-20', eta: '2026-07-01' })
  expect(fold(booked)).not.toHaveProperty('container')
  const sailed = step('sailed', '2026-06-21', { sailed: { on: '2026-06-21', eta: '2026-07-04' } })
  expect(fold(booked, loaded('CSQU3054383', 4), sailed)).toMatchObject({
    container: 'CSQU3054383',
    eta: '2026-07-04',
    loaded: [{ fishe: 'hake', qty: 4 }],
  })
})

test('a step is out of order only after a later one of an earlier day', () => {
  const done = fold(step('packed', '2026-06-12'), step('booked', '2026-06-12'))?.done ?? []
  const before = (on: string) => doneBefore(done, { step: 'deposit', on })
  expect([before('2026-06-11'), before('2026-06-12'), before('2026-06-13')]).toEqual([undefined, undefined, 'packed'])
  expect(doneBefore(done, { step: 'loaded', on: '2026-06-01' })).toBeUndefined()
})

test('a deposit that both sides report is no double', () => {
  const both = fold(step('deposit'), { ...step('deposit'), side: 'buyer' })
  expect(both?.done.map(({ _id }) => _id)).toEqual(['e3'])
  expect(both).not.toHaveProperty('doubles')
})

test.each([
  [undefined, 10.5],
  [0, 10],
  [10, 11],
  [0.5, 10.05],
])('with a tolerance of %s per cent, %s of 10 tonnes may be loaded', (tolerance, most) => {
  expect(mostLoaded({ ...sold, ...(tolerance !== undefined && { tolerance }) }, 'hake')).toBe(most)
})

test('the line with too much is found, over all lines of a product', () => {
  const line = (fishe: string, qty: number) => ({ fishe, qty })
  expect(findTooMuch(sold, [line('hake', 10.5), line('octopus', 2.625)])).toBeUndefined()
  expect(findTooMuch(sold, [line('octopus', 1), line('hake', 10.501)])).toEqual({ at: 1, most: 10.5 })
  expect(findTooMuch(sold, [line('hake', 6), line('octopus', 1), line('hake', 5)])).toEqual({ at: 2, most: 10.5 })
  expect(findTooMuch(sold, [line('squid', 0.001)])).toEqual({ at: 0, most: 0 })
})

test('what is left is what was accepted and is not loaded', () => {
  const shipment = { loaded: [{ fishe: 'hake', qty: 9.9 }] }
  const left = ['hake', 'octopus', 'squid'].map((fishe) => leftOf(sold, shipment, fishe))
  expect(left).toEqual([0.1, 2.5, 0])
  expect(leftOf(sold, { loaded: [{ fishe: 'hake', qty: 10.4 }] }, 'hake')).toBe(0)
})

const containers = ['CSQU3054383', 'MSCU6639870', 'MSKU9070323']
const report: fc.Arbitrary<Saying> = fc.oneof(
  fc.constantFrom(...shipmentSteps.filter((each) => each !== 'loaded')).map((name) => step(name)),
  fc
    .tuple(fc.constantFrom(...containers), fc.integer({ min: 1, max: 10_500 }), fc.integer({ min: 1, max: 2625 }))
    .map(([container, hake, octopus]) => loaded(container, hake / 1000, octopus / 1000)),
  fc.integer({ min: 3, max: 16 }).map((at) => correct(`e${at}`)),
  fc.constant<Saying>({ kind: 'message', side: 'buyer', text: 'Hello' }),
)

test('in every history no more is loaded than may be, and each step is done once by the first report that stands', () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 14 }), (said) => {
      const { events } = orderWith([...deal, ...said])
      const shipment = shipmentState(events)
      if (!shipment) throw new Error('The offer is accepted')
      expect(findTooMuch(sold, shipment.loaded)).toBeUndefined()
      const wrong = new Set(events.flatMap(({ kind, of }) => (kind === 'correct' && of ? [of] : [])))
      const stands = events.filter(({ kind, _id }) => kind === 'milestone' && !wrong.has(_id))
      const firsts = shipmentSteps.flatMap((name) => stands.find((each) => each.step === name) ?? [])
      expect(shipment.done.map(({ _id }) => _id)).toEqual(firsts.map(({ _id }) => _id))
      expect(shipment.step).toBe(firsts.at(-1)?.step ?? null)
      // each report that stands is done, counted, or named as a double
      const counted = stands.filter((each) => each.step === 'loaded' && !isDouble(each._id))
      const sum = counted.flatMap((each) => each.loaded?.lines ?? []).filter(({ fishe }) => fishe === 'hake')
      const hake = shipment.loaded.find(({ fishe }) => fishe === 'hake')?.qty ?? 0
      expect(Math.round(sum.reduce((total, { qty }) => total + qty, 0) * 1000)).toBe(Math.round(hake * 1000))
      for (const each of shipment.doubles ?? []) expect(buyerSteps).not.toContain(each.step)
      function isDouble(id: string) {
        return shipment?.doubles?.some(({ _id }) => _id === id) ?? false
      }
      // a later message changes nothing, an order read twice is the same
      const more = orderWith([...deal, ...said, { kind: 'message', side: 'buyer', text: 'Bye' }]).events
      expect(shipmentState(more)).toEqual(shipment)
    }),
    { numRuns: 500 },
  )
})
