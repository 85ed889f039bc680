import type { StockInput } from '../../contract/fishes.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import type { OrderInput } from '../../contract/orders.ts'
import type { CartLine, OutboxPayload, OutboxRow, ReviewedName, Session } from '../db/rows.ts'

/**
 * The shape of the rows that this version writes and sends, by kind. Rows of another version are shown and left alone;
 * earlier apps know neither logouts nor events of orders nor stocks, and leave their entries alone for the same reason.
 */
export const versionOf = (kind: OutboxRow['kind']) => (['logout', 'order-event', 'stock'].includes(kind) ? 2 : 1)

/** An entry before the outbox gave it its place. */
export type NewEntry = Omit<OutboxRow, 'seq'>

export interface OrderEntry {
  id: string
  body: OrderInput
  /** what the screens show while the order is on its way, and what goes back into the cart */
  lines: CartLine[]
  session: Session
}
export interface ReviewEntry extends ReviewedName {
  id: string
  fishe: string
  body: { rating: number; comment: string }
  session: Session
}
export interface ContactEntry {
  id: string
  body: { user_object: string; user_name: string; user_email: string; user_message: string }
  /** absent for a visitor */
  session?: Session | undefined
}

/** A product's stock as an administrator typed it. */
export interface StockEntry extends ReviewedName {
  id: string
  fishe: string
  /** `seen`: the number that was shown when the typing began */
  body: StockInput
  session: Author
}

type Author = Pick<Session, 'userId' | 'name' | 'email'>

/** What a side says on a request. */
export interface EventEntry {
  /** a UUIDv7 made when the form or dialog opened, so that ten clicks are one event; it becomes the event's id */
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
 * The item as the specification's cart sends it: other servers keep name and picture from here, ours takes its own.
 * It also says what the buyer saw, whatever becomes of the product meanwhile.
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

/** Ends the session of `token` on the server; nothing else of the user is in it. */
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
