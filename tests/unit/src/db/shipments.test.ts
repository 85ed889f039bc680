// @vitest-environment node
import { expect, test } from 'vitest'
import type { OrderEvent } from '../../../../contract/order-events.ts'
import type { Order } from '../../../../contract/orders.ts'
import type { ShipmentStep } from '../../../../contract/shipment/milestones.ts'
import {
  latenessOf,
  mostPromised,
  onTheWater,
  openShipment,
  promisedTonnes,
  workOn,
} from '../../../../src/db/order-figures.ts'
import { offer, orderWith } from '../../../support/some-orders.ts'
import { shipmentState } from '../../../support/whole-thread.ts'

const today = '2026-06-15'
const sold = offer({
  lines: [
    { fishe: 'hake', qty: 10, price: 185_000 },
    { fishe: 'squid', qty: 4, price: null },
  ],
})

/** An accepted order of ten tonnes of hake, with the steps that are done. */
function deal(steps: (ShipmentStep | [ShipmentStep, Partial<OrderEvent>])[], over: Partial<Order> = {}): Order {
  const order = orderWith([
    { kind: 'offer', side: 'shop', offer: sold },
    { kind: 'accept', side: 'buyer', offer: 'e1' },
    ...steps.map((each) => {
      const [step, more] = typeof each === 'string' ? [each, {}] : each
      return { kind: 'milestone', side: 'shop', step, on: '2026-06-10', ...more } as const
    }),
  ])
  const shipment = shipmentState(order.events)
  return { ...order, ...(shipment && { shipment }), ...over }
}
const booked = (etd: string, eta: string): [ShipmentStep, Partial<OrderEvent>] => [
  'booked',
  { booked: { vessel: 'Ship', from: 'Dakar', to: 'Vigo', etd, eta } },
]
const loaded = (qty: number): [ShipmentStep, Partial<OrderEvent>] => [
  'loaded',
  { loaded: { container: 'CSQU3054383', lines: [{ fishe: 'hake', qty }] } },
]

test('goods are on their way from the acceptance until the buyer has them', () => {
  expect(openShipment(orderWith())).toBeUndefined()
  expect(openShipment(deal([]))).toMatchObject({ step: null })
  expect(openShipment(deal(['arrived']))).toMatchObject({ step: 'arrived' })
  expect(openShipment(deal(['received']))).toBeUndefined()
  expect(openShipment(deal([], { sealed: '2026-06-14T00:00:00.000Z' }))).toBeUndefined()
})

test.each([
  ['a ship that should have sailed', deal([booked('2026-06-14', '2026-07-01')]), { kind: 'etd', day: '2026-06-14' }],
  ['a ship that sails today', deal([booked('2026-06-15', '2026-07-01')]), undefined],
  ['a ship that has sailed', deal([booked('2026-06-14', '2026-07-01'), 'sailed']), undefined],
  [
    'a ship that should have arrived',
    deal([booked('2026-06-01', '2026-06-14'), 'sailed']),
    { kind: 'eta', day: '2026-06-14' },
  ],
  ['a ship that has arrived', deal([booked('2026-06-01', '2026-06-14'), 'arrived']), undefined],
  [
    'goods that are needed in a week',
    deal([], { wishes: { neededBy: '2026-06-22' } }),
    { kind: 'needed', day: '2026-06-22' },
  ],
  ['goods that are needed later', deal([], { wishes: { neededBy: '2026-06-23' } }), undefined],
  ['goods that were needed and have come', deal(['received'], { wishes: { neededBy: '2026-06-01' } }), undefined],
])('%s', (_what, order, late) => {
  expect(latenessOf(order, today)).toEqual(late)
})

test('promised is what is accepted and not loaded', () => {
  const orders = [deal([]), deal([loaded(9.5)], { created_at: '2026-06-10T10:00:00.000Z' }), deal(['received'])]
  expect([...promisedTonnes(orders)]).toEqual([['hake', 10.5]])
  expect(mostPromised(orders)).toEqual([
    { fishe: 'hake', name: 'Hake', name_fr: 'Merlu', name_es: 'Merluza', tonnes: 10.5 },
  ])
  expect(mostPromised([deal([loaded(10.4)])])).toEqual([])
})

test('to load this week is what is left for ships that sail within seven days', () => {
  const orders = [
    deal([booked('2026-06-22', '2026-07-01')]),
    deal([booked('2026-06-12', '2026-07-01'), loaded(8)]),
    deal([booked('2026-06-23', '2026-07-01')]),
    deal([booked('2026-06-20', '2026-07-01'), loaded(10)]),
    deal([booked('2026-06-12', '2026-07-01'), loaded(8), 'sailed']),
    deal(['packed']),
  ]
  expect(workOn(orders, 'load', { today, now: 0, timeZone: 'UTC' })).toEqual({ count: 2, tonnes: 12 })
})

test('on the water is what has sailed and not arrived', () => {
  const orders = [deal([loaded(8), 'sailed']), deal([loaded(9.5), 'sailed', 'documents']), deal(['sailed', 'arrived'])]
  expect(onTheWater(orders)).toEqual({ count: 2, tonnes: 17.5 })
})
