// @vitest-environment node
import { expect, test } from 'vitest'
import { invalidFields } from '../../../../../contract/broken-rules.ts'
import { wrongLots } from '../../../../../contract/lots.ts'
import { MilestoneInput, type OrderEvent } from '../../../../../contract/order-events.ts'
import { emptyLot, type LotRow, leftOfPacked } from '../../../../../src/orders/shipment/lot-values.ts'
import {
  checkMilestone,
  fromSavedMilestone,
  type MilestoneValues,
  milestoneValues,
  toMilestone,
} from '../../../../../src/orders/shipment/milestone-values.ts'
import { offer as offerWith } from '../../../../support/some-orders.ts'
import { refusedFields, wrongFields } from '../../../../support/wrong-fields.ts'

const today = '2026-06-15'
const offer = offerWith({
  tolerance: 10,
  lines: [
    { fishe: 'hake', qty: 10, price: 1 },
    { fishe: 'squid', qty: 4, price: 1 },
    { fishe: 'none', qty: 1, price: null },
  ],
})
const shipment = { step: null, done: [], loaded: [{ fishe: 'hake', qty: 7.5 }] }
const noGoods = { locale: 'fr', cartonNets: new Map<string, number>(), known: [] } as const
const context = { offer, today, locale: 'fr', goods: noGoods } as const
const start = milestoneValues({ ...context, shipment, step: 'loaded' })
const groups = ['booked', 'loaded', 'sailed', 'documents']
const wrong = (change: Partial<MilestoneValues>) => {
  const values = { ...start, ...change }
  return [
    ...wrongFields(checkMilestone(values, context)),
    ...refusedFields(values, { schema: MilestoneInput, body: toMilestone(values, noGoods), groups }),
  ]
}
/** the tonnes of the two products that can be loaded */
const tonnes = (hake: string, squid: string) => ({
  quantities: [
    { tonnes: hake, product: 'hake' },
    { tonnes: squid, product: 'squid' },
  ],
})

test('the form opens with today, and with what is left of each product', () => {
  expect(start).toMatchObject({ step: 'loaded', on: today, ...tonnes('2,5', '4'), container: '' })
})

test('what was typed becomes the milestone that the contract wants', () => {
  const values = { ...start, container: 'csqu 305438-3', temperature: '-18,5', ...tonnes('2,5', ''), note: ' Sealed ' }
  expect(wrong(values)).toEqual([])
  const milestone = toMilestone(values, noGoods)
  expect(milestone).toEqual({
    ...{ kind: 'milestone', step: 'loaded', on: today, note: 'Sealed' },
    loaded: { container: 'CSQU3054383', temperature: -18.5, lines: [{ fishe: 'hake', qty: 2.5 }] },
  })
  const again = milestoneValues({ ...context, shipment, step: 'packed', edited: milestone })
  expect(toMilestone(again, noGoods)).toEqual(milestone)
})

test('0 °C and the container of a loading stay while it is edited', () => {
  const booked = { ...shipment, container: 'MSCU5285725', step: 'booked' as const, loaded: [] }
  const loaded = { container: 'CSQU3054383', temperature: 0, lines: [{ fishe: 'hake', qty: 2.5 }] }
  const edited = { kind: 'milestone' as const, step: 'loaded' as const, on: today, loaded }
  const values = milestoneValues({ ...context, shipment: booked, step: 'loaded', edited })
  expect(values).toMatchObject({ temperature: '0', container: 'CSQU3054383' })
  expect(toMilestone(values, noGoods)).toEqual(edited)
})

test('what is typed for another step is left out', () => {
  const values = { ...start, step: 'sailed', container: 'CSQU3054383', eta: '2026-07-01', vessel: 'Ship' }
  expect(toMilestone(values, noGoods)).toEqual({
    ...{ kind: 'milestone', step: 'sailed', on: today, sailed: { on: today, eta: '2026-07-01' } },
  })
})

test('errors are at the fields of the step', () => {
  expect(wrong({})).toEqual(['container'])
  const container = 'CSQU3054383'
  expect(wrong({ container, ...tonnes('11', '4,4') })).toEqual([])
  expect(wrong({ container, ...tonnes('11,001', '4') })).toEqual(['quantities/0/tonnes'])
  expect(wrong({ container, ...tonnes('1', 'x') })).toEqual(['quantities/1/tonnes'])
  expect(wrong({ container, ...tonnes('', '') })).toEqual(['quantities/0/tonnes'])
  for (const temperature of ['cold', '-81']) expect(wrong({ container, temperature })).toEqual(['temperature'])
  expect(wrong({ container, on: '2026-06-16' })).toEqual(['on'])
  expect(wrong({ step: 'packed' })).toEqual([])
  expect(wrong({ step: 'booked' })).toEqual(['vessel', 'from', 'to', 'etd', 'eta'])
  const route = { step: 'booked', vessel: 'Ship', from: 'Dakar', to: 'Vigo', etd: '2026-07-02', eta: '2026-07-01' }
  expect(wrong(route)).toEqual(['eta'])
  expect(wrong({ ...route, eta: '2026-07-02', container: 'CSQU3054384' })).toEqual(['container'])
})

test('saved rows stay with their products', () => {
  const reordered = { quantities: tonnes('1', '2').quantities.toReversed() }
  expect(fromSavedMilestone(reordered, offer)).toEqual(tonnes('1', '2'))
})

const goods = {
  locale: 'fr' as const,
  cartonNets: new Map([['hake', 20]]),
  known: [
    { code: 'KR-1', fishe: 'hake', producedOn: '2026-06-01', bestBefore: '2028-06-01' },
    { code: 'SQ-9', fishe: 'squid', producedOn: '2026-06-01', bestBefore: '2028-06-01' },
  ],
}
const hake = (change: Partial<LotRow>): LotRow => ({ ...emptyLot('hake'), ...change })
const container = 'CSQU3054383'
const wrongLotsOf = (...lots: LotRow[]) =>
  wrongFields(checkMilestone({ ...start, container, lots }, { ...context, goods })).toSorted()

test('lots make the tonnes of their line, and an untyped net is that of the cartons', () => {
  const lots = [
    hake({ code: ' kr-1 ', cartons: '50', gross: '1 050,5', producedOn: '2026-01-01' }),
    hake({ code: 'KR-2', cartons: '60', net: '1199,625', gross: '1250', producedOn: '2026-06-02' }),
    // not begun
    hake({}),
  ]
  const gross = { ...lots[0], gross: '1050,5' } as LotRow
  expect(wrongLotsOf(...lots)).toEqual(['lots/0/gross'])
  const values = { ...start, container, lots: [gross, ...lots.slice(1)] }
  expect(wrongFields(checkMilestone(values, { ...context, goods }))).toEqual([])
  const line = {
    ...{ fishe: 'hake', qty: 2.2 },
    lots: [
      // the book has the days of a lot that it knows
      { code: 'kr-1', cartons: 50, net: 1000, gross: 1050.5 },
      { code: 'KR-2', cartons: 60, net: 1199.625, gross: 1250, producedOn: '2026-06-02' },
    ],
  }
  expect(wrongLots('lines', [line])).toEqual([])
  const loaded = toMilestone(values, goods)
  expect(loaded.loaded?.lines).toEqual([line, { fishe: 'squid', qty: 4 }])
  expect(invalidFields(MilestoneInput, loaded)).toEqual([])
  // in the cold store, the same rows are packed, without what has no lots
  expect(toMilestone({ ...values, step: 'packed' }, goods).packed).toEqual({ lines: [line] })
  const again = milestoneValues({ ...context, shipment, step: 'packed', edited: loaded })
  expect(toMilestone(again, goods)).toEqual(loaded)
})

test('what is wrong with a lot stands at its field', () => {
  const right = { code: 'KR-1', cartons: '5', gross: '110' }
  expect(wrongLotsOf(hake({ cartons: '5' }))).toEqual(['lots/0/code', 'lots/0/gross'])
  expect(wrongLotsOf(hake({ ...right, gross: '99,999' }))).toEqual(['lots/0/gross'])
  expect(wrongLotsOf(hake({ ...right, code: 'SQ-9' }))).toEqual(['lots/0/code'])
  expect(wrongLotsOf(hake(right), hake({ ...right, code: 'kr-1 ' }))).toEqual(['lots/1/code'])
  expect(wrongLotsOf(hake({ ...right, cartons: '5,5' }))).toEqual(['lots/0/cartons', 'lots/0/net'])
  expect(wrongLotsOf(hake({ ...right, net: '1 000' }))).toEqual(['lots/0/net'])
  expect(wrongLotsOf(hake({ ...right, net: '0,4' }))).toEqual(['lots/0/net'])
  const days = { code: 'KR-3', producedOn: '2026-06-02', bestBefore: '2026-06-01' }
  expect(wrongLotsOf(hake({ ...right, ...days }))).toEqual(['lots/0/bestBefore'])
  expect(wrongLotsOf({ ...emptyLot('squid'), ...right, code: 'SQ-9', net: '4401', gross: '5000' })).toEqual([
    'quantities/1/tonnes',
  ])
})

const eventOf = (seq: number, kind: OrderEvent['kind'], over: Partial<OrderEvent>): OrderEvent => ({
  ...{ _id: `e${seq}`, seq, kind, at: '', by: { name: 'Quay', side: 'shop' } },
  ...over,
})

test('loading begins with what is packed and in no container yet', () => {
  const lot = (code: string, cartons: number) => ({ code, cartons, net: cartons * 20, gross: cartons * 21 })
  const packed = (...lots: ReturnType<typeof lot>[]) => ({ packed: { lines: [{ fishe: 'hake', qty: 1, lots }] } })
  const events = [
    eventOf(1, 'milestone', { step: 'packed', ...packed(lot('KR-8', 9)) }),
    eventOf(2, 'correct', { of: 'e1' }),
    eventOf(3, 'milestone', { step: 'packed', ...packed(lot('KR-1', 50), lot('KR-2', 60)) }),
    eventOf(4, 'milestone', {
      step: 'loaded',
      loaded: { container, lines: [{ fishe: 'hake', qty: 1, lots: [lot('kr-1', 50), lot('KR-2', 20)] }] },
    }),
  ]
  const values = milestoneValues({ ...context, shipment, step: 'loaded', packed: leftOfPacked(offer, events) })
  expect(values.lots).toEqual([hake({ code: 'KR-2', cartons: '40', net: '800', gross: '840' })])
})

test('saved lots come back whole, without those of products that have left the offer', () => {
  const lots = [hake({ code: 'KR-1', net: '5' }), { ...emptyLot('gone'), code: 'X' }, { product: 'hake', code: 4 }]
  expect(fromSavedMilestone({ lots }, offer)).toMatchObject({ lots: [lots[0], emptyLot('hake')] })
})
