import { type OrderEvent, type Side, threadVersion } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import { getValue, type ShopDatabase } from './database.ts'
import type { OrderFeed, OrderRow } from './rows.ts'

/*
 * Orders, each in one row for the user who saw it. An answer has only a part of a thread; the device joins the parts by number,
 * and asks for the numbers that are missing between two others (a gap).
 */

export type Events = readonly OrderEvent[]

function withHere(event: OrderEvent, had: ReadonlySet<string>): OrderEvent {
  const files = event.files?.map((file) => (had.has(file._id) ? { ...file, here: true } : file))
  return files ? { ...event, files } : event
}

/** Joins two parts of a thread, oldest first. An event that both have is taken from `newer`. */
export function joinEvents(saved: Events, newer: Events): OrderEvent[] {
  const had = new Set(saved.flatMap(({ files = [] }) => files.flatMap((file) => (file.here ? [file._id] : []))))
  // an answer from before a file came may be late
  const kept = had.size === 0 ? newer : newer.map((event) => withHere(event, had))
  const bySeq = new Map([...saved, ...kept].map((event) => [event.seq, event]))
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}

/** Whether two parts may be of one thread: a server that was restored from a backup gives a number to another event. */
function isOneThread(saved: Events, newer: Events): boolean {
  const ids = new Map(saved.map(({ seq, _id }) => [seq, _id]))
  return newer.every(({ seq, _id }) => (ids.get(seq) ?? _id) === _id)
}

/** The number of the first event after the last gap. What is before the first event is no gap. */
export function gapOf(events: Events): number | undefined {
  return events.findLast(({ seq }, at) => at > 0 && seq !== (events[at - 1]?.seq ?? 0) + 1)?.seq
}

export interface OrderAnswer {
  userId: string
  order: Order
  /** ms since 1970 */
  at: number
  /** the last fill of the feed when the answer came */
  during: number
  /** it is a page of the feed; other answers do not prove that the fill contains the order */
  isFeed: boolean
}

/**
 * The row to save for an answer; undefined when it changes nothing. Only a new fill may bring an older version, after the
 * server's database was restored from a backup.
 */
export function nextOrderRow(saved: OrderRow | undefined, answer: OrderAnswer): OrderRow | undefined {
  const { userId, order, at, during, isFeed } = answer
  const isOlder = saved !== undefined && saved.during >= during && saved.order.version > order.version
  const { earlier: _, ...rest } = (order.needs ?? 1) > threadVersion ? { ...order, state: 'unknown' as const } : order
  // only the answer about a single order has it, and it stays
  const gone = saved?.order.buyerGone && { buyerGone: true as const }
  // an answer from before the removal may come late
  const isSealed = saved?.order.sealed !== undefined && saved.during >= during
  const sealed = order.sealed ?? (isSealed ? saved.order.sealed : undefined)
  const known = saved && !isOlder && saved.order.version <= order.version ? saved.order.events : []
  if (isOlder) {
    const joined = withThread(saved, joinEvents(order.events, saved.order.events))
    // an older version from the feed still proves that the order exists
    if (isFeed) return { ...joined, fill: during }
    return joined.order.events.length > saved.order.events.length ? joined : undefined
  }
  const events = isOneThread(known, order.events) ? joinEvents(known, order.events) : order.events
  const opened = saved?.opened === undefined ? {} : { opened: Math.min(saved.opened, order.version) }
  const fill = isFeed ? during : (saved?.fill ?? 0)
  return withThread(
    { userId, _id: order._id, order: { ...rest, ...gone, ...(sealed && { sealed }) }, fill, during, at, ...opened },
    events,
  )
}

function withThread({ gap: _, ...row }: OrderRow, events: OrderEvent[]): OrderRow {
  const gap = gapOf(events)
  return { ...row, order: { ...row.order, events }, ...(gap !== undefined && { gap }) }
}

export async function getOrderFeed(db: ShopDatabase, userId: string): Promise<OrderFeed | undefined> {
  const feed = await getValue(db, 'order-feed')
  return feed?.userId === userId ? feed : undefined
}

export async function lastFill(db: ShopDatabase, userId: string): Promise<number> {
  return (await getOrderFeed(db, userId))?.fill ?? 0
}

/** Inside a transaction: saves the answer to an entry of the outbox. */
export async function putOrderAnswer(db: ShopDatabase, { userId, order, at, isNew }: SentAnswer): Promise<void> {
  const [saved, during] = await Promise.all([db.orders.get([userId, order._id]), lastFill(db, userId)])
  // a late answer to an event must not bring back an order that was deleted since
  if (!isNew && !saved) return
  const row = nextOrderRow(saved, { userId, order, at, during, isFeed: false })
  if (row) await db.orders.put(row)
}

/** The order in the answer to an entry. `isNew`: the entry was the order itself. */
export interface SentAnswer extends Omit<OrderAnswer, 'during' | 'isFeed'> {
  isNew: boolean
}

export const ordersOf = (db: ShopDatabase, userId: string) => db.orders.where('userId').equals(userId)

/** Orders that are read in one task: a thousand at once would hold up the page. */
const atOnce = 40

/** All orders of a user, by their ids. */
export function readOrdersOf(db: ShopDatabase, userId: string): Promise<OrderRow[]> {
  return db.transaction('r', db.orders, async () => {
    const rows: OrderRow[] = []
    for (let read = atOnce; read === atOnce; ) {
      const range = [[userId, rows.at(-1)?._id ?? ''], [userId, '\uffff'], false, true] as const
      const next = await db.orders
        .where('[userId+_id]')
        .between(...range)
        .limit(atOnce)
        .toArray()
      rows.push(...next)
      read = next.length
    }
    return rows
  })
}

/** Whether the last event is the other side's, and this person has not seen it. */
export function isUnopened({ order, opened = 0 }: Pick<OrderRow, 'order' | 'opened'>, side: Side): boolean {
  const last = order.events.at(-1)
  // nothing is left to do for the shop
  if (order.sealed && side === 'shop') return false
  return last !== undefined && last.by.side !== side && last.seq > opened
}
