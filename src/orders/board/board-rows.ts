import { normaliseText } from '../../../contract/catalogue-query.ts'
import { findCurrentOffer, isWaitingForShop, type OrderState, orderStates } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { shipmentSteps } from '../../../contract/shipment/milestones.ts'
import { stateSince, waitingSince } from '../../db/figures.ts'
import { type OrderView, withWaiting } from '../../db/read-orders.ts'
import { type Lateness, latenessOf, openShipment } from '../../db/shipments.ts'

/** The tabs of the board. `waiting`: the shop has to answer. `way`: accepted, and the goods have not reached the buyer. `all`: also orders older than those on the device, and sealed ones. */
export const boardTabs = ['waiting', 'way', ...orderStates, 'all'] as const
export type BoardTab = (typeof boardTabs)[number]

/** One row of the board. */
export interface BoardRow {
  order: Order
  state: OrderState
  isUnopened: boolean
  /** whether the shop has to answer, and no answer waits on this device */
  isWaiting: boolean
  /** whether something said on it has not reached the server */
  hasUnsent: boolean
  /** when it entered this state or began to wait for the shop; ms since 1970 */
  since: number
  tonnes: number
  /** total of the current or accepted offer, in minor units */
  money: { total: number; currency: string } | undefined
  /** why its shipment is late */
  late: Lateness | undefined
}

/** `today`: the shop's, as `2026-11-30`. */
export function boardRow(
  { order, state, isUnopened, waiting }: Pick<OrderView, 'order' | 'state' | 'isUnopened' | 'waiting'>,
  today: string,
): BoardRow {
  const isWaiting = isWaitingForShop(withWaiting(order, waiting))
  const offer = findCurrentOffer(order)?.offer
  return {
    order,
    state,
    isUnopened,
    isWaiting,
    hasUnsent: waiting.some((row) => row.state !== 'attention'),
    since: isWaiting ? waitingSince(order) : Date.parse(enteredAt(order, state)),
    tonnes: order.orderItems.reduce((sum, { qty }) => sum + qty, 0),
    money: offer && { total: offer.total, currency: offer.currency },
    late: latenessOf(order, today),
  }
}

function enteredAt(order: Order, state: OrderState): string {
  return (state === 'expired' ? findCurrentOffer(order)?.offer.expiresAt : undefined) ?? stateSince(order)
}

const isIn = (tab: BoardTab) => (row: BoardRow) => {
  if (tab === 'all') return true
  if (row.order.sealed) return false
  if (tab === 'way') return openShipment(row.order) !== undefined
  return tab === 'waiting' ? row.isWaiting : row.state === tab
}

/** Late shipments first, by their day, then by step and acceptance. */
function compareShipments(a: BoardRow, b: BoardRow): number {
  const [dayA, dayB] = [a.late?.day ?? '9999', b.late?.day ?? '9999']
  if (dayA !== dayB) return dayA < dayB ? -1 : 1
  return placeOf(a) - placeOf(b) || a.since - b.since
}

function placeOf({ order: { shipment } }: BoardRow): number {
  return shipment?.step ? shipmentSteps.indexOf(shipment.step) : -1
}

/**
 * The rows of a tab that match the keyword: `waiting` with the oldest first, `way` with what is late first and then by step,
 * other tabs with the newest first.
 */
export function rowsOf(rows: readonly BoardRow[], { tab, keyword }: { tab: BoardTab; keyword: string }): BoardRow[] {
  const wanted = normaliseText(keyword).split(' ').filter(Boolean)
  const found = rows.filter(isIn(tab)).filter((row) => {
    const words = wanted.length > 0 ? normaliseText(searchable(row.order)) : ''
    return wanted.every((word) => words.includes(word))
  })
  if (tab === 'way') return found.sort(compareShipments)
  return found.sort((a, b) => (tab === 'waiting' ? a.since - b.since : b.since - a.since))
}

/** The number of rows in each tab but `all`, which the device does not know. */
export function countRows(rows: readonly BoardRow[]): Partial<Record<BoardTab, number>> {
  const tabs = boardTabs.filter((tab) => tab !== 'all')
  return Object.fromEntries(tabs.map((tab) => [tab, rows.filter(isIn(tab)).length]))
}

function searchable({ reference, _id, user, shippingAddress, orderItems }: Order): string {
  const { city, country } = shippingAddress
  const names = orderItems.flatMap(({ name, name_fr, name_es, code = '' }) => [name, name_fr, name_es, code])
  return [reference, _id, user.name, user.email, city, country, ...names].join(' ')
}
