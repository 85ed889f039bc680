import { limits } from '../../../contract/limits.ts'
import { minorDigits } from '../../../contract/money.ts'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import type { Api } from '../../api/client.ts'
import type { Refusal } from '../../api/errors.ts'
import { decimalText } from '../../i18n/money.ts'
import { csvText } from './csv.ts'

interface ExportOptions {
  api: Api
  keyword: string
  signal: AbortSignal
  /** called after each page with the number of fetched and of all orders */
  onProgress: (done: number, of: number) => void
}

const orderColumns = ['reference', 'id', 'created_at', 'state', 'currency', 'total']
const buyerColumns = ['name', 'email', 'phone', 'address', 'city', 'postal_code', 'country']

/** One line per product with the data of its order repeated, so that a spreadsheet can sum the tonnes. */
export function ordersCsv(orders: readonly Order[]): string {
  const lines = orders.flatMap((order) => {
    const { phone, address, city, postalCode, country } = order.shippingAddress
    const facts = [order.reference, order._id, order.created_at, order.state, ...money(order)]
    const buyer = [order.user.name, order.user.email, phone, address, city, postalCode, country]
    const items = order.orderItems.length > 0 ? order.orderItems : [{ name: '', qty: '' }]
    return items.map((item) => [...facts, ...buyer, item.name, item.qty])
  })
  return csvText([[...orderColumns, ...buyerColumns, 'product', 'tonnes'], ...lines])
}

/** Currency and total, in major units, of the current or accepted offer. */
function money({ events }: Order): (string | number)[] {
  const offer = findCurrentOffer(events)?.offer
  if (!offer) return ['', '']
  return [offer.currency, Number(decimalText(offer.total, minorDigits(offer.currency)))]
}

/**
 * Fetches all matching orders page by page and returns them as CSV, or the server's refusal. An order that moves to the
 * next page in the meantime appears once. Throws `ConnectionError`.
 */
export async function exportOrders({ api, keyword, signal, onProgress }: ExportOptions): Promise<string | Refusal> {
  const found = new Map<string, Order>()
  for (let page = 1; ; page++) {
    const query = { page, per_page: limits.perPageMax, ...(keyword !== '' && { keyword }) }
    const reply = await api.call('listOrders', { query, signal })
    if (!reply.ok) return reply.refusal
    for (const order of reply.body) found.set(order._id, order)
    const total = reply.total ?? found.size
    onProgress(found.size, total)
    // a page past the end repeats the last page
    if (reply.total === undefined || page * limits.perPageMax >= total) return ordersCsv([...found.values()])
  }
}
