import { hasRight } from '../../contract/accounts.ts'
import type { OrderChanges } from '../../contract/orders.ts'
import type { Api } from '../api/api-client.ts'
import { ConnectionError, type Refusal, type Reply } from '../api/api-errors.ts'
import { isLastPage, type OrderStore, orderStore, removeOrdersOfOthers, type ThreadGap } from '../db/orders.ts'
import type { Session } from '../db/rows.ts'
import type { ShopDatabase } from '../db/schema.ts'
import { getSession } from '../db/session.ts'
import type { Clock } from '../lib/device-clock.ts'
import { createStore } from '../lib/store.ts'
import { everyUnlessLive } from './connection.ts'
import { fetchFeedPage, pageTimeout, type UnknownCursor } from './feed.ts'
import { type BroughtNews, tellingStore } from './order-news.ts'

interface OrderPull {
  store: OrderStore
  api: Pick<Api, 'call'>
  clock: Clock
  /** whose orders; its token goes with every page, so that another login meanwhile changes nothing */
  session: Pick<Session, 'userId' | 'token' | 'isAdmin' | 'rights'>
  signal?: AbortSignal | undefined
}

/**
 * Brings the saved orders of a user up to date from `GET /api/orders/changes/`: the user's own, or for an administrator all
 * of the last 12 months, the newest first. Returns the server's refusal, if any. Throws `ConnectionError` when no answer
 * came; the pages before are saved, and the next pull continues from there.
 */
export async function pullOrders(pull: OrderPull): Promise<Refusal | undefined> {
  const { store, clock, session } = pull
  const { userId } = session
  let isRestarted = false
  let feed = await store.getFeed(userId)
  if (feed === undefined) feed = await store.beginFill(userId, undefined)
  while (feed !== undefined) {
    const page = await fetchPage(pull, feed.cursor)
    if (page === 'unknown-cursor') {
      // a second time in one pull: the server does not recognise its own cursors
      if (isRestarted) return undefined
      isRestarted = true
      feed = await store.beginFill(userId, feed)
      continue
    }
    if (!page.ok) return page.refusal
    const { body: step, isWhole = false, date } = page
    const next = await store.savePage(feed, { step, isWhole, now: clock.now(), date })
    if (next?.phase === 'done' && isLastPage(feed, step)) return closeGaps(pull)
    feed = next
  }
  return undefined
}

/** Asks for the events that are missing between others in the saved threads. Returns the server's refusal, if any. */
async function closeGaps(pull: OrderPull): Promise<Refusal | undefined> {
  const { store, api, session } = pull
  for (const first of await store.listGaps(session.userId)) {
    for (let gap: ThreadGap | undefined = first; gap; ) {
      const { id, before } = gap
      const reply = await api.call('listOrderEvents', { params: { id }, query: { before }, ...optionsOf(pull) })
      // deleted meanwhile: the next pull says so
      if (!reply.ok && reply.refusal.status === 404) break
      if (!reply.ok) return reply.refusal
      gap = await store.saveEvents(session.userId, { id, before, events: reply.body.events })
    }
  }
  return undefined
}

type Page = (Reply<OrderChanges> & { isWhole?: boolean }) | UnknownCursor

async function fetchPage(pull: OrderPull, since: string | undefined): Promise<Page> {
  const { api, session, signal } = pull
  const options = { token: session.token, signal, isStaff: hasRight(session, 'orders') }
  const page = await fetchFeedPage(since, (input) => api.call('orderChanges', { ...input, ...options }))
  // other servers do not have this feed
  const isMissing = page !== 'unknown-cursor' && !page.ok && [404, 405, 501].includes(page.refusal.status)
  return isMissing ? fetchAll(pull) : page
}

/** All orders in one answer, as the only page. */
async function fetchAll(pull: OrderPull): Promise<Page> {
  const options = optionsOf(pull)
  const isStaff = hasRight(pull.session, 'orders')
  const reply = await (isStaff ? pull.api.call('listOrders', options) : pull.api.call('myOrders', options))
  if (!reply.ok) return reply
  return { ...reply, isWhole: true, body: { changed: reply.body, deleted: [], next: 'all', more: false } }
}

function optionsOf({ session, signal }: OrderPull) {
  return { token: session.token, timeout: pageTimeout, signal }
}

/** The interval of pulls while a screen with orders is open and no live stream is open, ms. */
const watchInterval = 60_000
/** Without `force`, pulls are at least this far apart, ms. */
const pullGap = 5000

/** Whether a pull is running, and how the last one failed. */
export interface PullStatus {
  isBusy: boolean
  failure: Refusal | ConnectionError | undefined
}

/** Updates the saved orders of the signed-in user. There is one per page. */
export interface OrderPulls {
  /** Pulls now; twice within five seconds, or after a pull that is running, only with `force`. Never rejects: failures are in the status. */
  pull(options?: { force?: boolean }): Promise<void>
  /** For an open screen with orders: pulls now, and every 60 s while the page is visible and no live stream is open. Returns a function that stops it. */
  watch(): () => void
  /** Calls the listener with what the other side has done since the pull before, as this page's pulls bring it. */
  onNews(listener: (brought: BroughtNews) => void): () => void
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void
  getStatus(): PullStatus
}

interface Options {
  db: ShopDatabase
  api: Pick<Api, 'call'>
  clock: Clock
  /** whether the page is visible */
  visible: () => boolean
}

export function createOrderPulls({ db, api, clock, visible }: Options): OrderPulls {
  const listeners = new Set<(brought: BroughtNews) => void>()
  const status = createStore<PullStatus>({ isBusy: false, failure: undefined })
  let running: { token: string; end: Promise<void>; next?: Promise<void> } | undefined
  /** whose session the status is about */
  let statusOf = ''
  let last = { token: '', at: Number.NEGATIVE_INFINITY }
  let watchers = 0
  let stopAsking: (() => void) | undefined

  const run = async (session: Session): Promise<void> => {
    // the failure of the session before says nothing about this one
    const { failure: before } = status.get()
    status.set({ isBusy: true, failure: statusOf === session.token ? before : undefined })
    statusOf = session.token
    // after another login, how the pull before it ends says nothing
    const end = (failure: PullStatus['failure']) => {
      if (running?.token === session.token) status.set({ isBusy: false, failure })
    }
    try {
      await removeOrdersOfOthers(db, session.userId)
      const store = tellingStore(orderStore(db), (changes) => {
        for (const listener of listeners) listener({ session, ...changes })
      })
      end(await pullOrders({ store, api, clock, session }))
    } catch (error) {
      // the next event may pull again at once
      last = { token: '', at: Number.NEGATIVE_INFINITY }
      // an error of the database is not shown: the screens ask the server themselves
      end(error instanceof ConnectionError ? error : undefined)
    }
  }
  const pull = async ({ force = false } = {}): Promise<void> => {
    const session = await getSession(db).catch(() => undefined)
    if (session === undefined) return
    const { token } = session
    if (running?.token === token) {
      if (!force) return running.end
      // the running pull may have missed the newest change
      running.next ??= running.end.then(() => pull({ force }))
      return running.next
    }
    const isSoon = last.token === token && Math.abs(clock.now() - last.at) < pullGap
    if (isSoon && !force) return
    last = { token, at: clock.now() }
    const end = run(session).finally(() => {
      if (running?.end === end) running = undefined
    })
    running = { token, end }
    return end
  }
  return {
    pull,
    watch() {
      watchers++
      // forced for the first screen: it must show what a notification has just announced
      void pull({ force: watchers === 1 })
      stopAsking ??= everyUnlessLive(watchInterval, () => visible() && void pull())
      let isWatching = true
      return () => {
        if (!isWatching) return
        isWatching = false
        watchers--
        if (watchers > 0) return
        stopAsking?.()
        stopAsking = undefined
      }
    },
    onNews(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    subscribe: status.subscribe,
    getStatus: status.get,
  }
}
