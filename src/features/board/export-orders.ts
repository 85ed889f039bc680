import { limits } from '../../../contract/limits.ts'
import type { Order } from '../../../contract/orders.ts'
import type { Api } from '../../api/client.ts'
import type { Refusal } from '../../api/errors.ts'
import { wholePage } from '../../api/whole-page.ts'
import type { Fetching } from '../../ui/tables/use-export.ts'

/** Days of the request, both included; empty for no limit. */
export interface DayRange {
  from: string
  to: string
}

/** The orders that were requested within the range. `dayOf` is the shop's day of a moment. */
export function inRange(
  orders: readonly Order[],
  { from, to }: DayRange,
  dayOf: (moment: string) => string,
): readonly Order[] {
  if (!from && !to) return orders
  return orders.filter(({ created_at }) => {
    const day = dayOf(created_at)
    return (!from || day >= from) && (!to || day <= to)
  })
}

/**
 * Fetches all orders that match the search page by page, or returns the server's refusal. An order that moves to the next
 * page in the meantime appears once. Throws `ConnectionError`.
 */
export async function fetchOrders(
  { api, keyword }: { api: Api; keyword: string },
  { signal, onProgress }: Fetching,
): Promise<Order[] | Refusal> {
  const found = new Map<string, Order>()
  for (let page = 1; ; page++) {
    const query = { page, per_page: limits.perPageMax, ...(keyword !== '' && { keyword }) }
    const reply = await wholePage(query, (each) => api.call('listOrders', { query: each, signal }))
    if (!reply.ok) return reply.refusal
    for (const order of reply.body) found.set(order._id, order)
    const total = reply.total ?? found.size
    onProgress(found.size, total)
    // a page past the end repeats the last page
    if (reply.total === undefined || page * limits.perPageMax >= total) return [...found.values()]
  }
}
