import type { OrderEventInput } from '../../contract/order-events.ts'
import { type EventRow, isEventRow, isStockRow } from '../db/outbox-rows.ts'
import type { OutboxRow } from '../db/rows.ts'
import { eventEntry, type NewEntry } from './entries.ts'
import type { Change, Snapshot } from './outbox-store.ts'
import { insteadOf, mayHaveArrived, offersReplacedBy, withInstead } from './own-events.ts'

// Order events in the outbox: which entry waits for which, and what a person can do after a refusal.

/** The order or the product's stock that an entry is about. */
function subjectOf({ id, payload }: Pick<OutboxRow, 'id' | 'payload'>): string | undefined {
  if (payload.kind === 'order') return `order ${id}`
  if (payload.kind === 'order-event') return `order ${payload.order}`
  return payload.kind === 'stock' ? `stock ${payload.fishe}` : undefined
}

/**
 * Whether an entry has to wait, because its order, an earlier event of that order or an earlier stock of its product is not
 * delivered yet.
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

/** The events of an order that is itself in the outbox. */
export function eventsBehind(rows: readonly OutboxRow[], { id, kind }: OutboxRow): EventRow[] {
  if (kind !== 'order') return []
  return rows.filter(isEventRow).filter((row) => row.payload.order === id)
}

/** The events of an order that gets a new id, with that id. */
export function moveEvents(rows: readonly OutboxRow[], order: OutboxRow, newId: string): OutboxRow[] {
  return eventsBehind(rows, order).map((row) => ({ ...row, payload: { ...row.payload, order: newId } }))
}

/** A new event with the present id of its order: a screen may still use an old one. */
export function withCurrentOrder(rows: readonly OutboxRow[], entry: NewEntry): NewEntry {
  const { payload } = entry
  // an order under that id is meant, although another request may have begun under it too
  if (payload.kind !== 'order-event' || rows.some(({ id }) => id === payload.order)) return entry
  const moved = rows.find(({ kind, from }) => kind === 'order' && from === payload.order)
  return moved ? { ...entry, payload: { ...payload, order: moved.id } } : entry
}

export interface Replacement {
  /** the refused entry, or one that was never tried */
  id: string
  /** a UUIDv7 made when the dialog opened */
  newId: string
  /** the event in its place */
  body: OrderEventInput
  now: number
}

/**
 * Replaces an event by a new entry with its own id, at the same place in the queue. `mayTakeBack` is the outbox's rule.
 * Undefined when the entry is gone or being sent, or may have reached the server and the server could take both.
 */
export function replaceEvent(
  { rows }: Snapshot,
  { id, newId, body, now }: Replacement,
  mayTakeBack: (row: OutboxRow) => boolean,
): Change<OutboxRow | undefined> {
  const old = rows.find((row) => row.id === id)
  if (!old || !isEventRow(old) || !(mayTakeBack(old) || mayHaveArrived(old, body))) return { result: undefined }
  const { userId, userName, userEmail, payload, seq } = old
  const session = { userId, name: userName, email: userEmail }
  const mine = rows.filter(isEventRow).filter((row) => row.userId === userId && row.payload.order === payload.order)
  const event = {
    id: newId,
    order: payload.order,
    reference: payload.display.reference,
    session,
  }
  const entry = eventEntry({ ...event, body }, now)
  const replaced = new Set([old, ...offersReplacedBy(body, mine, mayTakeBack)])
  const instead = [...replaced].flatMap(insteadOf)
  const next = { ...entry, seq, ...withInstead(instead) }
  return { result: next, put: [next], remove: [...replaced].map((row) => row.id) }
}

/** Whether a waiting event can still be replaced by another of its kind. */
export function canBeEdited(row: EventRow, mayTakeBack: (row: OutboxRow) => boolean): boolean {
  return mayTakeBack(row) || mayHaveArrived(row, row.payload.body)
}

/** The same event as an answer to the thread up to event number `after`; undefined for events without that field. */
export function bodySentAnyway(row: OutboxRow, after: number): OrderEventInput | undefined {
  if (!isEventRow(row)) return undefined
  const { body } = row.payload
  return 'after' in body ? { ...body, after } : undefined
}

type RefusalAction = 'open-offer' | 'ask-to-renew' | 'send-anyway' | 'edit' | 'discard'

/** What a person can do about a refused event, in the order of the buttons. */
export function refusalActions({ payload, problem, state }: OutboxRow): RefusalAction[] {
  if (payload.kind !== 'order-event' || state !== 'attention') return []
  const { kind } = payload.body
  const isAnswer = kind === 'accept' || kind === 'decline'
  const code = problem?.code
  if (isAnswer && (code === 'offer-not-current' || code === 'offer-expired'))
    return ['open-offer', 'ask-to-renew', 'discard']
  const edit: RefusalAction[] = kind === 'offer' ? ['edit'] : []
  if (code === 'order-changed') return ['send-anyway', ...edit, 'discard']
  // the server named the wrong field
  return code === 'invalid-fields' ? [...edit, 'discard'] : ['discard']
}
