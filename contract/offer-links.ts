import { type Static, Type } from 'typebox'
import { sides } from './event-kinds.ts'
import type { Offer } from './offers.ts'
import type { Order, OrderItem } from './orders.ts'
import { oneOf } from './texts/text-schemas.ts'

const until = Type.String({ description: 'the end of the offer, until which the link works; ISO 8601' })

/** A link to the current offer of an order, of which the server has only the hash. */
export const OfferLink = Type.Object({
  _id: Type.String(),
  at: Type.String({ description: 'when it was made; ISO 8601' }),
  by: oneOf(sides),
  until,
  seen: Type.Integer({ description: 'how often the page was opened' }),
  seenAt: Type.Optional(Type.String({ description: 'when it was opened last; ISO 8601' })),
})
export type OfferLink = Static<typeof OfferLink>

/** A link that was just made: the only answer that has its address. */
export const OfferLinkMade = Type.Object({
  _id: Type.String(),
  url: Type.String({ description: 'absolute where the server has PUBLIC_URL, else `/o/{token}` of the shop' }),
  until,
})
export type OfferLinkMade = Static<typeof OfferLinkMade>

/** What the page of a link shows: what is on the printed offer, and nothing of the thread. */
export interface SharedOffer extends Pick<Order, 'reference' | 'shippingAddress'> {
  /** counts the offers of the request from 1 */
  number: number
  /** when it was made; ISO 8601 */
  at: string
  offer: Offer
  /** what was asked for: names and facts */
  items: OrderItem[]
  buyer: Pick<Order['user'], 'name' | 'email'>
  isAccepted: boolean
}
