// @vitest-environment node
import { expect, test } from 'vitest'
import {
  checkMilestone,
  type MilestoneField,
  milestoneValues,
  toMilestone,
} from '../../../../../src/ui/shipment/milestone-values.ts'
import { offer as offerWith } from '../../../../support/some-orders.ts'

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
const wrong = (change: Partial<Record<MilestoneField, string>>) =>
  // the keys are fields, and no value is undefined
  Object.entries(checkMilestone({ ...start, ...change } as typeof start, context)).flatMap(([name, error]) =>
    error ? [name] : [],
  )

test('the form opens with today, and with what is left of each product', () => {
  expect(start).toMatchObject({ step: 'loaded', on: today, 'qty:hake': '2,5', 'qty:squid': '4', container: '' })
  expect(start).not.toHaveProperty('qty:none')
})

test('what was typed becomes the milestone that the contract wants', () => {
  const values = { ...start, container: 'csqu 305438-3', temperature: '-18,5', 'qty:squid': '', note: ' Sealed ' }
  expect(checkMilestone(values, context)).toEqual({})
  const milestone = toMilestone(values, context)
  expect(milestone).toEqual({
    ...{ kind: 'milestone', step: 'loaded', on: today, note: 'Sealed' },
    loaded: { container: 'CSQU3054383', temperature: -18.5, lines: [{ fishe: 'hake', qty: 2.5 }] },
  })
  const again = milestoneValues({ ...context, shipment, step: 'packed', edited: milestone })
  expect(toMilestone(again, context)).toEqual(milestone)
})

test('what is typed for another step is left out', () => {
  const values = { ...start, step: 'sailed', container: 'CSQU3054383', eta: '2026-07-01', vessel: 'Ship' }
  expect(toMilestone(values, context)).toEqual({
    ...{ kind: 'milestone', step: 'sailed', on: today, sailed: { on: today, eta: '2026-07-01' } },
  })
})

test('errors are at the fields of the step', () => {
  expect(wrong({})).toEqual(['container'])
  const container = 'CSQU3054383'
  expect(wrong({ container, 'qty:hake': '11', 'qty:squid': '4,4' })).toEqual([])
  expect(wrong({ container, 'qty:hake': '11,001' })).toEqual(['qty:hake'])
  expect(wrong({ container, 'qty:hake': 'x' })).toEqual(['qty:hake'])
  expect(wrong({ container, 'qty:hake': '', 'qty:squid': '' })).toEqual(['qty:hake'])
  expect(wrong({ container, temperature: 'cold' })).toEqual(['temperature'])
  expect(wrong({ container, on: '2026-06-16' })).toEqual(['on'])
  expect(wrong({ step: 'packed' })).toEqual([])
  expect(wrong({ step: 'booked' })).toEqual(['vessel', 'from', 'to', 'etd', 'eta'])
  const route = { step: 'booked', vessel: 'Ship', from: 'Dakar', to: 'Vigo', etd: '2026-07-02', eta: '2026-07-01' }
  expect(wrong(route)).toEqual(['eta'])
  expect(wrong({ ...route, eta: '2026-07-02', container: 'CSQU3054384' })).toEqual(['container'])
})
