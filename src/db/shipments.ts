import { findCurrentOffer } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import type { Shipment } from '../../contract/shipment/milestones.ts'
import { type ShipmentStep, shipmentSteps } from '../../contract/shipment/milestones.ts'
import { leftOf } from '../../contract/shipment/shipment-state.ts'
import { sumTonnes } from '../../contract/texts/quantity.ts'
import { addDays } from '../../contract/texts/shop-day.ts'

/*
 * Where the accepted orders on the device are. Days are texts such as `2026-11-30`, `today` is the shop's; tonnes are rounded to
 * kilograms.
 */

/** Days before the day on which the buyer needs the goods, from which they should have arrived. */
const nearDays = 7

/** The shipment of an order whose goods are still to reach the buyer; undefined for other orders. */
export function openShipment({ state, sealed, shipment }: Order): Shipment | undefined {
  return state === 'accepted' && !sealed && shipment?.step !== 'received' ? shipment : undefined
}

/** Whether a step or a later one is done. */
function isPast({ step }: Shipment, wanted: ShipmentStep): boolean {
  return step !== null && shipmentSteps.indexOf(step) >= shipmentSteps.indexOf(wanted)
}

/** Why a shipment is late: the ship should have sailed or arrived, or the goods are needed soon or were needed already. */
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

/** Accepted tonnes that are not loaded yet, by product. */
export function promisedTonnes(orders: readonly Order[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { fishe, tonnes } of orders.flatMap(leftLines))
    sums.set(fishe, Math.round(((sums.get(fishe) ?? 0) + tonnes) * 1000) / 1000)
  return sums
}

/** How much of a product is promised. Names as in the newest request. */
export interface PromisedProduct {
  fishe: string
  name: string
  name_fr: string
  name_es: string
  tonnes: number
}

/** The ten products of which the most is accepted and not loaded. */
export function mostPromised(orders: readonly Order[]): PromisedProduct[] {
  const newestLast = orders.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const items = new Map(newestLast.flatMap(({ orderItems }) => orderItems).map((item) => [item.fishe, item]))
  const found = [...promisedTonnes(orders)].map(([fishe, tonnes]) => {
    const { name = fishe, name_fr = '', name_es = '' } = items.get(fishe) ?? {}
    return { fishe, name, name_fr, name_es, tonnes }
  })
  return found.sort((a, b) => b.tonnes - a.tonnes || (a.fishe < b.fishe ? -1 : 1)).slice(0, 10)
}

interface Amount {
  count: number
  tonnes: number
}

function amountOf(orders: readonly Order[], tonnesOf: (order: Order) => readonly number[]): Amount {
  return { count: orders.length, tonnes: sumTonnes(orders.flatMap(tonnesOf)) }
}

/** Shipments whose ship sails within a week, or should have sailed, and of which something is still to be loaded. */
export function toLoadThisWeek(orders: readonly Order[], today: string): Amount {
  const due = orders.filter((order) => {
    const shipment = openShipment(order)
    const isDue = shipment?.etd !== undefined && shipment.etd <= addDays(today, 7)
    return isDue && !isPast(shipment, 'sailed') && leftLines(order).length > 0
  })
  return amountOf(due, (order) => leftLines(order).map(({ tonnes }) => tonnes))
}

/** Shipments that have sailed and not arrived. */
export function onTheWater(orders: readonly Order[]): Amount {
  const atSea = orders.filter((order) => {
    const shipment = openShipment(order)
    return shipment && isPast(shipment, 'sailed') && !isPast(shipment, 'arrived')
  })
  return amountOf(atSea, ({ shipment }) => shipment?.loaded.map(({ qty }) => qty) ?? [])
}
