import { normaliseText } from '../../../contract/catalogue-query.ts'
import { findCurrentOffer, isWaitingForShop, type OrderState, orderStates } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { waitingSince } from '../../orders/figures.ts'
import type { OrderView } from '../../orders/read.ts'

/** The tabs of the board. `waiting`: the shop has to answer. `all`: also orders older than those on the device. */
export const boardTabs = ['waiting', ...orderStates, 'all'] as const
export type BoardTab = (typeof boardTabs)[number]

/** One row of the board. */
export interface BoardRow {
  order: Order
  state: OrderState
  isUnopened: boolean
  isWaiting: boolean
  /** when it entered this state or began to wait for the shop; ms since 1970 */
  since: number
  tonnes: number
  /** total of the current or accepted offer, in minor units */
  money: { total: number; currency: string } | undefined
}

/** `now`: ms since 1970. */
export function boardRow(
  { order, state, isUnopened }: Pick<OrderView, 'order' | 'state' | 'isUnopened'>,
  now: number,
): BoardRow {
  const isWaiting = isWaitingForShop(order.events, now)
  const offer = findCurrentOffer(order.events)?.offer
  return {
    order,
    state,
    isUnopened,
    isWaiting,
    since: isWaiting ? waitingSince(order) : Date.parse(stateSince(order, state)),
    tonnes: order.orderItems.reduce((sum, { qty }) => sum + qty, 0),
    money: offer && { total: offer.total, currency: offer.currency },
  }
}

function stateSince({ events, created_at }: Order, state: OrderState): string {
  if (state === 'expired') return findCurrentOffer(events)?.offer.expiresAt ?? created_at
  return events.findLast(({ kind }) => kind !== 'message')?.at ?? created_at
}

const isIn = (tab: BoardTab) => (row: BoardRow) =>
  tab === 'all' || (tab === 'waiting' ? row.isWaiting : row.state === tab)

/** The rows of a tab that match the keyword: `waiting` with the oldest first, other tabs with the newest first. */
export function rowsOf(rows: readonly BoardRow[], { tab, keyword }: { tab: BoardTab; keyword: string }): BoardRow[] {
  const wanted = normaliseText(keyword).split(' ').filter(Boolean)
  const found = rows.filter(isIn(tab)).filter((row) => {
    const words = wanted.length > 0 ? normaliseText(searchable(row.order)) : ''
    return wanted.every((word) => words.includes(word))
  })
  return found.sort((a, b) => (tab === 'waiting' ? a.since - b.since : b.since - a.since))
}

/** The number of rows in each tab but `all`, which the device does not know. */
export function countRows(rows: readonly BoardRow[]): Partial<Record<BoardTab, number>> {
  const tabs = boardTabs.filter((tab) => tab !== 'all')
  return Object.fromEntries(tabs.map((tab) => [tab, rows.filter(isIn(tab)).length]))
}

function searchable({ reference, _id, user, shippingAddress, orderItems }: Order): string {
  const { city, country } = shippingAddress
  const names = orderItems.flatMap(({ name, name_fr, name_es }) => [name, name_fr, name_es])
  return [reference, _id, user.name, user.email, city, country, ...names].join(' ')
}
