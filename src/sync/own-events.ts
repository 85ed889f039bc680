import { limits } from '../../contract/limits.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import { type EventRow, isEventRow } from '../db/outbox-rows.ts'
import type { OutboxRow } from '../db/rows.ts'
import type { NewEntry } from './entries.ts'

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
