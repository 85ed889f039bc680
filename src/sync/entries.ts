import type { ReviewInput, StockInput } from '../../contract/fishes.ts'
import type { ContactInput } from '../../contract/inbox.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import type { OrderInput } from '../../contract/orders.ts'
import type { CartLine, OutboxPayload, OutboxRow, ProductNames, Session } from '../db/rows.ts'

/**
 * The version of the row's shape, by kind. Rows of another version are shown but not changed. Logouts, order events and
 * stocks have version 2, so that earlier apps, which do not know them, leave them alone.
 */
export const versionOf = (kind: OutboxRow['kind']) => (['logout', 'order-event', 'stock'].includes(kind) ? 2 : 1)

/** An entry before it has its place in the queue. */
export type NewEntry = Omit<OutboxRow, 'seq'>

export interface OrderEntry {
  id: string
  body: OrderInput
  /** the cart's lines: shown while the order is pending, and put back into the cart by `editAgain` */
  lines: CartLine[]
  session: Session
}
export interface ReviewEntry extends ProductNames {
  id: string
  fishe: string
  body: ReviewInput
  session: Session
}
export interface ContactEntry {
  id: string
  body: ContactInput
  /** absent for a visitor */
  session?: Session | undefined
}

/** A product's stock as an administrator typed it. */
export interface StockEntry extends ProductNames {
  id: string
  fishe: string
  /** `seen`: the number that was shown when the typing began */
  body: StockInput
  session: Author
}

type Author = Pick<Session, 'userId' | 'name' | 'email'>

/** An event of either side on a request. */
export interface EventEntry {
  /** the event's id, a UUIDv7 made when the form or dialog opened, so that ten clicks are one event */
  id: string
  /** id of the request */
  order: string
  reference: string
  body: OrderEventInput
  session: Author
}

export function orderEntry({ id, body, lines, session }: OrderEntry, now: number): NewEntry {
  const orderItems = body.orderItems.map((item) => ({ ...itemFields(lines, item.fishe), ...item }))
  return entry(id, { kind: 'order', body: { ...body, orderItems }, display: { lines } }, { session, now })
}

/**
 * The product's fields in an order item, as the specification's cart sends them. They show what the buyer saw. Other servers
 * store name and picture from here; ours uses its own.
 */
function itemFields(lines: CartLine[], fishe: string) {
  const line = lines.find((each) => each.fishe === fishe)
  if (line === undefined) return {}
  const { trade_name, image, size, weight, countInStock } = line
  return { name: trade_name, trade_name, image, size, weight, countInStock }
}

export function reviewEntry({ id, fishe, body, session, ...names }: ReviewEntry, now: number): NewEntry {
  return entry(id, { kind: 'review', fishe, body, display: names }, { session, now })
}

export function contactEntry({ id, body, session }: ContactEntry, now: number): NewEntry {
  return entry(id, { kind: 'contact', body, display: {} }, { session, now })
}

export function eventEntry({ id, order, reference, body, session }: EventEntry, now: number): NewEntry {
  return entry(id, { kind: 'order-event', order, body, display: { reference } }, { session, now })
}

export function stockEntry({ id, fishe, body, session, ...names }: StockEntry, now: number): NewEntry {
  return entry(id, { kind: 'stock', fishe, body, display: names }, { session, now })
}

/** Ends the session of `token` on the server. The entry names no user. */
export function logoutEntry({ id, token }: { id: string; token: string }, now: number): NewEntry {
  return entry(id, { kind: 'logout', token, body: {}, display: {} }, { session: undefined, now })
}

function entry(id: string, payload: OutboxPayload, who: { session: Author | undefined; now: number }): NewEntry {
  return {
    id,
    v: versionOf(payload.kind),
    kind: payload.kind,
    userId: who.session?.userId ?? '',
    userName: who.session?.name ?? '',
    userEmail: who.session?.email ?? '',
    payload,
    state: 'queued',
    attempts: 0,
    failures: 0,
    nextAt: who.now,
    wait: 0,
    createdAt: who.now,
  }
}
