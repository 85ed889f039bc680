import { chakra, Flex, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { findCurrentOffer, isWaitingForShop, type OrderState, orderStates } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { shipmentSteps } from '../../../contract/shipment/milestones.ts'
import { type Lateness, latenessOf, openShipment, stateSince, waitingSince } from '../../db/order-figures.ts'
import { type OrderView, withWaiting } from '../../db/read-orders.ts'
import { formatTime } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ViewOrderButton } from '../../lists/list-rows.tsx'
import { Day, formatAge } from '../../ui/date-text.tsx'
import { type Column, Reference, RowActions, SecondaryText } from '../../ui/rows/table-cards.tsx'
import { OrderProducts } from '../line-name.tsx'
import { ValidityLeft } from '../offer-sheet.tsx'
import { OrderMenu } from '../order-menu.tsx'
import { Mark, OfferTotal, OrderStateBadge, TonnesText } from '../order-state-badge.tsx'
import { searchedTexts, searchRows } from '../shown-order.ts'

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
}

/** `today`: the shop's, as `2026-11-30`. */
export function boardRow(
  { order, state, isUnopened, waiting }: Pick<OrderView, 'order' | 'state' | 'isUnopened' | 'waiting'>,
  today: string,
): BoardRow {
  const needsAnswer = isWaitingForShop(withWaiting(order, waiting))
  return {
    order,
    state,
    isUnopened,
    needsAnswer,
    hasUnsent: waiting.some((row) => row.state !== 'attention'),
    since: needsAnswer ? waitingSince(order) : Date.parse(enteredAt(order, state)),
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
  return tab === 'waiting' ? row.needsAnswer : row.state === tab
}

function compareShipments(a: BoardRow, b: BoardRow): number {
  const [dayA, dayB] = [a.late?.day ?? '9999', b.late?.day ?? '9999']
  if (dayA !== dayB) return dayA < dayB ? -1 : 1
  return placeOf(a) - placeOf(b) || a.since - b.since
}

function placeOf({ order: { shipment } }: BoardRow): number {
  return shipment?.step ? shipmentSteps.indexOf(shipment.step) : -1
}

/** `waiting` has the oldest first, `way` what is late first and then by step, other tabs the newest first. */
export function rowsOf(rows: readonly BoardRow[], { tab, keyword }: { tab: BoardTab; keyword: string }): BoardRow[] {
  const found = searchRows(rows.filter(isIn(tab)), keyword, ({ order: { _id: id, user, ...order } }) => [
    ...[user.name, user.email],
    ...searchedTexts({ id, reference: order.reference, address: order.shippingAddress, items: order.orderItems }),
  ])
  if (tab === 'way') return found.sort(compareShipments)
  return found.sort((a, b) => (tab === 'waiting' ? a.since - b.since : b.since - a.since))
}

export function countRows(rows: readonly BoardRow[]): Partial<Record<BoardTab, number>> {
  const tabs = boardTabs.filter((tab) => tab !== 'all')
  return Object.fromEntries(tabs.map((tab) => [tab, rows.filter(isIn(tab)).length]))
}

export function useBoardColumns(now: number, onDeleted: () => Promise<void>): Column<BoardRow>[] {
  const { t } = useLingui()
  const locale = useLocale()
  return [
    {
      title: t`Reference`,
      kind: 'heading',
      cell: ({ order, isUnopened }) => (
        <span id={`order-${order._id}`}>
          <Reference>{order.reference}</Reference> {isUnopened && <Mark kind="unopened" />}
          <OrderProducts items={order.orderItems} />
        </span>
      ),
    },
    {
      title: t({ message: 'Buyer', comment: 'column: who asked for a quote' }),
      cell: ({ order: { user } }) => (
        <Text as="span" display="block" minWidth={{ lg: '9rem' }} overflowWrap="anywhere">
          {user.name}
          <SecondaryText>
            {user.email.split('@').map((part, at) => (
              // a long address breaks before its sign
              <Fragment key={at === 0 ? 'name' : part}>
                {at > 0 && (
                  <>
                    <wbr />@
                  </>
                )}
                {part}
              </Fragment>
            ))}
          </SecondaryText>
        </Text>
      ),
    },
    { title: t`Country`, cell: ({ order }) => order.shippingAddress.country },
    {
      title: t({ message: 'Tonnes', comment: 'column: the sum of what was asked for' }),
      cell: ({ order }) => <TonnesText items={order.orderItems} />,
    },
    {
      title: t`State`,
      cell: ({ order, state, hasUnsent, late }) => (
        <Flex wrap="wrap" gap="1.5">
          <OrderStateBadge state={state} side="shop" shipment={order.shipment} />
          {order.sealed && <Mark kind="sealed" />}
          {order.buyerGone && <Mark kind="buyerGone" />}
          {late && <Mark kind="late" />}
          {hasUnsent && <Mark kind="unsent" />}
        </Flex>
      ),
    },
    {
      title: t({ message: 'Last change', comment: 'column: when the state of a request changed last' }),
      cell: ({ since, state, order, late }) => (
        <>
          <chakra.time dateTime={new Date(since).toISOString()} title={formatTime(since, locale)}>
            {formatAge(since, { now, locale })}
          </chakra.time>
          {state === 'offered' && <Validity order={order} now={now} />}
          <ShipDates order={order} late={late} />
        </>
      ),
    },
    {
      title: t({ message: 'Total', comment: 'column: the sum of an offer' }),
      cell: ({ order }) => <OfferTotal order={order} />,
    },
    {
      title: t({ message: 'Actions', comment: 'column of buttons' }),
      kind: 'actions',
      cell: ({ order }) => (
        <RowActions direction="row" wrap="nowrap" css={{ '& > :first-of-type': { flex: { lgDown: 1 } } }}>
          <ViewOrderButton id={order._id} />
          <OrderMenu order={order} onDeleted={onDeleted} />
        </RowActions>
      ),
    },
  ]
}

function ShipDates({ order, late }: Pick<BoardRow, 'order' | 'late'>) {
  const shipment = openShipment(order)
  if (!shipment) return null
  const { etd, eta } = shipment
  const hasSailed = shipment.done.some(({ step }) => step === 'sailed')
  return (
    <SecondaryText>
      {etd && !hasSailed && (
        <Text as="span" display="block" {...(late?.kind === 'etd' && overdue)}>
          <Trans comment="day on which a ship is expected to sail">
            ETD <Day day={etd} />
          </Trans>
        </Text>
      )}
      {eta && (
        <Text as="span" display="block" {...(late?.kind === 'eta' && overdue)}>
          <Trans comment="day on which a ship is expected to arrive">
            ETA <Day day={eta} />
          </Trans>
        </Text>
      )}
      {late?.kind === 'needed' && (
        <Text as="span" display="block" {...overdue}>
          <Trans comment="the buyer needs the goods by this day">
            needed by <Day day={late.day} />
          </Trans>
        </Text>
      )}
    </SecondaryText>
  )
}

const overdue = { color: 'fg.error', fontWeight: 'semibold' } as const

function Validity({ order, now }: { order: Order; now: number }) {
  const offer = findCurrentOffer(order)?.offer
  return (
    offer && (
      <SecondaryText>
        <ValidityLeft offer={offer} now={now} />
      </SecondaryText>
    )
  )
}
