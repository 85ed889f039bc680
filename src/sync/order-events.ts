import type { OrderEventInput } from '../../contract/order-events.ts'
import type { Change, Snapshot } from '../db/outbox.ts'
import { type EventRow, isEventRow, isStockRow } from '../db/outbox-rows.ts'
import type { OutboxRow } from '../db/rows.ts'
import { eventEntry, type NewEntry } from './entries.ts'

// Events of orders in the outbox: what waits for what, and the ways on after a refusal.

/** The order that an entry is or is about, or the product whose stock it sets. */
function subjectOf({ id, payload }: Pick<OutboxRow, 'id' | 'payload'>): string | undefined {
  if (payload.kind === 'order') return `order ${id}`
  if (payload.kind === 'order-event') return `order ${payload.order}`
  return payload.kind === 'stock' ? `stock ${payload.fishe}` : undefined
}

/**
 * Whether an entry has to wait because something said earlier on its order, the order itself, or an earlier stock of its
 * product has not arrived.
 */
export function isHeld(rows: readonly OutboxRow[], row: OutboxRow): boolean {
  if (!isEventRow(row) && !isStockRow(row)) return false
  const subject = subjectOf(row)
  return rows.some(
    (earlier) =>
      earlier.seq < row.seq &&
      earlier.userId === row.userId &&
      earlier.state !== 'done' &&
      subjectOf(earlier) === subject,
  )
}

/** What was said on an order that has not been sent itself. */
export function eventsBehind(rows: readonly OutboxRow[], { id, kind }: OutboxRow): EventRow[] {
  if (kind !== 'order') return []
  return rows.filter(isEventRow).filter((row) => row.payload.order === id)
}

/** The events of an order that goes out under another id go with it. */
export function moveEvents(rows: readonly OutboxRow[], order: OutboxRow, newId: string): OutboxRow[] {
  return eventsBehind(rows, order).map((row) => ({ ...row, payload: { ...row.payload, order: newId } }))
}

/** A screen may still use the old id of an order that got another one. */
export function withCurrentOrder(rows: readonly OutboxRow[], entry: NewEntry): NewEntry {
  const { payload } = entry
  if (payload.kind !== 'order-event') return entry
  const moved = rows.find(({ kind, from }) => kind === 'order' && from === payload.order)
  return moved ? { ...entry, payload: { ...payload, order: moved.id } } : entry
}

export interface Replacement {
  /** the refused entry, or one that was never tried */
  id: string
  /** a UUIDv7 made when the dialog opened */
  newId: string
  /** what is said instead */
  body: OrderEventInput
  now: number
}

/**
 * Says something else in the place of an event: the old entry goes, a new one with an id of its own takes its place, and
 * what waits behind stays behind. `mayReplace` is the outbox's own rule. Undefined when the entry is gone or on its way.
 */
export function replaceEvent(
  { rows }: Snapshot,
  { id, newId, body, now }: Replacement,
  mayReplace: (row: OutboxRow) => boolean,
): Change<OutboxRow | undefined> {
  const old = rows.find((row) => row.id === id)
  if (!old || !isEventRow(old) || !mayReplace(old)) return { result: undefined }
  const { userId, userName, userEmail, payload, seq } = old
  const session = { userId, name: userName, email: userEmail }
  const event = { id: newId, order: payload.order, reference: payload.display.reference, body, session }
  const next = { ...eventEntry(event, now), seq }
  return { result: next, put: [next], remove: [id] }
}

/** The same event by somebody who has seen the thread up to number `after`; undefined for one that names none. */
export function bodySentAnyway(row: OutboxRow, after: number): OrderEventInput | undefined {
  if (!isEventRow(row)) return undefined
  const { body } = row.payload
  return 'after' in body ? { ...body, after } : undefined
}

export type WayOn = 'open-offer' | 'ask-to-renew' | 'send-anyway' | 'edit' | 'discard'

/** What a person can do about a refused event, in the order of the buttons. */
export function waysOn({ payload, problem, state }: OutboxRow): WayOn[] {
  if (payload.kind !== 'order-event' || state !== 'attention') return []
  const { kind } = payload.body
  const isAnswer = kind === 'accept' || kind === 'decline'
  const code = problem?.code
  if (isAnswer && (code === 'offer-not-current' || code === 'offer-expired'))
    return ['open-offer', 'ask-to-renew', 'discard']
  const edit: WayOn[] = kind === 'offer' ? ['edit'] : []
  if (code === 'order-changed') return ['send-anyway', ...edit, 'discard']
  // the server said which field is wrong
  return code === 'invalid-fields' ? [...edit, 'discard'] : ['discard']
}
