import type { OrderEvent, OrderState } from '../../contract/order-events.ts'
import { nextThread, type Thread, threadState } from '../../contract/order-state.ts'
import type { Shipment } from '../../contract/shipment/milestones.ts'
import { foldShipment } from '../../contract/shipment/shipment-state.ts'

/** Where a whole thread stands. */
export const foldThread = (events: readonly OrderEvent[]): Thread =>
  events.reduce(nextThread, { state: 'requested', version: 0, current: undefined })

/** The state of an order, derived from all its events in order. */
export function orderState(events: readonly OrderEvent[], now: number): OrderState {
  return threadState(foldThread(events), now)
}

/** The shipment of an order, derived from all its events in order; undefined before its offer is accepted. */
export function shipmentState(events: readonly OrderEvent[]): Shipment | undefined {
  const { state, current } = foldThread(events)
  return state === 'accepted' && current ? foldShipment(current.offer, events) : undefined
}
