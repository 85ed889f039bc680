import type { Offer } from '../../../../../contract/offers.ts'
import type { OrderEvent } from '../../../../../contract/order-events.ts'
import type { OrderItem } from '../../../../../contract/orders.ts'

export const items: OrderItem[] = [
  { fishe: 'f1', name: 'Common octopus', name_fr: 'Poulpe commun', name_es: 'Pulpo común', image: '', qty: 3 },
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
