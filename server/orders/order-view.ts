import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toLocale } from '../../contract/locales.ts'
import type { Wishes } from '../../contract/offers.ts'
import {
  isDecision,
  type OrderEvent,
  type OrderEvents,
  type OrderState,
  orderStates,
} from '../../contract/order-events.ts'
import { eventsAtHand, offerIn, type Thread, threadState } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import { filledFacts, pickFacts, writtenOn } from '../../contract/product-fields.ts'
import type { Shipment } from '../../contract/shipment/milestones.ts'
import type { FishRow, OrderRow } from '../db/row-types.ts'
import type { SessionUser } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import type { ReadEvent, StoredOrder } from './order-queries.ts'

/** Parties as a row has them, without spaces around them. */
export function partiesText(parties: Parties): string {
  const filled = Object.entries(parties).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []))
  return JSON.stringify(Object.fromEntries(filled))
}

/** The parties of a row; undefined where none is filled in. */
export function readParties(text = '{}'): Parties | undefined {
  // only `partiesText` writes this column
  const parties = JSON.parse(text) as Parties
  return Object.keys(parties).length > 0 ? parties : undefined
}

/** Names, picture and facts of a product, as a line of an order copies them. */
export function copyOf(fish: FishRow) {
  const names = { name: fish.trade_name, name_fr: fish.trade_name_fr, name_es: fish.trade_name_es }
  return { fish_id: fish.id, ...names, ...pickFacts(fish), image: fish.image }
}

export const noOrder = refuse('not-found', { detail: 'There is no such order.' })

export type Author = Pick<SessionUser, 'id' | 'name' | 'rights'>

export const isStaff = ({ rights }: Pick<Author, 'rights'>) => rights.includes('orders')

/** Whether a user may read an order and its thread: its buyer, and administrators with the right `orders`. */
export const mayRead = (order: Pick<OrderRow, 'buyer_id'>, user: Pick<Author, 'id' | 'rights'>): boolean =>
  isStaff(user) || order.buyer_id === user.id

/** Stored members of an event, besides those of every kind. */
type EventBody = Omit<OrderEvent, '_id' | 'seq' | 'kind' | 'at' | 'by' | 'number'> & Pick<OrderEvent['by'], 'via'>

/** The kinds of events that are about one offer. */
const aboutOffer = ['offer', 'withdraw', 'accept', 'decline', 'counter']

/** An event as in the contract. Of its author it shows only name and side. */
export function toEvent(row: ReadEvent): OrderEvent {
  // only this server writes the body
  const { files, via, ...body } = JSON.parse(row.body) as EventBody
  const having = files && { files: files.map((file) => ({ ...file, ...row.fileStates?.get(file._id) })) }
  const by = { name: row.author_name, side: row.side, ...(via && { via }) }
  // the stored kinds are those of the contract
  return { _id: row.id, seq: row.seq, kind: row.kind as OrderEvent['kind'], at: row.at, by, ...body, ...having }
}

const withNumber = (row: ReadEvent): OrderEvent =>
  aboutOffer.includes(row.kind) ? { ...toEvent(row), number: row.offers } : toEvent(row)

/** Part of a thread. In a part that lacks the beginning, events say which offer they are about. */
export function toEvents(rows: readonly ReadEvent[]): OrderEvents {
  const earlier = (rows[0]?.seq ?? 1) > 1
  return { events: rows.map(earlier ? withNumber : toEvent), earlier }
}

/** Where the thread of an order stands, after its newest event that was read. */
export function toThread({ events, offer, decision }: StoredOrder): Thread {
  const last = events.at(-1)
  if (!last) return { state: 'requested', version: 0, current: undefined }
  const row = last.offer_seq === null ? undefined : (events.find(({ seq }) => seq === last.offer_seq) ?? offer)
  // the stored states are those of the contract
  const thread = { state: last.state as Thread['state'], version: last.seq, current: row && offerIn(toEvent(row)) }
  if (thread.state !== 'countered') return thread
  const counter = events.find(({ seq }) => seq === last.state_seq) ?? decision
  return { ...thread, counter: counter && toEvent(counter) }
}

/** The part of an order's thread that was read. */
function toPart(order: StoredOrder): Pick<Order, 'events' | 'earlier' | 'currentOffer' | 'decision' | 'since'> {
  const { events, earlier } = toEvents(order.events)
  const since = order.events.at(-1)?.state_at ?? undefined
  const isSince = since !== undefined && events.every(({ kind }) => !isDecision(kind))
  return {
    events,
    ...(earlier && { earlier }),
    ...(order.offer && { currentOffer: withNumber(order.offer) }),
    ...(order.decision && { decision: withNumber(order.decision) }),
    ...(isSince && { since }),
  }
}

/** Whether an app that does not know price talk would fold this event wrongly. */
const isTalk = ({ kind, deal, offer }: OrderEvent) =>
  ['counter', 'agree', 'retract'].includes(kind) ||
  deal !== undefined ||
  (typeof offer === 'object' && offer.lines.some(({ alternativeTo }) => alternativeTo))

/** A shipment as its row has it, and what version of the app its thread needs. */
export type StoredShipment = Shipment & Pick<Order, 'needs'>

/** Where the goods of an accepted order are, after its newest event that was read. */
export function toShipment({ events, shipped }: Pick<StoredOrder, 'events' | 'shipped'>): StoredShipment {
  const { shipment_seq = null } = events.at(-1) ?? {}
  const row = events.find(({ seq }) => seq === shipment_seq) ?? shipped
  // only this server writes it
  return row?.shipment ? (JSON.parse(row.shipment) as StoredShipment) : { step: null, done: [], loaded: [] }
}

/** The condition for orders whose offer stands at `now` without a counter, or with one that has ended. */
const isOffered = (now: string) =>
  sql<SqlBool>`(state = 'offered' or (state = 'countered' and counter_until <= ${now}))`

/** A condition for the orders in one state at `now` (ISO 8601, UTC): the end of an offer or a counter changes no row. */
export function isInState(state: string, now: string): RawBuilder<SqlBool> {
  if (state === 'expired') return sql`(${isOffered(now)} and expires_at <= ${now})`
  if (state === 'offered') return sql`(${isOffered(now)} and expires_at > ${now})`
  return state === 'countered' ? sql`(state = 'countered' and counter_until > ${now})` : sql`state = ${state}`
}

/** The state of a row at `now` (ISO 8601, UTC); a removed order was accepted. */
export function stateOf({ state, expires_at, counter_until }: OrderRow, now: string): OrderState {
  const stands = state === 'countered' && counter_until !== null && counter_until <= now ? 'offered' : state
  if (stands === 'offered' && expires_at !== null && expires_at <= now) return 'expired'
  return orderStates.find((each) => each === stands) ?? 'accepted'
}

/** An order as in the contract; `now` in ms since 1970. */
export function toOrder(order: StoredOrder, now: number): Order {
  const thread = toThread(order)
  const parties = readParties(order.parties)
  const part = toPart(order)
  const isTalked = [part.decision, ...eventsAtHand(part)].some((event) => event && isTalk(event))
  const { needs = isTalked ? 2 : undefined, ...shipment } = toShipment(order)
  const { phone, address, city, postal_code: postalCode, country } = order
  return {
    _id: order.id,
    reference: order.reference,
    created_at: order.created_at,
    user: { _id: order.buyer_id, name: order.buyer_name, email: order.buyer_email },
    shippingAddress: { phone, address, city, postalCode, country },
    orderItems: order.items.map(({ fish_id: fishe, name, name_fr, name_es, image, qty, target, ...item }) => ({
      ...{ fishe, name, name_fr, name_es, image, qty, ...(target !== null && { target }) },
      ...{ ...writtenOn(item), ...filledFacts(item) },
    })),
    // only this server writes the wishes
    wishes: JSON.parse(order.wishes) as Wishes,
    ...(parties && { parties }),
    language: toLocale(order.language) ?? 'en',
    state: threadState(thread, now),
    ...(needs && { needs }),
    version: thread.version,
    ...(order.written_by !== null && { writtenBy: order.written_by }),
    ...(order.sealed_at !== null && { sealed: order.sealed_at }),
    ...part,
    ...(thread.state === 'accepted' && { shipment }),
  }
}

/** An order as it was after an event of its thread, with some of the events up to that one. */
export const toOrderAfter = (order: StoredOrder): Order =>
  toOrder({ ...order, sealed_at: null }, Date.parse(order.events.at(-1)?.at ?? order.created_at))
