// @vitest-environment node
import { expect, test } from 'vitest'
import { MilestoneInput } from '../../../../../contract/order-events.ts'
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
const context = { offer, today, locale: 'fr' } as const
const start = milestoneValues({ ...context, shipment, step: 'loaded' })
const groups = ['booked', 'loaded', 'sailed', 'documents']
const wrong = (change: Partial<MilestoneValues>) => {
  const values = { ...start, ...change }
  return [
    ...wrongFields(checkMilestone(values, context)),
    ...refusedFields(values, { schema: MilestoneInput, body: toMilestone(values, 'fr'), groups }),
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
  const milestone = toMilestone(values, 'fr')
  expect(milestone).toEqual({
    ...{ kind: 'milestone', step: 'loaded', on: today, note: 'Sealed' },
    loaded: { container: 'CSQU3054383', temperature: -18.5, lines: [{ fishe: 'hake', qty: 2.5 }] },
  })
  const again = milestoneValues({ ...context, shipment, step: 'packed', edited: milestone })
  expect(toMilestone(again, 'fr')).toEqual(milestone)
})

test('0 °C and the container of a loading stay while it is edited', () => {
  const booked = { ...shipment, container: 'MSCU5285725', step: 'booked' as const, loaded: [] }
  const loaded = { container: 'CSQU3054383', temperature: 0, lines: [{ fishe: 'hake', qty: 2.5 }] }
  const edited = { kind: 'milestone' as const, step: 'loaded' as const, on: today, loaded }
  const values = milestoneValues({ ...context, shipment: booked, step: 'loaded', edited })
  expect(values).toMatchObject({ temperature: '0', container: 'CSQU3054383' })
  expect(toMilestone(values, 'fr')).toEqual(edited)
})

test('what is typed for another step is left out', () => {
  const values = { ...start, step: 'sailed', container: 'CSQU3054383', eta: '2026-07-01', vessel: 'Ship' }
  expect(toMilestone(values, 'fr')).toEqual({
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
