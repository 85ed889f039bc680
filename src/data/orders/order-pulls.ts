import type { Api } from '../../api/client.ts'
import { ConnectionError, type Refusal } from '../../api/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import { everyUnlessLive } from '../../lib/connection.ts'
import { createStore } from '../../lib/store.ts'
import type { Session } from '../rows.ts'
import type { ShopDatabase } from '../schema.ts'
import { getSession } from '../session/session.ts'
import { type BroughtNews, tellingStore } from './order-news.ts'
import { removeOrdersOfOthers } from './orders-table.ts'
import { pullOrders } from './pull.ts'
import { orderStore } from './store.ts'

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
