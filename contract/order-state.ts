import type { Offer } from './offers.ts'
import type { OrderEvent, OrderEventInput } from './order-events.ts'
import { goodsKinds, isDecision, type OrderState, type Side, sideOf } from './order-events.ts'
import { mayReport, type Shipment } from './shipment/milestones.ts'

/*
 *            ┌────────── offer (a new version replaces the one before) ──────────┐
 *            ▼                                                                   │
 * requested ─offer─► offered ─accept─► accepted (final)                           │
 *    ▲                 │ │ └─decline─► declined ──────────────────────────────────┤
 *    │                 │ └─ validity over ─► expired (derived, no event) ─────────┘
 *    └────withdraw─────┘
 * offered ─counter─► countered ─agree─► accepted; retract, or the end of the counter (derived), leads back to offered.
 * Every transition out of offered is one out of countered, too.
 * close (shop) ─► closed and cancel (buyer) ─► cancelled: from every state that is not final, and final themselves.
 * message: from both sides, in every state, changes none. milestone, correct, claim, settle and document: once it is accepted, change none either.
 */

type Events = readonly OrderEvent[]

/** An offer that can still be accepted, revised or withdrawn, or what was agreed on; with the id and number of its event. */
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
  /** the event of the buyer's counter that the shop can agree to; its end is not looked at */
  counter?: OrderEvent | undefined
}

/** The offer that an event makes, or that both sides have agreed on with it. */
export function offerIn({ _id, seq, offer, deal }: OrderEvent): CurrentOffer | undefined {
  const made = deal ?? (typeof offer === 'object' ? offer : undefined)
  return made && { id: _id, seq, offer: made }
}

/** The state after a decision; no other event changes it. */
const stateAfter: Partial<Record<OrderEvent['kind'], Thread['state']>> = {
  ...{ offer: 'offered', retract: 'offered', withdraw: 'requested', accept: 'accepted', agree: 'accepted' },
  ...{ counter: 'countered', decline: 'declined', close: 'closed', cancel: 'cancelled' },
}
const withoutOffer: readonly Thread['state'][] = ['requested', 'declined', 'closed', 'cancelled']

export function nextThread({ state: before, current, counter }: Thread, event: OrderEvent): Thread {
  const state = stateAfter[event.kind] ?? before
  const version = event.seq
  if (!isDecision(event.kind)) return { state, version, current, counter }
  // stored events of the kind `offer` always carry the offer itself
  const next = { state, version, current: withoutOffer.includes(state) ? undefined : (offerIn(event) ?? current) }
  return event.kind === 'counter' ? { ...next, counter: event } : next
}

/** Whether an offer or a counter has ended. `now` in ms since 1970. */
export const isOver = ({ expiresAt = '' }: Pick<OrderEvent, 'expiresAt'>, now: number) => now >= Date.parse(expiresAt)

/** The state of a thread. `now` (ms since 1970) decides whether its offer and its counter have expired. */
export function threadState(
  { state, current, counter }: Pick<Thread, 'current' | 'counter'> & { state: OrderState },
  now: number,
) {
  const stands = state === 'countered' && counter && isOver(counter, now) ? 'offered' : state
  return stands === 'offered' && current && isOver(current.offer, now) ? 'expired' : stands
}

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
  shipment?: Pick<Shipment, 'reported' | 'claims'> | undefined
}

const withOffer: readonly OrderState[] = ['offered', 'countered', 'expired', 'accepted']

/** The events of an order that are at hand, oldest first. */
export const eventsAtHand = ({ events, currentOffer }: Pick<AnsweredThread, 'events' | 'currentOffer'>): Events =>
  currentOffer && events.every(({ seq }) => seq !== currentOffer.seq) ? [currentOffer, ...events] : events

/** The pending or accepted offer of an order, even if its validity is over; undefined if there is none. */
export function findCurrentOffer(order: AnsweredThread): CurrentOffer | undefined {
  if (!withOffer.includes(order.state)) return undefined
  // a withdrawn or declined offer is followed by another state, so the newest one is the current one
  const offers = eventsAtHand(order).flatMap((event) => offerIn(event) ?? [])
  return offers.sort((a, b) => a.seq - b.seq).at(-1)
}

/** The buyer's counter that the shop can agree to, even if it has ended; undefined if there is none. */
export function findCounter(order: AnsweredThread): OrderEvent | undefined {
  const decided = findDecision(order)
  return order.state === 'countered' && decided?.kind === 'counter' ? decided : undefined
}

/** The event that decided the state of an order; undefined before the first decision. */
export const findDecision = ({ decision, ...order }: Pick<AnsweredThread, 'events' | 'decision' | 'currentOffer'>) =>
  decision ?? eventsAtHand(order).findLast(({ kind }) => isDecision(kind))

/** The state of an answered order at a later time, ms since 1970, if no event has come. */
export function stateAt(order: AnsweredThread, now: number): OrderState {
  return threadState({ state: order.state, current: findCurrentOffer(order), counter: findCounter(order) }, now)
}

/** Whether something can still be decided, by what this version of the app knows. */
export const isOpen = (state: OrderState) => !isFinal(state) && state !== 'unknown'

/** Whether nothing can be decided any more. */
export const isFinal = (state: OrderState) => state === 'accepted' || state === 'closed' || state === 'cancelled'

/** The events of the buyer that the shop has to answer once goods are sold: reported payments and open claims. */
export const openGoods = ({ shipment }: Pick<AnsweredThread, 'shipment'>): string[] =>
  [...(shipment?.reported ?? []), ...(shipment?.claims ?? []).filter(({ credit }) => credit === undefined)].map(
    ({ _id }) => _id,
  )

/** Whether the shop has to answer: a new, countered or declined request, an unanswered message of the buyer, a reported payment or a claim. */
export function isWaitingForShop(order: AnsweredThread): boolean {
  const { state, events, sealed } = order
  if (sealed) return false
  const last = events.at(-1)
  return (
    ['requested', 'countered', 'declined', 'unknown'].includes(state) ||
    openGoods(order).length > 0 ||
    (last?.kind === 'message' && last.by.side === 'buyer')
  )
}

type EventRefusal =
  | 'not-your-side'
  | 'order-changed'
  | 'order-final'
  | 'order-not-accepted'
  | 'offer-not-current'
  | 'offer-expired'
  | 'counter-not-current'
  | 'counter-expired'

interface EventAuthor {
  side: Side
  /** number of the last event of somebody else; 0 for none */
  lastOfOthers: number
  /** ms since 1970 by the server's clock */
  now: number
}

export type GoodsEvent = Extract<OrderEventInput, { kind: 'milestone' | 'correct' | (typeof goodsKinds)[number] }>

/** Whether an event is about the goods of an accepted order. */
export const isOfGoods = (event: OrderEventInput): event is GoodsEvent =>
  event.kind === 'milestone' || event.kind === 'correct' || goodsKinds.some((kind) => kind === event.kind)

/** Why an event cannot be added now, or undefined. `after` comes before the state, so that the shop never answers past an unread message. */
export function refuseEvent(
  { state, version, current, counter }: Thread,
  event: OrderEventInput,
  { side, lastOfOthers, now }: EventAuthor,
): EventRefusal | undefined {
  if (event.kind === 'message') return undefined
  const after = 'after' in event ? (event.after ?? version) : version
  const isOutdated = after < lastOfOthers || after > version
  if (isOfGoods(event)) {
    // whose milestone is corrected is for the caller to look up
    const isBuyers = event.kind === 'milestone' && mayReport(event.step) && event.confirms === undefined
    if (side !== sideOf[event.kind] && event.kind !== 'correct' && !isBuyers) return 'not-your-side'
    if (state !== 'accepted') return 'order-not-accepted'
    return isOutdated ? 'order-changed' : undefined
  }
  if (sideOf[event.kind] !== side) return 'not-your-side'
  if (isOutdated) return 'order-changed'
  if (isFinal(state)) return 'order-final'
  if (event.kind === 'offer' || event.kind === 'close' || event.kind === 'cancel') return undefined
  if (event.kind === 'agree' || event.kind === 'retract') {
    if (counter?._id !== event.counter) return 'counter-not-current'
    return event.kind === 'agree' && isOver(counter, now) ? 'counter-expired' : undefined
  }
  if (current?.id !== event.offer) return 'offer-not-current'
  return event.kind !== 'withdraw' && isOver(current.offer, now) ? 'offer-expired' : undefined
}
