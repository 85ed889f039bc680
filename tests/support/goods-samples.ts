import type { Offer } from '../../contract/offers.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import type { Shipment, ShipmentStep } from '../../contract/shipment/milestones.ts'
import { eventOf, offerOf, orderOf } from './offer-samples.ts'

/** The shop's day some days from now; its time zone has that of UTC. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const shownDay = (days: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day(days)))

interface Given {
  terms?: Pick<Offer, 'deposit' | 'balance'>
  /** days from now on which it was agreed */
  agreed?: number
  shipment?: Partial<Shipment>
  done?: { step: ShipmentStep; days: number }
  /** the buyer has reported the deposit */
  isReported?: boolean
  claim?: { lines: OrderEvent['lines']; credit?: number }
}

/** An order of 3 t octopus at €1,850.00 and freight, whose deposit of 30 % was agreed on. */
export function agreedThread(given: Given = {}) {
  const { terms = { deposit: 30, balance: { kind: 'days-after-arrival', days: 10 } }, agreed = 0, done, claim } = given
  const by = { name: 'Quay', side: 'shop' } as const
  const paid = { amount: 180_015, on: day(-1), part: 'deposit' } as const
  const events = [
    eventOf(1, 'offer', { offer: offerOf({ ...terms, claimDays: 5 }) }),
    eventOf(2, 'accept', { offer: eventOf(1, 'offer')._id, at: `${day(agreed)}T10:00:00.000Z` }),
    ...(given.isReported ? [eventOf(3, 'milestone', { step: 'paid', on: paid.on, paid })] : []),
    ...(claim ? [eventOf(3, 'claim', { lines: claim.lines })] : []),
    ...(claim?.credit
      ? [
          eventOf(4, 'settle', {
            by,
            claim: eventOf(3, 'claim')._id,
            credit: [{ fishe: 'f1', kg: 40, amount: claim.credit }],
          }),
        ]
      : []),
  ]
  const third = eventOf(3, 'claim')._id
  const shipment: Shipment = {
    step: done?.step ?? null,
    done: done ? [{ step: done.step, on: day(done.days), _id: 'done' }] : [],
    loaded: [],
    ...(given.isReported && { reported: [{ _id: third, ...paid }] }),
    ...(claim && { claims: [{ _id: third, ...(claim.credit !== undefined && { credit: claim.credit }) }] }),
    ...given.shipment,
  }
  const order: Order = { ...orderOf(...events), state: 'accepted', needs: 3, shipment }
  return { order, day, shownDay, report: third, claim: third }
}
