import { eventsAtHand } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'

export interface LastPrice {
  /** minor units of `currency` per tonne */
  price: number
  currency: string
  /** when it was offered, ISO 8601 */
  at: string
  order: string
  reference: string
  buyer: { id: string; name: string }
  /** whether it was offered to the wanted buyer */
  isOwn: boolean
}

/** The last price of each product by its id, in this currency if given: offered to this buyer, else to any. */
export function lastPrices(
  orders: readonly Order[],
  { buyerId, currency }: { buyerId: string; currency?: string },
): Map<string, LastPrice> {
  const prices = new Map<string, LastPrice>()
  for (const [fishe, offered] of orders.flatMap((order) => pricesOf(order, buyerId))) {
    if (currency !== undefined && offered.currency !== currency) continue
    const best = prices.get(fishe)
    const isBetter = best?.isOwn === offered.isOwn ? offered.at > best.at : offered.isOwn
    if (!best || isBetter) prices.set(fishe, offered)
  }
  return prices
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
