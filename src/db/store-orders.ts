import { limits } from '../../contract/limits.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import { isFinal } from '../../contract/order-state.ts'
import type { Order, OrderChanges } from '../../contract/orders.ts'
import { dropLocal } from '../lib/local-storage.ts'
import { dropFilesOf } from './files-of-orders.ts'
import type { OrderFeed, OrderRow } from './rows.ts'
import { getOrderFeed, lastFill, putOrders } from './saved-orders.ts'
import type { ShopDatabase } from './schema.ts'
import { getSession } from './session.ts'
import { withPage } from './threads.ts'
import { putValue } from './values.ts'
import type { Place, SavedAnswer } from './views.ts'

/*
 * Where orders are stored: each in one row of `orders`, for the user who saw it. They come from the feed, from sent events and
 * from single reads; an older version never replaces a newer one. Other users cannot read them, and logout removes them.
 */

/** The orders of a saved answer, without those that were deleted since. */
export function getOrders(db: ShopDatabase, { userId, key }: Place): Promise<SavedAnswer<Order[]> | undefined> {
  return db.transaction('r', db.orders, db.views, async () => {
    const view = await db.views.get([userId, key])
    // written by saveOrders; earlier versions stored the orders themselves
    const { ids, total } = (view?.body ?? {}) as { ids?: string[]; total?: number }
    if (!view || !ids) return undefined
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
  return db.transaction('rw', db.orders, db.views, db.values, async () => {
    if ((await getSession(db))?.userId !== userId) return
    await putOrders(db, { userId, at, during: await lastFill(db, userId), isFeed: false }, orders)
    const body = { ids: orders.map(({ _id }) => _id), ...(total !== undefined && { total }) }
    await db.views.put({ userId, key, body, at })
  })
}

/** Removes an order that the shop has deleted, with its files and half-typed forms. */
export function removeOrder(db: ShopDatabase, userId: string, id: string): Promise<void> {
  return db.transaction('rw', db.orders, db.files, db.values, () => removeWhole(db, userId, [id]))
}

/** Inside a transaction: removes orders of a user with all that belongs to them. */
async function removeWhole(db: ShopDatabase, userId: string, ids: readonly string[]): Promise<void> {
  await db.orders.bulkDelete(ids.map((id): [string, string] => [userId, id]))
  await dropFilesOf(db, { userId, orders: ids })
  for (const id of ids) await removeOrderForms(db, userId, id)
}

/** Records that this person has seen an order up to the event number `version`. */
export function saveOpened(
  db: ShopDatabase,
  userId: string,
  { id, version }: { id: string; version: number },
): Promise<void> {
  return db.transaction('rw', db.orders, async () => {
    const row = await db.orders.get([userId, id])
    if (row && (row.opened ?? -1) < version) await db.orders.put({ ...row, opened: version })
  })
}

/** One page of the feed. `now`: ms since 1970; `date`: the server's clock at the same moment, where it is known. */
interface FeedPage {
  step: OrderChanges
  /** whether it has all orders, from a server without this feed */
  isWhole?: boolean
  now: number
  date?: number | undefined
}

/**
 * Where a pull writes. Each step is one transaction. It does nothing and returns undefined when its user has logged out or
 * another tab was faster.
 */
export interface OrderStore {
  getFeed(userId: string): Promise<OrderFeed | undefined>
  /** Begins a fill. The saved orders stay usable until its last page. */
  beginFill(userId: string, feed: OrderFeed | undefined): Promise<OrderFeed | undefined>
  savePage(feed: OrderFeed, page: FeedPage): Promise<OrderFeed | undefined>
  /** The gaps in a user's saved threads: the order, and the number of the event before which some are missing. */
  listGaps(userId: string): Promise<ThreadGap[]>
  /** Saves the events before a number. Returns the next gap of this thread. */
  saveEvents(userId: string, page: ThreadPage): Promise<ThreadGap | undefined>
}

export interface ThreadGap {
  id: string
  before: number
}

interface ThreadPage extends ThreadGap {
  events: OrderEvent[]
}

/** The state of the feed when a fill begins. */
export function begunFill(userId: string, feed: OrderFeed | undefined): OrderFeed {
  const { at = 0, serverAt = 0, fill = 0, isComplete = false } = feed ?? {}
  return { userId, at, serverAt, fill: fill + 1, phase: 'fill', isComplete }
}

/** Whether a page is the last one. So is one whose cursor does not advance: a pull must not loop for ever. */
export function isLastPage(feed: OrderFeed, { more, next }: OrderChanges): boolean {
  return !more || next === feed.cursor
}

/** The state of the feed after a page. */
export function fedPage(feed: OrderFeed, { step, isWhole, now, date = now }: FeedPage): OrderFeed {
  const next: OrderFeed = { ...feed, cursor: step.next }
  if (!isLastPage(feed, step)) return next
  // changes during a fill are not in its pages
  if (feed.phase === 'fill' && !isWhole) return { ...next, phase: 'catch-up' }
  return { ...next, phase: 'done', at: now, serverAt: date, isComplete: true }
}

/** Whether two states of the feed are the same. */
export function isSameFeed(a: OrderFeed | undefined, b: OrderFeed | undefined): boolean {
  return a?.userId === b?.userId && a?.fill === b?.fill && a?.cursor === b?.cursor
}

/** The orders in IndexedDB. */
export function orderStore(db: ShopDatabase): OrderStore {
  /** Runs `work` if the user is signed in and the feed is in the state that the pull expects. */
  const step = (userId: string, feed: OrderFeed | undefined, work: () => Promise<OrderFeed>) =>
    db.transaction('rw', db.orders, db.files, db.values, async () => {
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
        await putOrders(db, { userId, at: page.now, during: fill, isFeed: true }, page.step.changed)
        await removeWhole(db, userId, page.step.deleted)
        // only messages can follow on a final order, and nothing on a sealed one
        for (const { _id, state, sealed } of page.step.changed)
          if (sealed) await removeOrderForms(db, userId, _id)
          else if (isFinal(state)) await removeForms(db, userId, answerForms(_id))
        const sealed = page.step.changed.filter((order) => order.sealed).map(({ _id }) => _id)
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
      db.transaction('rw', db.orders, db.values, async () => {
        const row = await db.orders.get([userId, page.id])
        if (!row || (await getSession(db))?.userId !== userId) return undefined
        const next = withPage(row, page)
        await db.orders.put(next)
        return gapIn(next)[0]
      }),
  }
}

/** The gap in a saved thread, if there is one. */
export function gapIn({ _id, gap }: OrderRow): ThreadGap[] {
  return gap === undefined ? [] : [{ id: _id, before: gap }]
}

/** Inside a transaction over the values: removes a user's half-typed forms about an order. */
function removeOrderForms(db: ShopDatabase, userId: string, orderId: string): Promise<void> {
  return removeForms(db, userId, [`message-${orderId}`, `milestone-${orderId}`, ...answerForms(orderId)])
}

const answerForms = (orderId: string) => ['offer', 'decline', 'turn-down'].map((form) => `${form}-${orderId}`)

async function removeForms(db: ShopDatabase, userId: string, forms: string[]): Promise<void> {
  const names = forms.map((form) => `form-of:${userId}:${form}`)
  await db.values.bulkDelete(names)
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

/** All rows of a user. */
export function ordersOf(db: ShopDatabase, userId: string) {
  return db.orders.where('userId').equals(userId)
}
