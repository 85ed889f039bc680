import type { Api } from '../api/client.ts'
import { ConnectionError, type Refusal } from '../api/errors.ts'
import type { ShopDatabase } from '../db/database.ts'
import { removeOrdersOfOthers } from '../db/orders.ts'
import type { Session } from '../db/rows.ts'
import { getSession } from '../db/session.ts'
import type { Clock } from '../lib/clock.ts'
import { pullOrders } from './pull.ts'
import { orderStore } from './store.ts'

/** While a screen with orders is open the feed is asked this often, ms. */
const watchInterval = 60_000
/** Two reasons to pull within this time are one, ms. */
const pullGap = 5000

/** What became of the last pull. */
export interface PullStatus {
  isBusy: boolean
  failure: Refusal | ConnectionError | undefined
}

/** Updates the saved orders of the signed-in user; one for each page. */
export interface OrderPulls {
  /** Asks the feed now; twice within five seconds only with `force`. Never rejects: failures are in the status. */
  pull(options?: { force?: boolean }): Promise<void>
  /** A screen with orders opens: asks now, and every 60 s while somebody looks. Answers the way to stop. */
  watch(): () => void
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void
  getStatus(): PullStatus
}

interface Hands {
  db: ShopDatabase
  api: Pick<Api, 'call'>
  clock: Clock
  /** whether somebody can see the page */
  visible: () => boolean
}

export function createOrderPulls({ db, api, clock, visible }: Hands): OrderPulls {
  const store = orderStore(db)
  const listeners = new Set<() => void>()
  let status: PullStatus = { isBusy: false, failure: undefined }
  let running: { token: string; end: Promise<void> } | undefined
  let last = { token: '', at: Number.NEGATIVE_INFINITY }
  let watchers = 0
  let timer: ReturnType<typeof setInterval> | undefined

  const setStatus = (next: PullStatus) => {
    status = next
    for (const listener of listeners) listener()
  }
  const run = async (session: Session): Promise<void> => {
    setStatus({ ...status, isBusy: true })
    try {
      await removeOrdersOfOthers(db, session.userId)
      setStatus({ isBusy: false, failure: await pullOrders({ store, api, clock, session }) })
    } catch (error) {
      // there was no request: when the connection comes back, it is pulled again
      last = { token: '', at: Number.NEGATIVE_INFINITY }
      setStatus({ isBusy: false, failure: error instanceof ConnectionError ? error : undefined })
      // a database that is full or out of order loses nothing here: the screens ask the server themselves
    }
  }
  const pull = async ({ force = false } = {}): Promise<void> => {
    const session = await getSession(db).catch(() => undefined)
    if (session === undefined || session.expired) return
    const { token } = session
    if (running?.token === token) return running.end
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
      // what a notification has just announced must be there when its screen opens
      void pull({ force: watchers === 1 })
      timer ??= setInterval(() => visible() && void pull(), watchInterval)
      let isWatching = true
      return () => {
        if (!isWatching) return
        isWatching = false
        watchers--
        if (watchers > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    getStatus: () => status,
  }
}
