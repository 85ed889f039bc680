import { hasRight } from '../../contract/accounts.ts'
import type { OrderEvent, Side } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import { getOrderFeed, ordersOf } from '../db/orders.ts'
import { isPending } from '../db/outbox-rows.ts'
import { isUnopened } from '../db/read-orders.ts'
import type { ShopDatabase } from '../db/schema.ts'
import { getSession } from '../db/session.ts'

/** What the other side has done on an order that this person has not opened since: its newest event, or the request itself. */
export interface OrderNews {
  order: Order
  event: OrderEvent | undefined
  /** by the server's clock, ms since 1970 */
  at: number
}

/** What there is to know for the signed-in user: badge, toasts and marks show it. */
export interface Activity {
  userId: string
  side: Side
  /** orders whose last event is unopened */
  unopened: number
  /** of orders on this device; empty until the first pull has ended */
  news: OrderNews[]
  /** how far the server's clock is ahead of the device's, ms */
  ahead: number
}

/** For live queries. Undefined for visitors. */
export async function getActivity(db: ShopDatabase): Promise<Activity | undefined> {
  const session = await getSession(db)
  if (!session) return undefined
  const { userId } = session
  const side = hasRight(session, 'orders') ? 'shop' : 'buyer'
  const [rows, feed] = [await ordersOf(db, userId).toArray(), await getOrderFeed(db, userId)]
  const unopened = rows.filter((row) => isUnopened(row, side))
  const news = unopened.flatMap(({ order }): OrderNews[] => {
    const event = order.events.at(-1)
    return event ? [{ order, event, at: Date.parse(event.at) }] : []
  })
  const requests = side === 'shop' ? rows.filter(({ order }) => order.version === 0 && order.events.length === 0) : []
  const asked = requests.map(({ order }): OrderNews => ({ order, event: undefined, at: Date.parse(order.created_at) }))
  return {
    userId,
    side,
    unopened: unopened.length,
    news: feed?.isComplete ? [...news, ...asked] : [],
    ahead: feed?.at ? feed.serverAt - feed.at : 0,
  }
}

/** The number on the app's icon: what waits on this device, and the orders with something that was not opened. For live queries. */
export async function countForBadge(db: ShopDatabase): Promise<number> {
  const [rows, activity] = [await db.outbox.toArray(), await getActivity(db)]
  return rows.filter(isPending).length + (activity?.unopened ?? 0)
}

interface Badges {
  setAppBadge(count: number): Promise<void>
  clearAppBadge(): Promise<void>
}

/** Shows a number on the app's icon, from the page or the worker; none for 0. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  // only the page's types have this interface
  const badges = navigator as unknown as Badges
  // rejects on systems without badges; nothing depends on it
  const shown = count > 0 ? badges.setAppBadge(count) : badges.clearAppBadge()
  shown.catch(() => undefined)
}
