import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { hasRight } from '../../contract/accounts.ts'
import { dayIn } from '../../contract/texts/shop-day.ts'
import { ConnectionError } from '../api/exchange.ts'
import { getValue } from './database.ts'
import { getOrderFeed, saveOpened } from './orders.ts'
import { getOrderViews, type OrderView, type Reader } from './read-orders.ts'
import { useDeps, useFreshQuery, useSession, useShop } from './use-deps.tsx'

/** The signed-in user; those who answer requests read for the shop. */
export function useReader(): Reader | undefined {
  const session = useSession()
  return session && { userId: session.userId, side: hasRight(session, 'orders') ? 'shop' : 'buyer' }
}

/** Asks for the orders when this screen opens, and returns the outcome of the last pull. */
export function useOrderPulls() {
  const { db, sync } = useDeps()
  const userId = useSession()?.userId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user's orders are asked for at once
  useEffect(() => sync.pull('orders'), [sync, userId])
  const pulls = useLiveQuery(
    async () => ({ asked: await getValue(db, 'pull-asked'), last: await getValue(db, 'order-pull') }),
    [db],
  )
  // a refusal that has ended the session belongs to the person who was signed in
  const last = !userId || pulls?.last?.userId === userId ? pulls?.last : undefined
  const { failure } = last ?? {}
  return {
    /** a pull was asked for and has not ended */
    isBusy: (pulls?.asked?.orders ?? 0) !== (last?.answered ?? 0),
    failure: failure?.connection ? new ConnectionError(failure.connection) : failure,
    reload: async () => sync.pull('orders'),
  }
}

/** The orders on this device, live: own ones, or for an administrator all of the last 12 months. */
export function useOrders() {
  const { db } = useDeps()
  const reader = useReader()
  const pulls = useOrderPulls()
  const saved = useFreshQuery(
    async () => reader && (await getOrderViews(db, reader)),
    [db, reader?.userId, reader?.side],
  )
  return { ...pulls, saved }
}

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

/** The time by the server's clock, which decides about validity, ms since 1970; by the device's until the first pull. */
export function useServerNow(): number {
  const { db, clock } = useDeps()
  const userId = useSession()?.userId
  const ahead = useLiveQuery(
    async () => {
      const feed = userId === undefined ? undefined : await getOrderFeed(db, userId)
      return feed?.at ? feed.serverAt - feed.at : 0
    },
    [db, userId],
    0,
  )
  return clock.now() + ahead
}

/** Today by the shop's clock and in its time zone, as `2026-11-30`. */
export function useShopToday(): string {
  return dayIn(useShop().timeZone, useServerNow())
}
