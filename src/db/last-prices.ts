import { eventsAtHand } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'

/** The last price of a product, and the request it was offered on. */
export interface LastPrice {
  /** minor units of `currency` per tonne */
  price: number
  currency: string
  /** when it was offered, ISO 8601 */
  at: string
  /** id and reference of the request, and its buyer */
  order: string
  reference: string
  buyer: { id: string; name: string }
  /** whether it was offered to the wanted buyer */
  isOwn: boolean
}

interface Wanted {
  /** the buyer whose own prices take precedence */
  buyerId: string
  /** only prices in this currency */
  currency?: string
}

/** The last price of each product by its id: offered to this buyer, else to any. Products never offered are missing. */
export function lastPrices(orders: readonly Order[], { buyerId, currency }: Wanted): Map<string, LastPrice> {
  const prices = new Map<string, LastPrice>()
  for (const [fishe, offered] of orders.flatMap((order) => pricesOf(order, buyerId))) {
    if (currency !== undefined && offered.currency !== currency) continue
    const best = prices.get(fishe)
    if (best === undefined || isBetter(offered, best)) prices.set(fishe, offered)
  }
  return prices
}

function isBetter(a: LastPrice, b: LastPrice): boolean {
  return a.isOwn === b.isOwn ? a.at > b.at : a.isOwn
}

function pricesOf(asked: Order, buyerId: string): [string, LastPrice][] {
  if (asked.sealed) return []
  const { _id, reference, user } = asked
  const buyer = { id: user._id, name: user.name }
  const from = { order: _id, reference, buyer, isOwn: user._id === buyerId }
  return eventsAtHand(asked).flatMap(({ offer, at }) => {
    if (typeof offer !== 'object') return []
    const { currency, lines } = offer
    return lines.flatMap(({ fishe, price }): [string, LastPrice][] =>
      price === null ? [] : [[fishe, { price, currency, at, ...from }]],
    )
  })
}
