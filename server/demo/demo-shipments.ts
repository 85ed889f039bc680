import type { DemoEvent } from '../orders/seed-demo-orders.ts'

/*
 * How far the accepted demonstration orders have come. Vessels are invented; the containers have check digits that fit.
 * Days count as in `demoOrders`; those of ships from the first start, below zero for days that are over.
 */

const milestone = (daysAgo: number, step: Step['step'], more: Partial<Step> = {}): DemoEvent => ({
  kind: 'milestone',
  daysAgo,
  step,
  ...more,
})
type Step = Extract<DemoEvent, { kind: 'milestone' }>

const voyage = (etdDays: number, etaDays: number, to: string): Step['booked'] => ({
  vessel: to === 'Klaipėda' ? 'Example Star of the Baltic Sea' : 'Example Atlantique',
  voyage: '042N',
  from: 'Dakar',
  to,
  etdDays,
  etaDays,
})

/** Paid and booked: it is loaded this week. */
export const toLoad: DemoEvent[] = [
  milestone(7.6, 'proforma'),
  milestone(4.5, 'deposit', { by: 'buyer' }),
  milestone(2.2, 'booked', { booked: voyage(3, 10, 'Lorient') }),
]

/** Half of it is loaded, and the ship should have sailed yesterday. */
export const late: DemoEvent[] = [
  milestone(13, 'proforma'),
  milestone(11, 'deposit'),
  milestone(8, 'packed'),
  milestone(7, 'booked', { booked: voyage(-1, 12, 'Klaipėda') }),
  milestone(2, 'loaded', { loaded: { container: 'QUYU1000217', seal: 'EX 204417', temperature: -20, share: 0.5 } }),
]

/** At sea. */
export const atSea: DemoEvent[] = [
  milestone(25, 'deposit', { by: 'buyer' }),
  milestone(15, 'booked', { booked: voyage(-6, 4, 'Lorient') }),
  milestone(8, 'loaded', { loaded: { container: 'QUYU1000428', temperature: -18 } }),
  milestone(6, 'sailed'),
  milestone(4, 'documents', { documents: { courier: 'Example Express', tracking: 'EX-2044-1177' } }),
]

/** In the port of destination. */
export const arrived: DemoEvent[] = [
  milestone(34, 'deposit'),
  milestone(30, 'booked', { booked: voyage(-20, -2, 'Klaipėda') }),
  milestone(22, 'loaded', { loaded: { container: 'QUYU1000639', seal: 'EX 204380' } }),
  milestone(20, 'sailed'),
  milestone(1, 'arrived'),
]

/** In the buyer's cold store. */
export const received: DemoEvent[] = [
  milestone(45, 'loaded', { loaded: { container: 'QUYU1000840' } }),
  milestone(44, 'sailed'),
  milestone(33, 'arrived'),
  milestone(31, 'received', { by: 'buyer' }),
]
