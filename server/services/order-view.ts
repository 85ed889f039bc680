import { toLocale } from '../../contract/locales.ts'
import type { Wishes } from '../../contract/offers.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import { orderState } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import type { StoredOrder } from '../db/orders.ts'
import type { OrderEventRow } from '../db/schema.ts'

/** Stored members of an event, besides those of every kind. */
type EventBody = Pick<OrderEvent, 'offer' | 'note' | 'text'>

/** An event as in the contract. Of its author it shows only name and side. */
export function toEvent(row: OrderEventRow): OrderEvent {
  // only this server writes the body
  const body = JSON.parse(row.body) as EventBody
  const by = { name: row.author_name, side: row.side }
  // the stored kinds are those of the contract
  return { _id: row.id, seq: row.seq, kind: row.kind as OrderEvent['kind'], at: row.at, by, ...body }
}

/** An order as in the contract; `now` in ms since 1970. */
export function toOrder(order: StoredOrder, now: number): Order {
  const events = order.events.map(toEvent)
  return {
    _id: order.id,
    reference: order.reference,
    created_at: order.created_at,
    user: { _id: order.buyer_id, name: order.buyer_name, email: order.buyer_email },
    shippingAddress: {
      phone: order.phone,
      address: order.address,
      city: order.city,
      postalCode: order.postal_code,
      country: order.country,
    },
    orderItems: order.items.map((item) => ({
      fishe: item.fish_id,
      name: item.name,
      name_fr: item.name_fr,
      name_es: item.name_es,
      image: item.image,
      qty: item.qty,
      ...(item.note && { note: item.note }),
    })),
    // only this server writes the wishes
    wishes: JSON.parse(order.wishes) as Wishes,
    language: toLocale(order.language) ?? 'en',
    state: orderState(events, now),
    version: events.length,
    events,
  }
}

/** An order as it was after its event number `version`, or before the first: for replayed answers. */
export function toOrderAt(order: StoredOrder, version: number): Order {
  const events = order.events.filter(({ seq }) => seq <= version)
  return toOrder({ ...order, events }, Date.parse(events.at(-1)?.at ?? order.created_at))
}
