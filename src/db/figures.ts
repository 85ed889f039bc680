import { addWeeks, startOfISOWeek } from 'date-fns'
import type { Offer } from '../../contract/offers.ts'
import { isDecision } from '../../contract/order-events.ts'
import { findCurrentOffer, isWaitingForShop, stateAt } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import { sumTonnes } from '../../contract/texts/quantity.ts'

/*
 * The figures of the dashboard, from the orders on the device; `now` in ms since 1970. Sums are in minor units, one for each
 * currency, since the shop has no exchange rates. Tonnes are rounded to kilograms.
 */

export type Sums = Record<string, number>

/** Requests that wait for the exporter. `since`: when the longest wait began, ms since 1970. */
export function waitingForUs(orders: readonly Order[]): { count: number; since: number | undefined } {
  const waiting = orders.filter(isWaitingForShop)
  const since = waiting.map(waitingSince)
  return { count: waiting.length, since: since.length > 0 ? Math.min(...since) : undefined }
}

/** When the wait of a request for the exporter began, ms since 1970. */
export function waitingSince({ created_at, events }: Order): number {
  const lastOfShop = events.findLastIndex(({ by }) => by.side === 'shop')
  const next = events[lastOfShop + 1]
  // after a withdrawn offer the request waits again
  const from = next?.at ?? events[lastOfShop]?.at ?? created_at
  return Date.parse(lastOfShop < 0 ? created_at : from)
}

/** When the last event came that was no message, or the request; ISO 8601. */
export function stateSince({ since, events, created_at }: Order): string {
  return since ?? events.findLast(({ kind }) => isDecision(kind))?.at ?? created_at
}

/** Offers that can be accepted now. */
export function openOffers(orders: readonly Order[], now: number): { count: number; sums: Sums } {
  const offers = orders
    .filter((order) => stateAt(order, now) === 'offered')
    .flatMap((order) => findCurrentOffer(order)?.offer ?? [])
  return { count: offers.length, sums: sumsOf(offers) }
}

/** Offers accepted in the last `days` days. */
export function acceptedLately(
  orders: readonly Order[],
  { now, days = 30 }: { now: number; days?: number },
): { count: number; tonnes: number; sums: Sums } {
  const from = now - days * 86_400_000
  const accepted = acceptances(orders).filter(({ at }) => at > from)
  return {
    count: accepted.length,
    tonnes: sumTonnes(accepted.map(({ tonnes }) => tonnes)),
    sums: sumsOf(accepted.map(({ offer }) => offer)),
  }
}

/** Median time from a request to its first offer or refusal, ms; undefined while no request has an answer. */
export function medianTimeToAnswer(orders: readonly Order[]): number | undefined {
  const times = orders.flatMap(({ created_at, events }) => {
    // the first answer may be among the events that are not on the device
    if (events[0]?.seq !== 1) return []
    const answer = events.find(({ kind }) => kind === 'offer' || kind === 'close')
    return answer ? [Math.max(0, Date.parse(answer.at) - Date.parse(created_at))] : []
  })
  times.sort((a, b) => a - b)
  const upper = times[Math.floor(times.length / 2)]
  const lower = times[Math.floor((times.length - 1) / 2)]
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2
}

/** A week from Monday 0:00 of the device's time zone, ms since 1970. */
export interface Week {
  start: number
  asked: number
  accepted: number
}

/** Tonnes requested and accepted in each of the last `count` weeks, including this one, oldest first. */
export function tonnesPerWeek(orders: readonly Order[], { now, count = 12 }: { now: number; count?: number }): Week[] {
  const current = startOfISOWeek(now)
  const starts = Array.from({ length: count + 1 }, (_, index) => addWeeks(current, index + 1 - count).getTime())
  const asked = orders.map(({ created_at, orderItems }) => ({
    at: Date.parse(created_at),
    tonnes: sumTonnes(orderItems.map(({ qty }) => qty)),
  }))
  const accepted = acceptances(orders)
  const within = (list: readonly { at: number; tonnes: number }[], start: number, end: number) =>
    sumTonnes(list.filter(({ at }) => at >= start && at < end).map(({ tonnes }) => tonnes))
  return starts.slice(0, count).map((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY
    return { start, asked: within(asked, start, end), accepted: within(accepted, start, end) }
  })
}

/** How much of a product was requested. Names as in the newest request. */
interface AskedProduct {
  fishe: string
  name: string
  name_fr: string
  name_es: string
  tonnes: number
  requests: number
}

/** The `count` products with the most tonnes requested. */
export function mostAsked(orders: readonly Order[], count = 10): AskedProduct[] {
  const products = new Map<string, AskedProduct>()
  const newestFirst = [...orders].sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  for (const { fishe, name, name_fr, name_es, qty } of newestFirst.flatMap(({ orderItems }) => orderItems)) {
    const before = products.get(fishe) ?? { fishe, name, name_fr, name_es, tonnes: 0, requests: 0 }
    products.set(fishe, { ...before, tonnes: sumTonnes([before.tonnes, qty]), requests: before.requests + 1 })
  }
  const byTonnes = (a: AskedProduct, b: AskedProduct) =>
    b.tonnes - a.tonnes || b.requests - a.requests || (a.fishe < b.fishe ? -1 : 1)
  return [...products.values()].sort(byTonnes).slice(0, count)
}

interface Acceptance {
  at: number
  tonnes: number
  offer: Offer
}

function acceptances(orders: readonly Order[]): Acceptance[] {
  return orders.flatMap((order) => {
    const offer = order.state === 'accepted' ? findCurrentOffer(order)?.offer : undefined
    if (!offer) return []
    const available = offer.lines.filter(({ price }) => price !== null)
    return [{ at: Date.parse(stateSince(order)), tonnes: sumTonnes(available.map(({ qty }) => qty)), offer }]
  })
}

function sumsOf(offers: readonly Offer[]): Sums {
  const sums: Sums = {}
  for (const { currency, total } of offers) sums[currency] = (sums[currency] ?? 0) + total
  return sums
}
