import { Badge, chakra, Flex, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { openShipment } from '../../db/shipments.ts'
import { formatTime } from '../../i18n/dates.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ViewOrderButton } from '../../lists/row-buttons.tsx'
import { formatAge } from '../../ui/age.tsx'
import { Day } from '../../ui/date-text.tsx'
import { type Column, Reference, RowActions, SecondaryText } from '../../ui/rows/table-cards.tsx'
import { ValidityLeft } from '../offer-terms.tsx'
import { OrderMenu } from '../order-menu.tsx'
import { OrderProducts } from '../order-products.tsx'
import { GoneBadge, OrderStateBadge, SealedBadge, UnsentBadge } from '../order-state-badge.tsx'
import type { BoardRow } from './board-rows.ts'

interface BoardColumnsOptions {
  /** ms since 1970 */
  now: number
  onDelete: (order: Order) => void
}

export function useBoardColumns({ now, onDelete }: BoardColumnsOptions): Column<BoardRow>[] {
  const { t } = useLingui()
  const locale = useLocale()
  return [
    {
      title: t`Reference`,
      kind: 'heading',
      cell: ({ order, isUnopened }) => (
        <span id={`order-${order._id}`}>
          <Reference>{order.reference}</Reference>{' '}
          {isUnopened && (
            <Badge colorPalette="accent" fontFamily="body">
              <Trans comment="badge of a request with an answer or message that was not opened yet">New answer</Trans>
            </Badge>
          )}
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
      cell: ({ tonnes }) => (
        <Text as="span" whiteSpace="nowrap">
          {formatTonnes(tonnes, locale)}
        </Text>
      ),
    },
    {
      title: t`State`,
      cell: ({ order, state, hasUnsent, late }) => (
        <Flex wrap="wrap" gap="1.5">
          <OrderStateBadge state={state} side="shop" shipment={order.shipment} />
          {order.sealed && <SealedBadge />}
          {order.buyerGone && <GoneBadge />}
          {late && <LateBadge />}
          {hasUnsent && <UnsentBadge />}
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
      cell: ({ money }) => (money ? formatMoney(money.total, money.currency, locale) : '–'),
    },
    {
      title: t({ message: 'Actions', comment: 'column of buttons' }),
      kind: 'actions',
      cell: ({ order }) => (
        <RowActions direction="row" wrap="nowrap" css={{ '& > :first-of-type': { flex: { lgDown: 1 } } }}>
          <ViewOrderButton id={order._id} />
          {!order.sealed && <OrderMenu reference={order.reference} onDelete={() => onDelete(order)} />}
        </RowActions>
      ),
    },
  ]
}

/** Marks a shipment that is late, or will soon be needed; the days are in the next column. */
function LateBadge() {
  return (
    <Badge colorPalette="red">
      <Trans comment="badge of a shipment: its ship should have sailed or arrived, or the buyer needs the goods soon">
        late
      </Trans>
    </Badge>
  )
}

/** When the ship of goods on their way sails or arrives, and by when the buyer needs them. */
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

/** How long the current offer of an order is still valid. */
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
