import type { Order } from '../../../contract/orders.ts'
import type { Api } from '../../api/client.ts'
import type { Refusal } from '../../api/errors.ts'
import { fetchPages } from '../../parts/lists/fetch-pages.ts'
import type { Fetching } from '../../parts/lists/use-export.ts'

/** Days of the request, both included; empty for no limit. */
interface DayRange {
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

/** Fetches all orders that match the search, or returns the server's refusal. Throws `ConnectionError`. */
export function fetchOrders(
  { api, keyword }: { api: Api; keyword: string },
  fetching: Fetching,
): Promise<Order[] | Refusal> {
  const load = (paging: { page: number; per_page: number }, signal: AbortSignal) =>
    api.call('listOrders', { query: { ...paging, ...(keyword !== '' && { keyword }) }, signal })
  return fetchPages(load, fetching)
}
