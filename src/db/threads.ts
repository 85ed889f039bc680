import type { OrderEvent, OrderEvents } from '../../contract/order-events.ts'
import type { OrderRow } from './rows.ts'

/*
 * An answer has only a part of a thread. The device puts the parts together by number. A number between two others that is
 * missing is a gap, for which the device asks.
 */

type Events = readonly OrderEvent[]

function withHere(event: OrderEvent, had: ReadonlySet<string>): OrderEvent {
  const files = event.files?.map((file) => (had.has(file._id) ? { ...file, here: true } : file))
  return files ? { ...event, files } : event
}

/** Two parts of a thread, oldest first. An event that both have is taken from `newer`. */
export function joinEvents(saved: Events, newer: Events): OrderEvent[] {
  const had = new Set(saved.flatMap(({ files = [] }) => files.flatMap((file) => (file.here ? [file._id] : []))))
  // an answer from before a file came may be late
  const kept = had.size === 0 ? newer : newer.map((event) => withHere(event, had))
  const bySeq = new Map([...saved, ...kept].map((event) => [event.seq, event]))
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}

/** Whether two parts may be of one thread: a server that was restored from a backup gives a number to another event. */
export function isOneThread(saved: Events, newer: Events): boolean {
  const ids = new Map(saved.map(({ seq, _id }) => [seq, _id]))
  return newer.every(({ seq, _id }) => (ids.get(seq) ?? _id) === _id)
}

/** The number of the first event after the last gap; undefined without a gap. What is before the first event is no gap. */
export function gapOf(events: Events): number | undefined {
  return events.findLast(({ seq }, at) => at > 0 && seq !== (events[at - 1]?.seq ?? 0) + 1)?.seq
}

/** The number of the first event at hand if there are events before it. */
export function firstOf({ events, version }: { events: Events; version: number }): number | undefined {
  const first = events[0]?.seq ?? version + 1
  return first > 1 ? first : undefined
}

/** A saved order with the events that the server has before the number `before`. */
export function withPage(
  { gap, ...row }: OrderRow,
  { before, events }: Pick<OrderEvents, 'events'> & { before: number },
): OrderRow {
  const joined = joinEvents(events, row.order.events)
  // what is missing in the page is nothing that this version of the app can read
  const from = events[0]?.seq ?? 1
  const earlier = gapOf(joined.filter(({ seq }) => seq <= Math.min(from, before)))
  // another answer may have come meanwhile and left a later gap
  const rest = gap !== undefined && gap > before ? gap : earlier
  return { ...row, order: { ...row.order, events: joined }, ...(rest !== undefined && { gap: rest }) }
}
