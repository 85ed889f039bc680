import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useSyncExternalStore } from 'react'
import type { PullStatus } from '../orders/order-pulls.ts'
import {
  countUnopened,
  fetchOrder,
  findOrderView,
  getOrderViews,
  type OrderView,
  type Reader,
  type SavedOrderViews,
  singleOrders,
} from '../orders/read.ts'
import { saveOpened } from '../orders/store.ts'
import { useDeps } from './deps.tsx'
import { useSession } from './session.ts'
import { type SavedView, useSavedView } from './use-saved-view.ts'

/** The signed-in user as a reader of orders; administrators read for the shop. */
function useReader(): Reader | undefined {
  const session = useSession()
  return session && { userId: session.userId, side: session.isAdmin ? 'shop' : 'buyer' }
}

/** Updates the orders while this screen is open, and returns the status of the last attempt. */
function useOrderPulls(): PullStatus & { reload: () => Promise<void> } {
  const { orderPulls } = useDeps()
  const userId = useSession()?.userId
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches another user's orders at once
  useEffect(() => orderPulls.watch(), [orderPulls, userId])
  const status = useSyncExternalStore(orderPulls.subscribe, orderPulls.getStatus)
  return { ...status, reload: () => orderPulls.pull({ force: true }) }
}

/**
 * All orders that this user may see, live from the device and updated in the background: own ones, or for an administrator
 * all of the last 12 months. `saved` is undefined until the database has answered. An empty list means 'none' only when
 * `saved.isComplete`.
 */
export function useOrders(): PullStatus & { saved: SavedOrderViews | undefined; reload: () => Promise<void> } {
  const { db } = useDeps()
  const reader = useReader()
  const pulls = useOrderPulls()
  const saved = useLiveQuery(
    async () => reader && (await getOrderViews(db, reader)),
    [db, reader?.userId, reader?.side],
  )
  return { ...pulls, saved }
}

/**
 * One order, live: from the device with its pending outbox entries, or from the API if it is not saved. `view` is the
 * status of the API read (busy, failure, 404).
 */
export function useOrder(id: string): { order: OrderView | undefined; view: SavedView<unknown> } {
  const deps = useDeps()
  const { db } = deps
  const reader = useReader()
  useOrderPulls()
  const view = useSavedView(
    `order:${id}`,
    (signal) => fetchOrder(deps, { id, userId: reader?.userId, signal }),
    singleOrders,
  )
  const order = useLiveQuery(
    async () => reader && (await findOrderView(db, id, reader)),
    [db, id, reader?.userId, reader?.side],
  )
  return { order, view }
}

/** Marks the order on the screen as opened. */
export function useMarkAsOpened(view: OrderView | undefined): void {
  const { db } = useDeps()
  const userId = useSession()?.userId
  const id = view?.order._id
  const version = view?.order.version
  useEffect(() => {
    if (userId !== undefined && id !== undefined && version !== undefined)
      void saveOpened(db, userId, { id, version }).catch(() => undefined)
  }, [db, userId, id, version])
}

/** The number of orders with something unopened, for the header's menu; undefined until the database has answered. */
export function useUnopenedCount(): number | undefined {
  const { db } = useDeps()
  const reader = useReader()
  return useLiveQuery(async () => (reader ? countUnopened(db, reader) : 0), [db, reader?.userId, reader?.side])
}
