import type { Offer } from './offers.ts'
import type { OrderEvent, OrderEventInput } from './order-events.ts'
import { isDecision, type Side, sideOf } from './order-events.ts'
import { buyerSteps } from './shipment/milestones.ts'

/*
 *            ┌────────── offer (a new version replaces the one before) ──────────┐
 *            ▼                                                                   │
 * requested ─offer─► offered ─accept─► accepted (final)                           │
 *    ▲                 │ │ └─decline─► declined ──────────────────────────────────┤
 *    │                 │ └─ validity over ─► expired (derived, no event) ─────────┘
 *    └────withdraw─────┘
 * close (shop) ─► closed and cancel (buyer) ─► cancelled: from every state that is not final, and final themselves.
 * message: from both sides, in every state, changes none. milestone and correct: once it is accepted, change none either.
 */

export const orderStates = ['requested', 'offered', 'accepted', 'declined', 'expired', 'closed', 'cancelled'] as const
export type KnownState = (typeof orderStates)[number]
/** `unknown`: of a newer server, whose events this version of the app cannot fold. */
export type OrderState = KnownState | 'unknown'
/** What this version can fold of a thread; an order says in `needs` what its thread needs. It grows with kinds of events and members that change what others mean. */
export const threadVersion = 1
type Events = readonly OrderEvent[]

/** An offer that can still be accepted, revised or withdrawn, or that was accepted; with the id and number of its event. */
export interface CurrentOffer {
  id: string
  seq: number
  offer: Offer
}

/** Where a thread stands after its events; `version` is the number of the last one. */
export interface Thread {
  state: Exclude<OrderState, 'expired'>
  version: number
  current: CurrentOffer | undefined
}

export function nextThread({ state, current }: Thread, event: OrderEvent): Thread {
  const version = event.seq
  switch (event.kind) {
    case 'offer':
      // stored events of this kind always carry the offer itself
      if (typeof event.offer !== 'object') return { state, version, current }
      return { state: 'offered', version, current: { id: event._id, seq: event.seq, offer: event.offer } }
    case 'withdraw':
      return { state: 'requested', version, current: undefined }
    case 'accept':
      return { state: 'accepted', version, current }
    case 'decline':
      return { state: 'declined', version, current: undefined }
    case 'close':
      return { state: 'closed', version, current: undefined }
    case 'cancel':
      return { state: 'cancelled', version, current: undefined }
    case 'message':
    case 'milestone':
    case 'correct':
      return { state, version, current }
  }
}

/** Where a whole thread stands. */
export const foldThread = (events: Events): Thread =>
  events.reduce(nextThread, { state: 'requested', version: 0, current: undefined })

export const isOver = (offer: Offer, now: number) => now >= Date.parse(offer.expiresAt)

/** The state of a thread. `now` (ms since 1970) decides whether its offer has expired. */
export const threadState = ({ state, current }: Thread, now: number): OrderState =>
  state === 'offered' && current && isOver(current.offer, now) ? 'expired' : state

/** What an answer says of an order's thread, of which it may have only the newest events. */
interface AnsweredThread {
  state: OrderState
  events: Events
  /** the event of the current offer, where it is not among the events */
  currentOffer?: OrderEvent | undefined
  /** when the shop removed it; nothing can follow */
  sealed?: string | undefined
  /** the event that decided the state, where it is neither among the events nor the current offer's */
  decision?: OrderEvent | undefined
}

const withOffer: readonly OrderState[] = ['offered', 'expired', 'accepted']

/** The events of an order that are at hand, oldest first. */
export const eventsAtHand = ({ events, currentOffer }: Pick<AnsweredThread, 'events' | 'currentOffer'>): Events =>
  currentOffer && events.every(({ seq }) => seq !== currentOffer.seq) ? [currentOffer, ...events] : events

/** The pending or accepted offer of an order, even if its validity is over; undefined if there is none. */
export function findCurrentOffer(order: AnsweredThread): CurrentOffer | undefined {
  if (!withOffer.includes(order.state)) return undefined
  // a withdrawn or declined offer is followed by another state, so the newest one is the current one
  const offers = eventsAtHand(order).filter(({ kind }) => kind === 'offer')
  const newest = Math.max(...offers.map(({ seq }) => seq))
  const event = offers.find(({ seq }) => seq === newest)
  return typeof event?.offer === 'object' ? { id: event._id, seq: event.seq, offer: event.offer } : undefined
}

/** The event that decided the state of an order; undefined before the first decision. */
export function findDecision({
  events,
  decision,
}: Pick<AnsweredThread, 'events' | 'decision'>): OrderEvent | undefined {
  return decision ?? events.findLast(({ kind }) => isDecision(kind))
}

/** The state of an answered order at a later time, ms since 1970, if no event has come. */
export function stateAt(order: AnsweredThread, now: number): OrderState {
  const current = findCurrentOffer(order)
  return order.state === 'offered' && current && isOver(current.offer, now) ? 'expired' : order.state
}

/** Whether something can still be decided, by what this version of the app knows. */
export const isOpen = (state: OrderState) => !isFinal(state) && state !== 'unknown'

/** Whether nothing can be decided any more. */
export const isFinal = (state: OrderState) => state === 'accepted' || state === 'closed' || state === 'cancelled'

/** Whether the shop has to answer: a new or declined request, or an unanswered message of the buyer. */
export function isWaitingForShop({ state, events, sealed }: AnsweredThread): boolean {
  if (sealed) return false
  const last = events.at(-1)
  return ['requested', 'declined', 'unknown'].includes(state) || (last?.kind === 'message' && last.by.side === 'buyer')
}

type EventRefusal =
  | 'not-your-side'
  | 'order-changed'
  | 'order-final'
  | 'order-not-accepted'
  | 'offer-not-current'
  | 'offer-expired'

interface EventAuthor {
  side: Side
  /** number of the last event of somebody else; 0 for none */
  lastOfOthers: number
  /** ms since 1970 by the server's clock */
  now: number
}

/** Why an event cannot be added now, or undefined. `after` comes before the state, so that the shop never answers past an unread message. */
export function refuseEvent(
  { state, version, current }: Thread,
  event: OrderEventInput,
  { side, lastOfOthers, now }: EventAuthor,
): EventRefusal | undefined {
  if (event.kind === 'message') return undefined
  const after = 'after' in event ? (event.after ?? version) : version
  const isOutdated = after < lastOfOthers || after > version
  if (event.kind === 'milestone' || event.kind === 'correct') {
    // whose milestone is corrected is for the caller to look up
    if (event.kind === 'milestone' && side === 'buyer' && !buyerSteps.includes(event.step)) return 'not-your-side'
    if (state !== 'accepted') return 'order-not-accepted'
    return isOutdated ? 'order-changed' : undefined
  }
  if (sideOf[event.kind] !== side) return 'not-your-side'
  if (isOutdated) return 'order-changed'
  if (isFinal(state)) return 'order-final'
  if (event.kind === 'offer' || event.kind === 'close' || event.kind === 'cancel') return undefined
  if (current?.id !== event.offer) return 'offer-not-current'
  return event.kind !== 'withdraw' && isOver(current.offer, now) ? 'offer-expired' : undefined
}
