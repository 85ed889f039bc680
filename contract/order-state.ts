import { type Side, sideOf } from './event-kinds.ts'
import type { Offer } from './offers.ts'
import type { OrderEvent, OrderEventInput } from './order-events.ts'

/*
 *            ┌────────── offer (a new version replaces the one before) ──────────┐
 *            ▼                                                                   │
 * requested ─offer─► offered ─accept─► accepted (final)                           │
 *    ▲                 │ │ └─decline─► declined ──────────────────────────────────┤
 *    │                 │ └─ validity over ─► expired (derived, no event) ─────────┘
 *    └────withdraw─────┘
 * close (shop) ─► closed and cancel (buyer) ─► cancelled: from every state that is not final, and final themselves.
 * message: from both sides, in every state, changes none.
 */

export const orderStates = ['requested', 'offered', 'accepted', 'declined', 'expired', 'closed', 'cancelled'] as const
export type OrderState = (typeof orderStates)[number]

type Events = readonly OrderEvent[]

/** An offer that can still be accepted, revised or withdrawn, with the id and number of its event. */
interface CurrentOffer {
  id: string
  seq: number
  offer: Offer
}

interface Thread {
  state: Exclude<OrderState, 'expired'>
  current: CurrentOffer | undefined
}

function apply(thread: Thread, event: OrderEvent): Thread {
  switch (event.kind) {
    case 'offer':
      // stored events of this kind always carry the offer itself
      if (typeof event.offer !== 'object') return thread
      return { state: 'offered', current: { id: event._id, seq: event.seq, offer: event.offer } }
    case 'withdraw':
      return { state: 'requested', current: undefined }
    case 'accept':
      return { ...thread, state: 'accepted' }
    case 'decline':
      return { state: 'declined', current: undefined }
    case 'close':
      return { state: 'closed', current: undefined }
    case 'cancel':
      return { state: 'cancelled', current: undefined }
    case 'message':
      return thread
  }
}

function fold(events: Events): Thread {
  return events.reduce(apply, { state: 'requested', current: undefined })
}

function isOver(offer: Offer, now: number): boolean {
  return now >= Date.parse(offer.expiresAt)
}

/** The state of an order, derived from its events in order. `now` (ms since 1970) decides whether an offer has expired. */
export function orderState(events: Events, now: number): OrderState {
  const { state, current } = fold(events)
  return state === 'offered' && current && isOver(current.offer, now) ? 'expired' : state
}

/** The pending or accepted offer, even if its validity is over; undefined if there is none. */
export function findCurrentOffer(events: Events): CurrentOffer | undefined {
  return fold(events).current
}

/** Whether only messages can follow. */
export function isFinal(state: OrderState): boolean {
  return state === 'accepted' || state === 'closed' || state === 'cancelled'
}

/** Whether the shop has to answer: a new or declined request, or an unanswered message of the buyer. */
export function isWaitingForShop(events: Events, now: number): boolean {
  const state = orderState(events, now)
  const last = events.at(-1)
  return state === 'requested' || state === 'declined' || (last?.kind === 'message' && last.by.side === 'buyer')
}

type EventRefusal = 'not-your-side' | 'order-changed' | 'order-final' | 'offer-not-current' | 'offer-expired'

/**
 * Why an event cannot be added now, or undefined when it can. `now`: ms since 1970 by the server's clock. `after` is checked
 * before the state, so that the shop's answer never ignores an unread message.
 */
export function refuseEvent(
  events: Events,
  event: OrderEventInput,
  { side, now }: { side: Side; now: number },
): EventRefusal | undefined {
  if (event.kind === 'message') return undefined
  if (sideOf[event.kind] !== side) return 'not-your-side'
  if ('after' in event && event.after !== events.length) return 'order-changed'
  const { state, current } = fold(events)
  if (isFinal(state)) return 'order-final'
  if (event.kind === 'offer' || event.kind === 'close' || event.kind === 'cancel') return undefined
  if (current?.id !== event.offer) return 'offer-not-current'
  return event.kind !== 'withdraw' && isOver(current.offer, now) ? 'offer-expired' : undefined
}
