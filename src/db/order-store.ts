import { limits } from '../../contract/limits.ts'
import { type OrderEvent, type OrderEvents, threadVersion } from '../../contract/order-events.ts'
import { isFinal } from '../../contract/order-state.ts'
import type { Order, OrderChanges } from '../../contract/orders.ts'
import { dropLocal } from '../lib/local-storage.ts'
import { putValue, type ShopDatabase } from './database.ts'
import { dropFilesOf, dropSavedOfOthers } from './files.ts'
import {
  type Events,
  gapOf,
  getOrderFeed,
  joinEvents,
  lastFill,
  nextOrderRow,
  type OrderAnswer,
  ordersOf,
} from './orders.ts'
import type { OrderFeed, OrderRow } from './rows.ts'
import { getSession } from './session.ts'
import type { Place, SavedAnswer } from './views.ts'

// What the feed and the lists of orders save. A visitor's first scripts do without it.

/** The number of the first event at hand, if there are events before it. */
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

async function putOrders(db: ShopDatabase, from: Omit<OrderAnswer, 'order'>, orders: readonly Order[]): Promise<void> {
  const saved = await db.orders.bulkGet(orders.map(({ _id }): [string, string] => [from.userId, _id]))
  const rows = orders.flatMap((order, index) => nextOrderRow(saved[index], { ...from, order }) ?? [])
  await db.orders.bulkPut(rows)
}

/** Removes orders and opened files of other users, which an interrupted logout may have left behind. */
export async function removeOrdersOfOthers(db: ShopDatabase, userId: string): Promise<void> {
  await db.orders.where('userId').notEqual(userId).delete()
  await dropSavedOfOthers(db, userId)
}

/** The orders of a saved answer, without those that were deleted since. */
export function getOrders(db: ShopDatabase, { userId, key }: Place): Promise<SavedAnswer<Order[]> | undefined> {
  return db.transaction('r', db.orders, db.views, async () => {
    const view = await db.views.get([userId, key])
    if (!view) return undefined
    // written by saveOrders
    const { ids, total } = view.body as { ids: string[]; total?: number }
    const rows = await db.orders.bulkGet(ids.map((id): [string, string] => [userId, id]))
    const body = rows.flatMap((row) => (row ? [row.order] : []))
    return { body, at: view.at, ...(total !== undefined && { total }) }
  })
}

/** Saves an answer, unless its user has logged out. */
export function saveOrders(
  db: ShopDatabase,
  { userId, key }: Place,
  { body: orders, total, at }: SavedAnswer<Order[]>,
): Promise<void> {
  return db.transaction('rw', db.orders, db.views, db.keyValue, async () => {
    if ((await getSession(db))?.userId !== userId) return
    await putOrders(db, { userId, at, during: await lastFill(db, userId), isFeed: false }, orders)
    const body = { ids: orders.map(({ _id }) => _id), ...(total !== undefined && { total }) }
    await db.views.put({ userId, key, body, at })
  })
}

/** Removes an order that the shop has deleted, with its files and half-typed forms. */
export function removeOrder(db: ShopDatabase, userId: string, id: string): Promise<void> {
  return db.transaction('rw', db.orders, db.files, db.keyValue, () => removeWhole(db, userId, [id]))
}

async function removeWhole(db: ShopDatabase, userId: string, ids: readonly string[]): Promise<void> {
  await db.orders.bulkDelete(ids.map((id): [string, string] => [userId, id]))
  await dropFilesOf(db, { userId, orders: ids })
  for (const id of ids) await removeOrderForms(db, userId, id)
}

/** Records that this person has seen an order up to the event number `version`. */
export function markAsOpened(db: ShopDatabase, userId: string, { id, version }: { id: string; version: number }) {
  return db.transaction('rw', db.orders, async () => {
    const row = await db.orders.get([userId, id])
    if (row && (row.opened ?? -1) < version) await db.orders.put({ ...row, opened: version })
  })
}

/** A page of the feed. `now`: ms since 1970; `date`: the server's clock at the same moment, where it is known. */
interface FeedPage {
  changes: OrderChanges
  now: number
  date?: number | undefined
}

/** Where a pull writes, each step in one transaction; undefined when its user has logged out or another tab was faster. */
export interface OrderStore {
  getFeed(userId: string): Promise<OrderFeed | undefined>
  /** Begins a fill. The saved orders stay usable until its last page. */
  beginFill(userId: string, feed: OrderFeed | undefined): Promise<OrderFeed | undefined>
  savePage(feed: OrderFeed, page: FeedPage): Promise<OrderFeed | undefined>
  listGaps(userId: string): Promise<ThreadGap[]>
  /** Saves the events before a number. Returns the next gap of this thread. */
  saveEvents(userId: string, page: ThreadGap & { events: OrderEvent[] }): Promise<ThreadGap | undefined>
}

/** Events of the order `id` are missing before the number `before`. */
export interface ThreadGap {
  id: string
  before: number
}

export function begunFill(userId: string, feed: OrderFeed | undefined): OrderFeed {
  const { at = 0, serverAt = 0, fill = 0, isComplete = false } = feed ?? {}
  return { userId, at, serverAt, fill: fill + 1, phase: 'fill', isComplete, reads: threadVersion }
}

/** Whether a page is the last one. So is one whose cursor does not advance: a pull must not loop for ever. */
export const isLastPage = (feed: OrderFeed, { more, next }: OrderChanges): boolean => !more || next === feed.cursor

export function fedPage(feed: OrderFeed, { changes, now, date = now }: FeedPage): OrderFeed {
  const next: OrderFeed = { ...feed, cursor: changes.next }
  if (!isLastPage(feed, changes)) return next
  // changes during a fill are not in its pages
  if (feed.phase === 'fill') return { ...next, phase: 'catch-up' }
  return { ...next, phase: 'done', at: now, serverAt: date, isComplete: true }
}

export function isSameFeed(a: OrderFeed | undefined, b: OrderFeed | undefined): boolean {
  return a?.userId === b?.userId && a?.fill === b?.fill && a?.cursor === b?.cursor
}

export function orderStore(db: ShopDatabase): OrderStore {
  const step = (userId: string, feed: OrderFeed | undefined, work: () => Promise<OrderFeed>) =>
    db.transaction('rw', db.orders, db.files, db.keyValue, async () => {
      const isSignedIn = (await getSession(db))?.userId === userId
      if (!isSignedIn || !isSameFeed(await getOrderFeed(db, userId), feed)) return undefined
      const next = await work()
      await putValue(db, 'order-feed', next)
      return next
    })
  return {
    getFeed: (userId) => getOrderFeed(db, userId),
    beginFill: (userId, feed) => step(userId, feed, async () => begunFill(userId, feed)),
    savePage: (feed, page) =>
      step(feed.userId, feed, async () => {
        const { userId, fill } = feed
        const next = fedPage(feed, page)
        await putOrders(db, { userId, at: page.now, during: fill, isFeed: true }, page.changes.changed)
        await removeWhole(db, userId, page.changes.deleted)
        // only messages can follow on a final order, and nothing on a sealed one
        for (const { _id, state, sealed } of page.changes.changed)
          if (sealed) await removeOrderForms(db, userId, _id)
          else if (isFinal(state)) await removeForms(db, userId, answerForms(_id))
        const sealed = page.changes.changed.filter((order) => order.sealed).map(({ _id }) => _id)
        await dropFilesOf(db, { userId, orders: sealed, kind: 'out' })
        const isFilled = feed.phase !== 'done' && next.phase === 'done'
        if (isFilled) await removeWhole(db, userId, await unfilled(db, next))
        return next
      }),
    listGaps: async (userId) => {
      const rows = await db.orders.where('gap').above(0).toArray()
      return rows.filter((row) => row.userId === userId).flatMap(gapIn)
    },
    saveEvents: (userId, page) =>
      db.transaction('rw', db.orders, db.keyValue, async () => {
        const row = await db.orders.get([userId, page.id])
        if (!row || (await getSession(db))?.userId !== userId) return undefined
        const next = withPage(row, page)
        await db.orders.put(next)
        return gapIn(next)[0]
      }),
  }
}

export const gapIn = ({ _id, gap }: OrderRow): ThreadGap[] => (gap === undefined ? [] : [{ id: _id, before: gap }])

/** Inside a transaction: removes a user's half-typed forms about an order. */
function removeOrderForms(db: ShopDatabase, userId: string, orderId: string): Promise<void> {
  return removeForms(db, userId, [`message-${orderId}`, `milestone-${orderId}`, ...answerForms(orderId)])
}

const answerForms = (orderId: string) => ['offer', 'decline', 'turn-down'].map((form) => `${form}-${orderId}`)

async function removeForms(db: ShopDatabase, userId: string, forms: string[]): Promise<void> {
  const names = forms.map((form) => `form-of:${userId}:${form}`)
  await db.keyValue.bulkDelete(names)
  for (const name of names) dropLocal(name)
}

/** The first pull of an administrator has only the orders that have changed within this time, ms. */
const savedTime = limits.savedOrdersDays * 86_400_000

/** Inside a transaction: the orders of a user that a fill did not contain, without older ones that were opened during it. */
async function unfilled(db: ShopDatabase, { userId, fill, serverAt }: OrderFeed): Promise<string[]> {
  const from = new Date(serverAt - savedTime).toISOString()
  const isOld = ({ events, created_at }: Order) => (events.at(-1)?.at ?? created_at) < from
  const rows = await ordersOf(db, userId)
    .filter((row) => row.fill < fill && (row.during < fill || !isOld(row.order)))
    .toArray()
  return rows.map(({ _id }) => _id)
}
