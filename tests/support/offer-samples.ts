import type { Offer } from '../../contract/offers.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import type { Order, OrderItem } from '../../contract/orders.ts'
import { offline, type Saying } from './fake-server.ts'
import { customer } from './open-shop.tsx'

export const items: OrderItem[] = [
  {
    ...{ fishe: 'f1', name: 'Common octopus', name_fr: 'Poulpe commun', name_es: 'Pulpo común', image: '', qty: 3 },
    ...{ code: 'OCT-T6', size: 'T6 (0.8-1.2 kg)', weight: '19 kg net', packing: '20 kg carton' },
    ...{ presentation: 'gutted', treatment: 'frozen', glazing: 12.5 },
  },
  { fishe: 'f2', name: 'White grouper', name_fr: 'Mérou blanc', name_es: 'Mero blanco', image: '', qty: 1.5 },
]

/** 3 T octopus at €1,850.00, grouper not available, and freight. */
export function offerOf(over: Partial<Offer> = {}): Offer {
  return {
    currency: 'EUR',
    lines: [
      { fishe: 'f1', qty: 3, price: 185_000, total: 555_000 },
      { fishe: 'f2', qty: 1.5, price: null, total: null },
    ],
    charges: [{ label: 'Freight', amount: 45_050 }],
    total: 600_050,
    incoterm: 'FOB',
    place: 'Dakar',
    validUntil: '2099-11-30',
    expiresAt: '2099-12-01T00:00:00.000Z',
    ...over,
  }
}

/** An offer with everything that one can have: other tonnes than asked for, charges, a discount, dates, terms and notes. */
export function fullOffer(over: Partial<Offer> = {}): Offer {
  return offerOf({
    lines: [
      { fishe: 'f1', qty: 2.5, price: 185_000, total: 462_500, note: 'Head on' },
      { fishe: 'f2', qty: 1.75, price: 100_000, total: 175_000 },
    ],
    charges: [
      { label: 'Freight', amount: 45_050 },
      { label: 'Discount', amount: -5000 },
    ],
    total: 677_550,
    readyFrom: '2099-10-15',
    payment: '30 days',
    note: 'Ice is ours.',
    ...over,
  })
}

const people = { buyer: 'Awa Diop', shop: 'Quayside sales' }

/** An event of a thread as the server answers it. */
export function eventOf(seq: number, kind: OrderEvent['kind'], over: Partial<OrderEvent> = {}): OrderEvent {
  const side = kind === 'offer' || kind === 'withdraw' || kind === 'close' ? 'shop' : 'buyer'
  return {
    _id: `0190a1b2-0000-7000-9000-00000000000${seq}`,
    seq,
    kind,
    at: `2026-11-0${seq}T10:00:00.000Z`,
    by: { name: people[side], side },
    ...(kind === 'offer' && { offer: offerOf() }),
    ...over,
  }
}

/** How the octopus of the request is described in English. */
export const octopusFacts = 'T6 (0.8-1.2 kg) · 20 kg carton · 19 kg net · gutted · frozen · 12.5% glazing · Art. OCT-T6'

/** The request of `items` with a thread. */
export function orderOf(...events: OrderEvent[]): Order {
  const last = events.at(-1)?.kind
  return {
    _id: 'o1',
    reference: 'Q-0000-0101',
    created_at: '2026-11-01T10:00:00.000Z',
    user: { _id: customer.userId, name: 'Awa Diop', email: 'awa@example.com' },
    shippingAddress: { phone: '1', address: 'Quai', city: 'Dakar', postalCode: '1', country: 'Senegal' },
    orderItems: items,
    wishes: {},
    state: last === undefined || last === 'withdraw' ? 'requested' : 'offered',
    version: events.length,
    events,
  }
}

/** A server with one order that can change; events find no connection. */
export function shopWith(order: Order) {
  const state = { order }
  const answers: Record<string, Saying> = {
    'GET /orders/o1/': () => ({ body: { data: state.order } }),
    'GET /orders/changes/': () => ({ body: { changed: [state.order], deleted: [], next: 'c', more: false } }),
    'POST /orders/o1/events/': offline,
  }
  return { state, answers }
}
