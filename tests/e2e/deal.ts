import { randomBytes } from 'node:crypto'
import type { FishPage } from '../../contract/fishes.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import type { Customer, Shop } from './shop.ts'

// the same day for a whole test, also at midnight
const start = Date.now()

/** A day some days from the start of the tests, `2026-11-30`. */
export const dayIn = (days: number) => new Date(start + days * 86_400_000).toISOString().slice(0, 10)

/** The same day in the format of the screens. */
export const shownDay = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))

/** A UUIDv7, as the app creates for its requests. */
function newId(): string {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The exporter's and the buyer's side of requests by the API, without the screens. */
export function dealIn(shop: Shop) {
  const post = async <T>(path: string, body: unknown, token: string): Promise<T> => {
    const response = await fetch(`${shop.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': newId() },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    // answers of this shop have the contract's types
    return ((await response.json()) as { data: T }).data
  }
  const say = (id: string, event: OrderEventInput, token: string) => post<Order>(`/orders/${id}/events/`, event, token)
  const read = (id: string, token: string) => shop.api<Order>('GET', `/orders/${id}/`, { token })
  return {
    say,
    read,
    /** a request for `count` products, with `more` in its body */
    async request(
      { token }: Customer,
      count: number,
      { qty = () => 2, ...more }: { qty?: (at: number) => number; [field: string]: unknown } = {},
    ): Promise<Order> {
      const { fishes } = await shop.api<FishPage>('GET', '/fish/?per_page=100')
      const orderItems = fishes.slice(0, count).map(({ _id }, at) => ({ fishe: _id, qty: qty(at) }))
      const shippingAddress = {
        phone: '+33 1',
        address: 'Quai 12',
        city: 'Brest',
        postalCode: '29200',
        country: 'France',
      }
      return post<Order>('/orders/add/', { orderItems, shippingAddress, ...more }, token)
    },
    /** an offer for each line at `price` (minor units of EUR per tonne), valid for `days`; by default for what was asked */
    async offer(id: string, given: { price?: number; days?: number; tonnes?: number } = {}): Promise<Order> {
      const { price = 185_000, days = 7, tonnes } = given
      const token = await shop.adminToken()
      const { version, orderItems } = await read(id, token)
      const lines = orderItems.map(({ fishe, qty }) => ({ fishe, qty: tonnes ?? qty, price }))
      const charges = [{ label: 'Freight', amount: 25_000 }]
      const terms = { currency: 'EUR', incoterm: 'FOB', place: 'Dakar', validUntil: dayIn(days) } as const
      return say(id, { kind: 'offer', after: version, offer: { ...terms, lines, charges } }, token)
    },
  }
}
