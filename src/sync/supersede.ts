import { limits } from '../../contract/limits.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import { type EventRow, isEventRow, isStockRow, isUnsent, type StockRow } from '../db/outbox-rows.ts'
import type { OutboxPayload, OutboxRow } from '../db/rows.ts'
import { eventEntry, type NewEntry } from './entries.ts'
import type { Change, Snapshot } from './outbox-store.ts'

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

// The server lets no own event conflict with another one: a new offer takes the place of the one that waits, and names it
// where that one may have arrived.

/** A new entry with its place in the queue, if it takes that of others, and the ids of these. */
interface Placed {
  entry: NewEntry
  seq?: number
  remove: string[]
}

type MayTakeBack = (row: OutboxRow) => boolean

/** A new offer replaces the user's offers of the same order that were refused or are not being sent. */
export function placeEvent(rows: readonly OutboxRow[], entry: NewEntry, mayTakeBack: MayTakeBack): Placed {
  const { payload } = entry
  if (payload.kind !== 'order-event') return { entry, remove: [] }
  const mine = rows
    .filter(isEventRow)
    .filter(({ userId, payload: { order } }) => userId === entry.userId && order === payload.order)
  const replaced = offersReplacedBy(payload.body, mine, mayTakeBack)
  const [first] = replaced
  if (!first) return { entry, remove: [] }
  const instead = replaced.flatMap(insteadOf)
  return {
    entry: { ...entry, ...withInstead(instead) },
    seq: first.seq,
    remove: replaced.map(({ id }) => id),
  }
}

/** Of the user's events of an order: the offers that are not being sent, for a new offer. */
export function offersReplacedBy(
  body: OrderEventInput,
  mine: readonly EventRow[],
  mayTakeBack: MayTakeBack,
): EventRow[] {
  if (body.kind !== 'offer') return []
  const isReplaced = (row: EventRow) => mayTakeBack(row) || mayHaveArrived(row, body)
  return mine.filter((row) => row.payload.body.kind === 'offer' && isReplaced(row))
}

/**
 * Whether an event may be replaced although it may have reached the server: both have `after`, and the new one names the
 * replaced one, which the server then takes before it or never.
 */
export function mayHaveArrived(row: EventRow, body: OrderEventInput): boolean {
  return isWaiting(row) && 'after' in row.payload.body && 'after' in body
}

/** The ids that may reach the server all the same when a row is replaced. */
export function insteadOf(row: EventRow): string[] {
  const mayArrive = isWaiting(row) && row.attempts > (row.unsent ?? 0)
  return [...(row.instead ?? []), ...(mayArrive ? [row.id] : [])]
}

export function withInstead(instead: string[]): Pick<OutboxRow, 'instead'> {
  return instead.length > 0 ? { instead: instead.slice(-limits.replacedEvents) } : {}
}

/**
 * The first offer that waits although a newer one of the same request waits behind it: it was being sent when that one was
 * made. The newer one takes its place.
 */
export function giveWay(
  rows: readonly OutboxRow[],
  mayTakeBack: MayTakeBack,
): { result: undefined; put: OutboxRow[]; remove: string[] } | undefined {
  const offers = rows.filter(isEventRow).filter((row) => row.payload.body.kind === 'offer' && isWaiting(row))
  for (const older of offers) {
    const { id, seq, nextAt, wait, userId, payload } = older
    const isNewer = (row: EventRow) => row.seq > seq && row.userId === userId && row.payload.order === payload.order
    const newer = offers.findLast((row) => isNewer(row) && mayTakeBack(row))
    if (!newer) continue
    const moved = { ...newer, seq, nextAt, wait, ...withInstead(insteadOf(older)) }
    return { result: undefined, put: [moved], remove: [id] }
  }
  return undefined
}

/** The body of an event as it is sent: with the ids that it supersedes. */
export function sentBody({ payload, instead }: EventRow): EventRow['payload']['body'] & { replaces?: string[] } {
  return { ...payload.body, ...(instead && { replaces: instead }) }
}

function isWaiting({ state }: OutboxRow): boolean {
  return state === 'queued' || state === 'waiting-login'
}

/** Whether two entries have the same content. A stock's `seen` does not count, nor `after`: the thread may go on between two presses. */
export function isSameContent(one: OutboxPayload, other: OutboxPayload): boolean {
  if (one.kind === 'stock' && other.kind === 'stock')
    return one.fishe === other.fishe && one.body.countInStock === other.body.countInStock
  return JSON.stringify(withoutAfter(one.body)) === JSON.stringify(withoutAfter(other.body))
}

function withoutAfter(body: OutboxPayload['body']): object {
  return 'after' in body ? { ...body, after: 0 } : body
}

/** A new stock with its final `seen`, and the ids of the entries that it replaces. */
interface Placed {
  entry: NewEntry
  remove: string[]
}

/**
 * A new stock replaces the user's stocks of the same product that were refused or never sent. Its `seen` is the number of an
 * entry that may have been sent, else the `seen` of the replaced one. `mayReplace` is the outbox's rule.
 */
export function placeStock(
  rows: readonly OutboxRow[],
  entry: NewEntry,
  mayReplace: (row: OutboxRow) => boolean,
): Placed {
  const { payload } = entry
  if (payload.kind !== 'stock') return { entry, remove: [] }
  const mine = unsentStocks(rows, entry.userId, payload.fishe)
  const replaced = mine.filter(mayReplace)
  const tried = mine.findLast((row) => !mayReplace(row))
  const [first] = replaced
  const seen = tried
    ? tried.payload.body.countInStock
    : first
      ? seenInPlaceOf(first, payload.body.seen)
      : payload.body.seen
  return {
    entry: { ...entry, payload: { ...payload, body: { ...payload.body, seen } } },
    remove: replaced.map(({ id }) => id),
  }
}

/** After a conflict, `seen` is used only if it is the server's number; other numbers were never saved there. */
function seenInPlaceOf({ payload, problem }: StockRow, seen: number): number {
  return problem?.countInStock === seen ? seen : payload.body.seen
}

/** The user's stocks of a product that have not reached the server, oldest first. */
export function unsentStocks(rows: readonly OutboxRow[], userId: string, fishe: string): StockRow[] {
  return rows.filter(isStockRow).filter((row) => row.userId === userId && row.payload.fishe === fishe && isUnsent(row))
}
