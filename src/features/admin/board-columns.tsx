import { Badge, chakra, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { formatAge } from '../../i18n/ages.ts'
import { formatDate } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/money.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { OrderStateBadge } from '../../ui/offers/order-state-badge.tsx'
import { ValidityLeft } from '../../ui/offers/validity-left.tsx'
import { Reference } from '../../ui/reference.tsx'
import { type Column, Quiet, RowActions } from '../../ui/table-cards.tsx'
import type { BoardRow } from './board-rows.ts'
import { DeleteButton, ViewOrderButton } from './row-buttons.tsx'

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
              <Trans comment="badge of a request with an unread answer of the buyer">New</Trans>
            </Badge>
          )}
        </span>
      ),
    },
    {
      title: t({ message: 'Buyer', comment: 'column: who asked for a quote' }),
      cell: ({ order: { user } }) => (
        <Text as="span" display="block" minWidth={{ lg: '9rem' }} overflowWrap="anywhere">
          {user.name}
          <Quiet>{user.email}</Quiet>
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
    { title: t`State`, cell: ({ state }) => <OrderStateBadge state={state} side="shop" /> },
    {
      title: t({ message: 'Since', comment: 'column: how long a request has been in its state' }),
      cell: ({ since, state, order }) => (
        <>
          <chakra.time dateTime={new Date(since).toISOString()} title={formatDate(since)}>
            {formatAge(since, { now, locale })}
          </chakra.time>
          {state === 'offered' && <Validity order={order} now={now} />}
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
        <RowActions direction={{ md: 'column' }}>
          <ViewOrderButton id={order._id} />
          <DeleteButton aria-describedby={`order-${order._id}`} onClick={() => onDelete(order)} />
        </RowActions>
      ),
    },
  ]
}

/** How long the current offer of an order is still valid. */
function Validity({ order, now }: { order: Order; now: number }) {
  const offer = findCurrentOffer(order.events)?.offer
  return (
    offer && (
      <Quiet>
        <ValidityLeft validUntil={offer.validUntil} now={now} />
      </Quiet>
    )
  )
}
