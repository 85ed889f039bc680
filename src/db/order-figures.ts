import { addWeeks, startOfISOWeek } from 'date-fns'
import { hasRight } from '../../contract/accounts.ts'
import type { Offer } from '../../contract/offers.ts'
import { isDecision } from '../../contract/order-events.ts'
import { findCurrentOffer, isWaitingForShop, openGoods, stateAt } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import { type Dues, dues } from '../../contract/shipment/dues.ts'
import { type Shipment, type ShipmentStep, shipmentSteps } from '../../contract/shipment/milestones.ts'
import { missingDocuments, neededDocuments } from '../../contract/shipment/needed-documents.ts'
import { leftOf } from '../../contract/shipment/shipment-state.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { sumTonnes } from '../../contract/texts/quantity.ts'
import { addDays, dayIn } from '../../contract/texts/shop-day.ts'
import { ordersOf, readOrdersOf } from './orders.ts'
import { getWaitingEvents, withWaiting } from './read-orders.ts'
import { useDeps, useFreshQuery, useSession } from './use-deps.tsx'

/*
 * The figures of the dashboard, from the orders on the device. `now` is in ms since 1970, `today` is the shop's day as
 * `2026-11-30`; tonnes are rounded to kilograms.
 */

/** In minor units, one for each currency, since the shop has no exchange rates. */
export type Sums = Record<string, number>

/** `since`: when the longest wait began, ms since 1970. */
export function waitingForUs(orders: readonly Order[]): { count: number; since: number | undefined } {
  const waiting = orders.filter(isWaitingForShop)
  const since = waiting.map(waitingSince)
  return { count: waiting.length, since: since.length > 0 ? Math.min(...since) : undefined }
}

export function waitingSince(order: Order): number {
  const { created_at, events } = order
  const open = openGoods(order)
  // a payment or claim waits also after other answers of the shop
  const asked = events.find(({ _id }) => open.includes(_id))
  if (asked) return Date.parse(asked.at)
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

export function openOffers(orders: readonly Order[], now: number): { count: number; sums: Sums } {
  const offers = orders
    .filter((order) => stateAt(order, now) === 'offered')
    .flatMap((order) => findCurrentOffer(order)?.offer ?? [])
  return { count: offers.length, sums: sumsOf(offers) }
}

/** Offers accepted in the last 30 days. */
export function acceptedLately(orders: readonly Order[], now: number): { count: number; tonnes: number; sums: Sums } {
  const from = now - 30 * 86_400_000
  const accepted = acceptances(orders).filter(({ at }) => at > from)
  return {
    count: accepted.length,
    tonnes: sumTonnes(accepted.map(({ tonnes }) => tonnes)),
    sums: sumsOf(accepted.map(({ offer }) => offer)),
  }
}

/** Median time from a request to its first offer or refusal, ms. */
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

/** Tonnes requested and accepted in each of the last twelve weeks, including this one, oldest first. */
export function tonnesPerWeek(orders: readonly Order[], now: number): Week[] {
  const count = 12
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

/** Tonnes of a product. Names as in the newest request. */
export interface ProductTonnes {
  fishe: string
  name: string
  name_fr: string
  name_es: string
  tonnes: number
}

export function mostAsked(orders: readonly Order[]): (ProductTonnes & { requests: number })[] {
  const requests = new Map<string, number>()
  const tonnes = new Map<string, number>()
  for (const { fishe, qty } of orders.flatMap(({ orderItems }) => orderItems)) {
    requests.set(fishe, (requests.get(fishe) ?? 0) + 1)
    tonnes.set(fishe, sumTonnes([tonnes.get(fishe) ?? 0, qty]))
  }
  const named = withNames(tonnes, orders).map((each) => ({ ...each, requests: requests.get(each.fishe) ?? 0 }))
  return named
    .sort((a, b) => b.tonnes - a.tonnes || b.requests - a.requests || (a.fishe < b.fishe ? -1 : 1))
    .slice(0, 10)
}

function withNames(tonnes: ReadonlyMap<string, number>, orders: readonly Order[]): ProductTonnes[] {
  const newestLast = orders.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const items = new Map(newestLast.flatMap(({ orderItems }) => orderItems).map((item) => [item.fishe, item]))
  return [...tonnes].map(([fishe, sum]) => {
    const { name = fishe, name_fr = '', name_es = '' } = items.get(fishe) ?? {}
    return { fishe, name, name_fr, name_es, tonnes: sum }
  })
}

function acceptances(orders: readonly Order[]): { at: number; tonnes: number; offer: Offer }[] {
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

/** Days before the day on which the buyer needs the goods, from which they should have arrived. */
const nearDays = 7

/** The shipment of an order whose goods are still to reach the buyer; undefined for other orders. */
export function openShipment({ state, sealed, shipment }: Order): Shipment | undefined {
  return state === 'accepted' && !sealed && shipment?.step !== 'received' ? shipment : undefined
}

function isPast({ step }: Shipment, wanted: ShipmentStep): boolean {
  return step !== null && shipmentSteps.indexOf(step) >= shipmentSteps.indexOf(wanted)
}

/** Why a shipment is late: the ship should have sailed or arrived, or the goods are needed by then. */
export interface Lateness {
  kind: 'etd' | 'eta' | 'needed'
  day: string
}

export function latenessOf(order: Order, today: string): Lateness | undefined {
  const shipment = openShipment(order)
  if (!shipment || isPast(shipment, 'arrived')) return undefined
  const { etd, eta } = shipment
  const { neededBy } = order.wishes
  if (etd && etd < today && !isPast(shipment, 'sailed')) return { kind: 'etd', day: etd }
  if (eta && eta < today) return { kind: 'eta', day: eta }
  return neededBy && neededBy <= addDays(today, nearDays) ? { kind: 'needed', day: neededBy } : undefined
}

/** Tonnes of an order that are accepted and not loaded, by product. */
function leftLines(order: Order): { fishe: string; tonnes: number }[] {
  const shipment = openShipment(order)
  const offer = findCurrentOffer(order)?.offer
  if (!shipment || !offer) return []
  return offer.lines.flatMap(({ fishe }) => {
    const tonnes = leftOf(offer, shipment, fishe)
    return tonnes > 0 ? [{ fishe, tonnes }] : []
  })
}

export function promisedTonnes(orders: readonly Order[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { fishe, tonnes } of orders.flatMap(leftLines))
    sums.set(fishe, Math.round(((sums.get(fishe) ?? 0) + tonnes) * 1000) / 1000)
  return sums
}

/** The ten products of which the most is accepted and not loaded. */
export function mostPromised(orders: readonly Order[]): ProductTonnes[] {
  return withNames(promisedTonnes(orders), orders)
    .sort((a, b) => b.tonnes - a.tonnes || (a.fishe < b.fishe ? -1 : 1))
    .slice(0, 10)
}

function amountOf(orders: readonly Order[], tonnesOf: (order: Order) => readonly number[]) {
  return { count: orders.length, tonnes: sumTonnes(orders.flatMap(tonnesOf)) }
}

/** What has to be done on an order: its offer ends within two days, its shipment is late or to be loaded this week, something is owed, reported as paid or claimed. */
export type OrderWork = 'expiring' | 'late' | 'load' | 'overdue' | 'payments' | 'claims'

interface Today {
  now: number
  today: string
  /** the shop's */
  timeZone: string
}

/** What is due of an accepted order on the shop's day; undefined for other orders. */
export function duesOf(order: Order, { timeZone, today }: Omit<Today, 'now'>): Dues | undefined {
  const offer = findCurrentOffer(order)?.offer
  const { state, shipment } = order
  if (state !== 'accepted' || !offer || !shipment) return undefined
  return dues({ offer, shipment, agreedOn: dayIn(timeZone, Date.parse(stateSince(order))) }, today)
}

/** What the board marks on an order: money that is awaited or overdue, open claims, and documents that are missing once the goods are loaded. */
export type GoodsMark = 'deposit' | 'overdue' | 'claim' | 'documents'

export function goodsMarks(
  order: Order,
  { today, shop }: { today: string; shop: Pick<ShopSettings, 'timeZone' | 'documents'> },
): GoodsMark[] {
  if (order.sealed) return []
  const parts = duesOf(order, { timeZone: shop.timeZone, today })?.parts ?? []
  const isOverdue = parts.some((part) => part.isOverdue)
  const isAwaited = parts.some(({ part, open }) => part === 'deposit' && open > 0)
  const shipment = openShipment(order)
  const needed = () => neededDocuments(shop.documents, order.shippingAddress.country)
  const isMissing = shipment && isPast(shipment, 'loaded') && missingDocuments(needed(), shipment.papers).length > 0
  return [
    ...(isOverdue ? (['overdue'] as const) : isAwaited ? (['deposit'] as const) : []),
    ...(hasOpenClaim(order) ? (['claim'] as const) : []),
    ...(isMissing ? (['documents'] as const) : []),
  ]
}

const hasOpenClaim = ({ shipment }: Order) => (shipment?.claims ?? []).some(({ credit }) => credit === undefined)

export function needsWork(order: Order, work: OrderWork, { now, ...at }: Today): boolean {
  const { today } = at
  if (work === 'claims') return !order.sealed && hasOpenClaim(order)
  if (work === 'payments') return !order.sealed && (order.shipment?.reported ?? []).length > 0
  if (work === 'overdue') return !order.sealed && (duesOf(order, at)?.parts.some(({ isOverdue }) => isOverdue) ?? false)
  if (work === 'late') return latenessOf(order, today) !== undefined
  if (work === 'expiring') {
    const end = stateAt(order, now) === 'offered' ? findCurrentOffer(order)?.offer.expiresAt : undefined
    return end !== undefined && Date.parse(end) - now <= 2 * 86_400_000
  }
  // the ship sails within a week, or should have sailed
  const shipment = openShipment(order)
  const isDue = shipment?.etd !== undefined && shipment.etd <= addDays(today, 7)
  return isDue && !isPast(shipment, 'sailed') && leftLines(order).length > 0
}

/** `tonnes`: what is left to load. */
export function workOn(orders: readonly Order[], work: OrderWork, at: Today) {
  return amountOf(
    orders.filter((order) => needsWork(order, work, at)),
    (order) => leftLines(order).map(({ tonnes }) => tonnes),
  )
}

export function onTheWater(orders: readonly Order[]) {
  const atSea = orders.filter((order) => {
    const shipment = openShipment(order)
    return shipment && isPast(shipment, 'sailed') && !isPast(shipment, 'arrived')
  })
  return amountOf(atSea, ({ shipment }) => shipment?.loaded.map(({ qty }) => qty) ?? [])
}

const none: ReadonlyMap<string, number> = new Map()

/** The same from the orders on the device; none for those who see no orders. */
export function usePromisedTonnes(): ReadonlyMap<string, number> {
  const { db } = useDeps()
  const session = useSession()
  const userId = session && hasRight(session, 'orders') ? session.userId : undefined
  const found = useFreshQuery(async () => {
    if (userId === undefined) return none
    const rows = await ordersOf(db, userId)
      .filter(({ order }) => order.state === 'accepted')
      .toArray()
      .catch(() => [])
    return promisedTonnes(rows.map(({ order }) => order))
  }, [db, userId])
  return found ?? none
}

/** How many requests the shop has to answer, from the orders on the device. */
export function useWaitingCount(): number {
  const { db } = useDeps()
  const userId = useSession()?.userId ?? ''
  const count = useFreshQuery(async () => {
    const [rows, waiting] = await Promise.all([readOrdersOf(db, userId), getWaitingEvents(db, userId)])
    return rows.filter(({ order }) => {
      const own = waiting.filter(({ payload }) => payload.order === order._id)
      return !order.sealed && isWaitingForShop(withWaiting(order, own))
    }).length
  }, [db, userId])
  return count ?? 0
}
