import { Flex, Input, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Locale } from '../../../contract/locales.ts'
import type { Offer } from '../../../contract/offers.ts'
import { eventsAtHand, findCurrentOffer } from '../../../contract/order-state.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import { fieldRow, type LineFieldName, lineFields } from '../../../contract/product-fields.ts'
import type { CellValue, TableValues } from '../../../contract/texts/csv.ts'
import { decimalText, minorDigits } from '../../../contract/texts/money.ts'
import { translatePacking } from '../../../contract/texts/packing-texts.ts'
import { dayIn } from '../../../contract/texts/shop-day.ts'
import type { Api } from '../../api/api-client.ts'
import { stateSince } from '../../db/order-figures.ts'
import { useShop } from '../../db/use-deps.tsx'
import { BesideLabel } from '../../forms/fields.tsx'
import { fieldTitle } from '../../i18n/column-titles.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ExportButtons, type Fetching, fetchPages } from '../../lists/exports.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { shopStateNames } from '../order-state-badge.tsx'
import { itemsOf, nameOf } from '../shown-order.ts'

interface Writing {
  locale: Locale
  translate: (text: MessageDescriptor) => string
  timeZone: string
}

interface Line {
  order: Order
  offer: Offer | undefined
  item?: OrderItem
  charge?: { label: string; amount: number }
  /** the order's days; empty where something did not happen */
  days: { requested: CellValue; offered: CellValue; accepted: CellValue; removed: CellValue }
}
type Read = (line: Line, writing: Writing) => CellValue

function money(minor: number | null | undefined, offer: Offer | undefined): CellValue {
  return minor === null || minor === undefined || !offer ? '' : Number(decimalText(minor, minorDigits(offer.currency)))
}

const offeredLine = ({ item, offer }: Line) => offer?.lines.find(({ fishe }) => fishe === item?.fishe)

/** The line of the request; undefined for an alternative, which was not asked for. */
const askedLine = ({ order, item }: Line) => order.orderItems.find(({ fishe }) => fishe === item?.fishe)

/** What the order copied from its product; older orders have none of it. */
const fact =
  (name: LineFieldName): Read =>
  ({ item }, { locale }) => {
    const value = item?.[name]
    return typeof value === 'string' && fieldRow(name).hasTradeWords ? translatePacking(value, locale) : (value ?? '')
  }

const itemName: Read = ({ item, charge }, { locale }) => (item ? nameOf(item, locale) : (charge?.label ?? ''))

interface Column {
  title: MessageDescriptor | LineFieldName
  read: Read
}
const column = (title: MessageDescriptor, read: Read): Column => ({ title, read })

const columns: Column[] = [
  column(msg`Reference`, ({ order }) => order.reference),
  column(msg({ message: 'State', comment: 'of a request for a quote' }), ({ order }, { translate }) =>
    translate(shopStateNames[order.state]),
  ),
  column(msg({ message: 'Requested on', comment: 'column of a file' }), ({ days }) => days.requested),
  column(msg({ message: 'Offered on', comment: 'column of a file' }), ({ days }) => days.offered),
  column(msg({ message: 'Accepted on', comment: 'column of a file' }), ({ days }) => days.accepted),
  column(
    msg({ message: 'Removed on', comment: 'column of a file: when the shop removed the request' }),
    ({ days }) => days.removed,
  ),
  column(msg({ message: 'Buyer', comment: 'column: who asked for a quote' }), ({ order }) => order.user.name),
  column(msg({ message: 'Email', comment: 'label of a field' }), ({ order }) => order.user.email),
  column(msg`Phone`, ({ order }) => order.shippingAddress.phone),
  column(msg`Address`, ({ order }) => order.shippingAddress.address),
  column(msg`City`, ({ order }) => order.shippingAddress.city),
  column(msg`Postal code`, ({ order }) => order.shippingAddress.postalCode),
  column(msg`Country`, ({ order }) => order.shippingAddress.country),
  { title: 'code', read: fact('code') },
  column(msg({ message: 'Product or charge', comment: 'column of a file' }), itemName),
  ...lineFields.filter((name) => name !== 'code').map((name) => ({ title: name, read: fact(name) })),
  column(msg({ message: 'Asked (t)', comment: 'column of a file: tonnes' }), (line) => askedLine(line)?.qty ?? ''),
  column(msg({ message: 'Offered (t)', comment: 'column of a file: tonnes' }), (line) => {
    const offered = offeredLine(line)
    return offered && offered.price !== null ? offered.qty : ''
  }),
  column(msg`Currency`, ({ offer }) => offer?.currency ?? ''),
  column(msg({ message: 'Price per tonne', comment: 'column of a file' }), (line) =>
    money(offeredLine(line)?.price, line.offer),
  ),
  column(msg({ message: 'Target price', comment: 'what a buyer would pay for a tonne' }), (line) => {
    const { target, currency } = { ...askedLine(line), ...line.order.wishes }
    return target === undefined || !currency ? '' : Number(decimalText(target, minorDigits(currency)))
  }),
  column(msg({ message: 'Currency of the target price', comment: 'column of a file' }), (line) =>
    askedLine(line)?.target === undefined ? '' : (line.order.wishes.currency ?? ''),
  ),
  column(msg({ message: 'Line total', comment: 'column of a file' }), (line) =>
    money(line.charge ? line.charge.amount : offeredLine(line)?.total, line.offer),
  ),
  column(msg({ message: 'Total of the offer', comment: 'column of a file' }), ({ offer }) =>
    money(offer?.total, offer),
  ),
  column(msg`Delivery term`, ({ offer }) => offer?.incoterm ?? ''),
  column(msg({ message: 'Place', comment: 'where the goods are delivered' }), ({ offer }) => offer?.place ?? ''),
  column(msg`Valid until`, ({ offer }) => (offer ? { day: offer.validUntil } : '')),
  column(msg({ message: 'ID', comment: 'column: the number of an order' }), ({ order }) => order._id),
]

function linesOf(order: Order, timeZone: string): Line[] {
  const dayOf = (moment: string) => dayIn(timeZone, Date.parse(moment))
  const current = findCurrentOffer(order)
  const at = (event: { at: string } | undefined): CellValue => (event ? { day: dayOf(event.at) } : '')
  const days = {
    requested: { day: dayOf(order.created_at) },
    offered: at(eventsAtHand(order).find(({ _id }) => _id === current?.id)),
    accepted: at(order.state === 'accepted' ? { at: stateSince(order) } : undefined),
    removed: at(order.sealed ? { at: order.sealed } : undefined),
  }
  const shared = { order, offer: current?.offer, days }
  const items = itemsOf(order).map((item) => ({ ...shared, item }))
  return [...items, ...(shared.offer?.charges ?? []).map((charge) => ({ ...shared, charge }))]
}

/** One row for each line and charge, below their titles. The line totals of an order sum up to the total of its offer. */
export function orderRows(orders: readonly Order[], writing: Writing): TableValues {
  const { locale, translate } = writing
  const lines = orders.flatMap((order) => linesOf(order, writing.timeZone))
  return [
    columns.map(({ title }) => (typeof title === 'string' ? fieldTitle(title, locale) : translate(title))),
    ...lines.map((line) => columns.map(({ read }) => read(line, writing))),
  ]
}

interface DayRange {
  from: string
  to: string
}

export const inRange = (orders: readonly Order[], { from, to }: DayRange, timeZone: string) =>
  orders.filter(({ created_at }) => {
    const day = dayIn(timeZone, Date.parse(created_at))
    return (!from || day >= from) && (!to || day <= to)
  })

/** Fetches all orders that match the search. Throws `RefusedError` and `ConnectionError`. */
export function fetchOrders({ api, keyword }: { api: Api; keyword: string }, fetching: Fetching): Promise<Order[]> {
  const load = (paging: { page: number; per_page: number }, signal: AbortSignal) =>
    api.call('listOrders', { query: { ...paging, ...(keyword !== '' && { keyword }) }, signal })
  return fetchPages(load, fetching)
}

interface Exported {
  what: ReactNode
  orders: (fetching: Fetching) => Promise<readonly Order[]>
}

export function OrdersExport({ what, orders }: Exported) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const { timeZone } = useShop()
  const [range, setRange] = useState<DayRange>({ from: '', to: '' })
  const fetchRows = async (fetching: Fetching) => {
    const found = await orders(fetching)
    const wanted = inRange(found, range, timeZone)
    return orderRows(wanted, { locale, timeZone, translate: (text) => i18n._(text) })
  }
  return (
    <Disclosure title={t({ message: 'Export', comment: 'opens the choices of an export' })}>
      <Stack gap="4" padding="3">
        <Text>{what}</Text>
        <Flex wrap="wrap" gap="4">
          {(['from', 'to'] as const).map((name) => (
            <BesideLabel key={name} label={name === 'from' ? t`Requested from` : t`Requested until`}>
              {(id) => (
                <Input
                  id={id}
                  type="date"
                  width="auto"
                  value={range[name]}
                  onChange={({ target }) => setRange({ ...range, [name]: target.value })}
                />
              )}
            </BesideLabel>
          ))}
        </Flex>
        <ExportButtons list="orders" fetchRows={fetchRows} />
        <Text color="fg.muted">
          <Trans>One row for each line and each charge, with what was asked and what is offered.</Trans>
        </Text>
      </Stack>
    </Disclosure>
  )
}
