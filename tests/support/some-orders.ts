import type { Offer, OfferInput } from '../../contract/offers.ts'
import type { OrderEvent, Side } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import { lineTotal, offerTotal } from '../../contract/texts/money.ts'
import { orderState } from './whole-thread.ts'

/** The noon of all tests here. */
export const noon = Date.parse('2026-06-15T12:00:00Z')

export const offerInput = (over: Partial<OfferInput> = {}): OfferInput => ({
  currency: 'EUR',
  incoterm: 'FOB',
  place: 'Dakar',
  validUntil: '2026-06-30',
  lines: [{ fishe: 'hake', qty: 2, price: 185_000 }],
  ...over,
})

/** The offer as the server shows it; its days end in UTC. */
export const offer = (over: Partial<OfferInput> = {}): Offer => {
  const input = offerInput(over)
  const lines = input.lines.map((line) => ({
    ...line,
    total: line.price === null ? null : lineTotal(line.price, line.qty),
  }))
  const expiresAt = new Date(Date.parse(`${input.validUntil}T00:00:00Z`) + 86_400_000).toISOString()
  return { ...input, lines, total: offerTotal(input.lines, input.charges), expiresAt }
}

type Said = Omit<OrderEvent, '_id' | 'seq' | 'at' | 'by'> & { _id?: string; at?: string; side: Side }

/** An order with its thread; ids of events are `e1`, `e2` … unless named. */
export function orderWith(said: readonly Said[] = [], over: Partial<Order> = {}): Order {
  const events = said.map(({ side, ...event }, index): OrderEvent => {
    const by = { name: side === 'shop' ? 'Ibrahima' : 'Ann', side }
    return { _id: `e${index + 1}`, seq: index + 1, at: '2026-06-10T10:00:00.000Z', by, ...event }
  })
  return {
    _id: 'o1',
    reference: 'Q-0001-0001',
    created_at: '2026-06-09T10:00:00.000Z',
    user: { _id: 'ann', name: 'Ann', email: 'ann@x.org' },
    shippingAddress: { phone: '1', address: 'Quay 1', city: 'Brest', postalCode: '29200', country: 'France' },
    orderItems: [{ fishe: 'hake', name: 'Hake', name_fr: 'Merlu', name_es: 'Merluza', image: '', qty: 2 }],
    wishes: {},
    state: orderState(events, noon),
    version: events.length,
    events,
    ...over,
  }
}
