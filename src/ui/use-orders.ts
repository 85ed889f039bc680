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

/** Has the orders brought up to date while this screen is open; says what became of the last try. */
function useOrderPulls(): PullStatus & { reload: () => Promise<void> } {
  const { orderPulls } = useDeps()
  const userId = useSession()?.userId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user's orders are asked for at once
  useEffect(() => orderPulls.watch(), [orderPulls, userId])
  const status = useSyncExternalStore(orderPulls.subscribe, orderPulls.getStatus)
  return { ...status, reload: () => orderPulls.pull({ force: true }) }
}

/**
 * All orders that this person may see, live from the device and brought up to date behind it: own ones, or all of the last
 * 12 months for an administrator. `saved` is undefined for the moment until the device has answered; an empty list means
 * 'none' only when `saved.isComplete`.
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
 * One order, live: as it is saved on the device, with what waits in the outbox; from the API where the device has none.
 * `view` says how the single read went (busy, failure, a 404 of the server).
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

/** The order is on the screen: it is no longer marked as unopened. */
export function useOpened(view: OrderView | undefined): void {
  const { db } = useDeps()
  const userId = useSession()?.userId
  const id = view?.order._id
  const version = view?.order.version
  useEffect(() => {
    if (userId !== undefined && id !== undefined && version !== undefined)
      void saveOpened(db, userId, { id, version }).catch(() => undefined)
  }, [db, userId, id, version])
}

/** How many orders have something unopened, for the header's menu; undefined until the device has answered. */
export function useUnopenedCount(): number | undefined {
  const { db } = useDeps()
  const reader = useReader()
  return useLiveQuery(async () => (reader ? countUnopened(db, reader) : 0), [db, reader?.userId, reader?.side])
}
