import type { OrderEventInput } from '../../../contract/order-events.ts'
import type { Order } from '../../../contract/orders.ts'
import type { OutboxRow } from '../rows.ts'
import type { NewEntry } from './entries.ts'
import { type EventRow, isEventRow } from './outbox-rows.ts'

// One's own events never conflict with each other: a new offer takes the place of the one that waits, and the `after` of
// a later event counts the own events before it.

/** A new entry with its place in the queue, if it takes that of others, and the ids of these. */
interface Placed {
  entry: NewEntry
  seq?: number
  remove: string[]
}

type MayTakeBack = (row: OutboxRow) => boolean

/**
 * A new offer replaces the user's offers of the same order that were refused or are not being sent. Any event with `after`
 * counts the own events that have reached the server since its author looked.
 */
export function placeEvent(rows: readonly OutboxRow[], entry: NewEntry, mayTakeBack: MayTakeBack): Placed {
  const { payload } = entry
  if (payload.kind !== 'order-event' || !('after' in payload.body)) return { entry, remove: [] }
  const mine = rows
    .filter(isEventRow)
    .filter(({ userId, payload: { order } }) => userId === entry.userId && order === payload.order)
  const body = withOwnSeen(payload.body, mine)
  const next: NewEntry = { ...entry, payload: { ...payload, body } }
  const replaced = offersReplacedBy(body, mine, mayTakeBack)
  const [first] = replaced
  if (!first) return { entry: next, remove: [] }
  const instead = replaced.flatMap((row) => insteadOf(row, mayTakeBack))
  return {
    entry: { ...next, ...withInstead(instead) },
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

/** The same event, as an answer also to the author's own events that came directly after what the author had seen. */
export function withOwnSeen<B extends OrderEventInput>(body: B, mine: readonly EventRow[]): B {
  if (!('after' in body) || body.after === undefined) return body
  const own = new Set(mine.flatMap(({ ownSeqs = [] }) => ownSeqs))
  let { after } = body
  while (own.has(after + 1)) after += 1
  return { ...body, after }
}

/**
 * Whether an event may be replaced although it may have reached the server: both have `after`, so the server takes the
 * replaced one before the new one or never.
 */
export function mayHaveArrived(row: EventRow, body: OrderEventInput): boolean {
  return isWaiting(row) && 'after' in row.payload.body && 'after' in body
}

/** The ids that may reach the server all the same when a row is replaced. */
export function insteadOf(row: EventRow, mayTakeBack: MayTakeBack): string[] {
  return [...(row.instead ?? []), ...(mayTakeBack(row) ? [] : [row.id])]
}

export function withInstead(instead: string[]): Pick<OutboxRow, 'instead'> {
  return instead.length > 0 ? { instead } : {}
}

/** The numbers that an event, and those that it replaces, have got in the thread. */
export function ownSeqsOf(row: OutboxRow, order: Order | undefined): Pick<OutboxRow, 'ownSeqs'> {
  const ids = [row.id, ...(row.instead ?? [])]
  const found = order?.events.filter(({ _id }) => ids.includes(_id)).map(({ seq }) => seq) ?? []
  const all = [...(row.ownSeqs ?? []), ...found]
  return all.length > 0 ? { ownSeqs: all } : {}
}

/** The later events of the order of `told`, whose own numbers have just become known: they answer these, too. */
export function raiseBehind(rows: readonly OutboxRow[], told: OutboxRow, mayTakeBack: MayTakeBack): OutboxRow[] {
  if (!isEventRow(told)) return []
  const { userId, payload } = told
  const others = rows
    .filter(isEventRow)
    .filter((row) => row.id !== told.id && row.userId === userId && row.payload.order === payload.order)
  return others.flatMap((row) => {
    // what was tried must not change, and what was refused is the person's to decide
    if (!mayTakeBack(row) || row.state === 'attention') return []
    const body = withOwnSeen(row.payload.body, [told, ...others])
    const isSame = !('after' in body) || JSON.stringify(body) === JSON.stringify(row.payload.body)
    return isSame ? [] : [{ ...row, payload: { ...row.payload, body } }]
  })
}

/**
 * An event that was refused only because the one that it replaces has reached the server before it, queued again behind
 * that one; a refused id is not used again. Undefined when anything else was said.
 */
export function followReplaced(
  row: OutboxRow,
  order: Order | undefined,
  { newId, now }: { newId: string; now: number },
): OutboxRow | undefined {
  if (!isEventRow(row) || !row.instead || !order) return undefined
  const { body } = row.payload
  if (!('after' in body) || body.after === undefined || order.version !== body.after + 1) return undefined
  const came = order.events.find(({ seq }) => seq === order.version)
  if (!came || !row.instead.includes(came._id)) return undefined
  const { problem: _problem, instead: _instead, unsent: _unsent, ...rest } = row
  const payload = { ...row.payload, body: { ...body, after: order.version } }
  const fresh = { state: 'queued', attempts: 0, failures: 0, nextAt: now, wait: 0 } as const
  return { ...rest, ...fresh, payload, ...ownSeqsOf(row, order), id: newId, from: row.from ?? row.id }
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
    const moved = { ...newer, seq, nextAt, wait, ...withInstead(insteadOf(older, mayTakeBack)) }
    return { result: undefined, put: [moved], remove: [id] }
  }
  return undefined
}

function isWaiting({ state }: OutboxRow): boolean {
  return state === 'queued' || state === 'waiting-login'
}
