import * as v from 'valibot'
import { given, oneOf, text, whole } from './fields.ts'
import type { Offer } from './offers.ts'
import { sides } from './order-events.ts'
import type { Order, OrderItem } from './orders.ts'

const until = v.pipe(text, v.description('the end of the offer, until which the link works; ISO 8601'))

/** A link to the current offer of an order, of which the server has only the hash. */
export const OfferLink = v.object({
  _id: text,
  at: v.pipe(text, v.description('when it was made; ISO 8601')),
  by: v.fallback(oneOf(sides), 'buyer'),
  until,
  seen: v.pipe(whole, v.description('how often the page was opened')),
  seenAt: v.optional(v.pipe(v.string(), v.description('when it was opened last; ISO 8601'))),
})
export type OfferLink = v.InferOutput<typeof OfferLink>

/** A link that was just made: the only answer that has its address. */
export const OfferLinkMade = v.object({
  _id: text,
  url: v.pipe(given, v.description('absolute where the server has PUBLIC_URL, else `/o/{token}` of the shop')),
  until,
})
export type OfferLinkMade = v.InferOutput<typeof OfferLinkMade>

/** What the page of a link shows: what is on the printed offer, and nothing of the thread. */
export interface SharedOffer extends Pick<Order, 'reference' | 'shippingAddress' | 'parties'> {
  /** counts the offers of the request from 1 */
  number: number
  /** when it was made; ISO 8601 */
  at: string
  offer: Offer
  /** what was asked for: names and facts */
  items: OrderItem[]
  /** without the e-mail address, since everybody with the link sees the page */
  buyer: Pick<Order['user'], 'name'>
  isAccepted: boolean
}
