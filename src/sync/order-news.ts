import { hasRight } from '../../contract/accounts.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import type { OrderStore } from '../db/orders.ts'
import type { Session } from '../db/rows.ts'

/** What the other side has done on an order: its newest event, or the request itself. */
export interface OrderNews {
  order: Order
  event: OrderEvent | undefined
}

/** Changed orders that a pull of this page has brought. Another page of this browser does not bring them again. */
export interface BroughtNews {
  session: Pick<Session, 'userId' | 'isAdmin' | 'rights'>
  orders: readonly Order[]
  /** how far the server's clock is ahead of the device's, ms */
  ahead: number
}

/** What the other side has done since `since`, ms since 1970 by the device's clock. */
export function newsOf({ session, orders, ahead }: BroughtNews, since: number): OrderNews[] {
  const own = hasRight(session, 'orders') ? 'shop' : 'buyer'
  const isNew = (at: string) => Date.parse(at) >= since + ahead
  return orders.flatMap((order): OrderNews[] => {
    const last = order.events.at(-1)
    // an own event says that this side has seen what came before
    if (last) return last.by.side !== own && isNew(last.at) ? [{ order, event: last }] : []
    return own === 'shop' && order.version === 0 && isNew(order.created_at) ? [{ order, event: undefined }] : []
  })
}

/** A store that calls `onPage` with the changes of each page that it has saved. */
export function tellingStore(
  store: OrderStore,
  onPage: (changes: Pick<BroughtNews, 'orders' | 'ahead'>) => void,
): OrderStore {
  return {
    ...store,
    async savePage(feed, page) {
      const next = await store.savePage(feed, page)
      // a fill brings what is old; undefined: another tab was faster, and tells
      if (next && feed.phase !== 'fill' && page.isWhole !== true) {
        const { now, date = now, step } = page
        onPage({ orders: step.changed, ahead: date - now })
      }
      return next
    },
  }
}
