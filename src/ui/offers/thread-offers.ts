import { type Locale, nameIn } from '../../../contract/locales.ts'
import type { Offer } from '../../../contract/offers.ts'
import type { OrderEvent } from '../../../contract/order-events.ts'
import type { OrderItem } from '../../../contract/orders.ts'

/** An offer of a thread. `number` counts the offers of its request from 1. */
export interface NumberedOffer {
  id: string
  number: number
  /** ISO 8601 */
  at: string
  offer: Offer
}

/** All offers of a thread, oldest first. */
export function offersOf(events: readonly OrderEvent[]): NumberedOffer[] {
  const made = events.flatMap(({ kind, _id, at, offer }) =>
    kind === 'offer' && typeof offer === 'object' ? [{ id: _id, at, offer }] : [],
  )
  return made.map((each, at) => ({ ...each, number: at + 1 }))
}

type Named = Pick<OrderItem, 'fishe' | 'name' | 'name_fr' | 'name_es'>

/** The name of a requested product in the reader's language; its id if the request does not have it. */
export function itemName(items: readonly Named[], fishe: string, locale: Locale): string {
  const item = items.find((each) => each.fishe === fishe)
  if (!item) return fishe
  return nameIn({ trade_name: item.name, trade_name_fr: item.name_fr, trade_name_es: item.name_es }, locale)
}
