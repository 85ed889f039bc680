import { type Locale, nameIn } from '../../contract/locales.ts'
import type { Offer } from '../../contract/offers.ts'
import { eventsAtHand } from '../../contract/order-state.ts'
import type { Order, OrderItem } from '../../contract/orders.ts'
import { factsLine } from '../../contract/product-fields.ts'

/** An offer of a thread. `number` counts the offers of its request from 1. */
export interface NumberedOffer {
  id: string
  number: number
  /** ISO 8601 */
  at: string
  offer: Offer
}

/** The offers of a thread that are at hand, oldest first. */
export function offersOf(order: Pick<Order, 'events' | 'currentOffer'>): NumberedOffer[] {
  const made = eventsAtHand(order).flatMap(({ kind, _id, at, offer, number }) =>
    kind === 'offer' && typeof offer === 'object' ? [{ id: _id, at, offer, number }] : [],
  )
  // orders that were saved by an earlier version have whole threads, without these numbers
  return made.map(({ number, ...each }, at) => ({ ...each, number: number ?? at + 1 }))
}

/** The name of an order's line in a language. */
export function nameOf({ name, name_fr, name_es }: Pick<OrderItem, 'name' | 'name_fr' | 'name_es'>, locale: Locale) {
  return nameIn({ trade_name: name, trade_name_fr: name_fr, trade_name_es: name_es }, locale)
}

/** A product of the request: its name in the reader's language, and its size, packing and so on on one line. */
interface LineTitle {
  name: string
  facts: string
}

/** How a line of an offer is called; by the product's id if the request does not have it. */
export function lineTitle(items: readonly OrderItem[], fishe: string, locale: Locale): LineTitle {
  const item = items.find((each) => each.fishe === fishe)
  if (!item) return { name: fishe, facts: '' }
  return { name: nameOf(item, locale), facts: factsLine(item, locale) }
}

/** The name for titles and fields. Where the request has two products of this name, with what sets them apart. */
export function itemName(items: readonly OrderItem[], fishe: string, locale: Locale): string {
  const { name, facts } = lineTitle(items, fishe, locale)
  const isAmbiguous = items.some((each) => each.fishe !== fishe && lineTitle([each], each.fishe, locale).name === name)
  return isAmbiguous && facts ? `${name} (${facts})` : name
}
