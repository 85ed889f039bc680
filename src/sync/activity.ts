import type { OrderEvent, Side } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import type { ShopDatabase } from '../db/database.ts'
import { getOrderFeed, isUnopened, readOrdersOf } from '../db/orders.ts'
import { isPending } from '../db/outbox-rows.ts'
import type { OutboxRow } from '../db/rows.ts'
import { getSession, readerOf } from '../db/session.ts'

/** What the other side has done on an order that this person has not opened since: its newest event, or the request itself. */
export interface OrderNews {
  order: Order
  event: OrderEvent | undefined
  /** by the server's clock, ms since 1970 */
  at: number
}

/** What is new on this device for the signed-in user: badge, toasts and marks show it. Visitors have entries alone. */
export interface Activity {
  /** the outbox, whosever entries they are */
  entries: OutboxRow[]
  userId: string
  side: Side
  /** orders whose last event is unopened */
  unopened: number
  /** of orders on this device; empty until the first pull has ended */
  news: OrderNews[]
  /** how far the server's clock is ahead of the device's, ms */
  ahead: number
}

/** For live queries. */
export async function getActivity(db: ShopDatabase): Promise<Activity> {
  const [entries, session] = [await db.outbox.toArray(), await getSession(db)]
  if (!session) return { entries, userId: '', side: 'buyer', unopened: 0, news: [], ahead: 0 }
  const { userId, side } = readerOf(session)
  const [rows, feed] = [await readOrdersOf(db, userId), await getOrderFeed(db, userId)]
  const unopened = rows.filter((row) => isUnopened(row, side))
  const news = unopened.flatMap(({ order }): OrderNews[] => {
    const event = order.events.at(-1)
    return event ? [{ order, event, at: Date.parse(event.at) }] : []
  })
  const requests = side === 'shop' ? rows.filter(({ order }) => order.version === 0 && order.events.length === 0) : []
  const made = requests.map(({ order }): OrderNews => ({ order, event: undefined, at: Date.parse(order.created_at) }))
  return {
    ...{ entries, userId, side },
    unopened: unopened.length,
    news: feed?.isComplete ? [...news, ...made] : [],
    ahead: feed?.at ? feed.serverAt - feed.at : 0,
  }
}

/** Counts on the app's icon what waits on this device, and the orders with something that was not opened. In page and worker. */
export function showBadge({ entries, unopened }: Activity): void {
  if (!('setAppBadge' in navigator)) return
  // only the page's types have this interface
  const badges = navigator as unknown as { setAppBadge(count: number): Promise<void>; clearAppBadge(): Promise<void> }
  const count = entries.filter(isPending).length + unopened
  // rejects on systems without badges; nothing depends on it
  const shown = count > 0 ? badges.setAppBadge(count) : badges.clearAppBadge()
  shown.catch(() => undefined)
}
