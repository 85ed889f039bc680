import type { Locale } from '../../../contract/locales.ts'
import { type OrderState, orderStates } from '../../../contract/order-events.ts'
import { findCurrentOffer, isWaitingForShop } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { shipmentSteps } from '../../../contract/shipment/milestones.ts'
import { sumTonnes } from '../../../contract/texts/quantity.ts'
import {
  type GoodsMark,
  goodsMarks,
  type Lateness,
  latenessOf,
  openShipment,
  stateSince,
  waitingSince,
} from '../../db/order-figures.ts'
import { type OrderView, withWaiting } from '../../db/read-orders.ts'
import type { BoardSort, SortedColumn } from '../../lib/search-params.ts'
import { nameOf, searchedTexts, searchRows } from '../shown-order.ts'

/** The tabs of the board: `way` has the orders whose goods are on their way, `all` also sealed ones and those older than the device has. */
export const boardTabs = ['waiting', 'way', ...orderStates, 'all'] as const
export type BoardTab = (typeof boardTabs)[number]

export interface BoardRow {
  order: Order
  state: OrderState
  isUnopened: boolean
  /** whether the shop has to answer, and no answer waits on this device */
  needsAnswer: boolean
  /** whether an event of this device has not reached the server */
  hasUnsent: boolean
  /** when it entered this state or began to wait for the shop; ms since 1970 */
  since: number
  late: Lateness | undefined
  marks: readonly GoodsMark[]
  /** the day until which it is laid aside */
  later?: string
}

export function boardRow(
  { order, state, isUnopened, waiting }: Pick<OrderView, 'order' | 'state' | 'isUnopened' | 'waiting'>,
  at: Parameters<typeof goodsMarks>[1],
): BoardRow {
  const expiry = state === 'expired' ? findCurrentOffer(order)?.offer.expiresAt : undefined
  const needsAnswer = isWaitingForShop(withWaiting(order, waiting))
  return {
    order,
    state,
    isUnopened,
    needsAnswer,
    hasUnsent: waiting.some((row) => row.state !== 'attention'),
    since: needsAnswer ? waitingSince(order) : Date.parse(expiry ?? stateSince(order)),
    late: latenessOf(order, at.today),
    marks: goodsMarks(order, at),
  }
}

const isIn = (tab: BoardTab) => (row: BoardRow) => {
  if (tab === 'all') return true
  if (row.order.sealed) return false
  if (tab === 'way') return openShipment(row.order) !== undefined
  return tab === 'waiting' ? row.needsAnswer && !row.later : row.state === tab
}

function compareShipments(a: BoardRow, b: BoardRow): number {
  const [dayA, dayB] = [a.late?.day ?? '9999', b.late?.day ?? '9999']
  if (dayA !== dayB) return dayA < dayB ? -1 : 1
  return placeOf(a) - placeOf(b) || a.since - b.since
}

function placeOf({ order: { shipment } }: BoardRow): number {
  return shipment?.step ? shipmentSteps.indexOf(shipment.step) : -1
}

export const companyOf = ({ parties, user }: Order) => parties?.company || user.name
export const productsOf = ({ orderItems }: Order, locale: Locale) => [
  ...new Set(orderItems.map((item) => nameOf(item, locale))),
]

/** What a column is sorted by; days and names that are missing come last. */
function valueIn(column: SortedColumn, { order, state, since }: BoardRow, locale: Locale): string | number {
  if (column === 'company') return companyOf(order)
  if (column === 'country') return order.shippingAddress.country
  if (column === 'what') return productsOf(order, locale).join(', ')
  if (column === 'tonnes') return sumTonnes(order.orderItems.map(({ qty }) => qty))
  if (column === 'needed') return order.wishes.neededBy || '9999'
  return column === 'age' ? -since : (orderStates as readonly OrderState[]).indexOf(state)
}

export function sortRows(rows: readonly BoardRow[], sort: BoardSort, locale: Locale): BoardRow[] {
  const column = sort.replace('-', '') as SortedColumn
  const texts = new Intl.Collator(locale, { sensitivity: 'base' })
  const valued = rows.map((row) => ({ row, value: valueIn(column, row, locale) }))
  valued.sort(({ value: a, row: rowA }, { value: b, row: rowB }) => {
    const way = typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b))
    return (sort.startsWith('-') ? -way : way) || rowA.since - rowB.since
  })
  return valued.map(({ row }) => row)
}

interface Chosen {
  tab: BoardTab
  keyword: string
  sort?: BoardSort | undefined
  locale: Locale
}

/** Without a sort `waiting` has suggested prices first, then the oldest, `way` what is late first and then by step, other tabs the newest first. */
export function rowsOf(rows: readonly BoardRow[], { tab, keyword, sort, locale }: Chosen): BoardRow[] {
  const found = searchRows(rows.filter(isIn(tab)), keyword, ({ order: { _id: id, user, ...order } }) => [
    ...[user.name, user.email, order.parties?.company ?? ''],
    ...searchedTexts({ id, reference: order.reference, address: order.shippingAddress, items: order.orderItems }),
  ])
  if (sort) return sortRows(found, sort, locale)
  if (tab === 'way') return found.sort(compareShipments)
  const isCountered = ({ state }: BoardRow) => Number(state === 'countered')
  if (tab === 'waiting') return found.sort((a, b) => isCountered(b) - isCountered(a) || a.since - b.since)
  return found.sort((a, b) => b.since - a.since)
}

export function countRows(rows: readonly BoardRow[]): Partial<Record<BoardTab, number>> {
  const tabs = boardTabs.filter((tab) => tab !== 'all')
  return Object.fromEntries(tabs.map((tab) => [tab, rows.filter(isIn(tab)).length]))
}
