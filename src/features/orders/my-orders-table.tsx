import { Badge, Flex, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Age } from '../../parts/age.tsx'
import { ViewOrderButton } from '../../parts/lists/row-buttons.tsx'
import { OrderProducts } from '../../parts/offers/order-products.tsx'
import { OrderStateBadge, Reference, SealedBadge, UnsentBadge } from '../../parts/offers/order-state-badge.tsx'
import { TableTime } from '../../ui/dates.tsx'
import { SecondaryText, TableCards } from '../../ui/rows/table-cards.tsx'
import { DeliveryState } from './delivery-state.tsx'
import type { ShownOrder } from './shown-order.ts'

interface MyOrdersTableProps {
  orders: readonly ShownOrder[]
  /** the number of the first row */
  first: number
}

/** One page of the customer's requests. */
export function MyOrdersTable({ orders, first }: MyOrdersTableProps) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <TableCards
      caption={t`My orders`}
      rows={orders}
      rowKey={(order) => order.id}
      columns={[
        { title: '#', cell: (order) => orders.indexOf(order) + first },
        {
          title: t`Reference`,
          kind: 'heading',
          cell: ({ id, reference, items }) => (
            <>
              <Reference id={`order-${id}`}>{reference}</Reference>
              <OrderProducts items={items} />
            </>
          ),
        },
        {
          title: t({ message: 'Created', comment: 'date of an order' }),
          cell: ({ createdAt }) => (
            <span>
              <TableTime at={createdAt} />
              <SecondaryText>
                <Age at={createdAt} />
              </SecondaryText>
            </span>
          ),
        },
        {
          title: t({ message: 'Tonnes', comment: 'column: the sum of what was asked for' }),
          cell: ({ items }) => (
            <Text as="span" whiteSpace="nowrap">
              {formatTonnes(
                items.reduce((sum, { qty }) => sum + qty, 0),
                locale,
              )}
            </Text>
          ),
        },
        {
          title: t({ message: 'Total', comment: 'column: the sum of an offer' }),
          cell: ({ view }) => {
            const offer = view && findCurrentOffer(view.order)?.offer
            return offer ? formatMoney(offer.total, offer.currency, locale) : '–'
          },
        },
        { title: t`State`, cell: (order) => <StateCell order={order} /> },
        {
          title: t`Actions`,
          kind: 'actions',
          cell: (order) => <ViewOrderButton id={order.id} />,
        },
      ]}
    />
  )
}

/** The badges of a request: its state, whether it is sent, and whether there is something new. */
function StateCell({ order }: { order: ShownOrder }) {
  const { view } = order
  const isRefused = view?.waiting.some((row) => row.state === 'attention')
  const hasUnsent = view?.waiting.some((row) => row.state !== 'attention')
  return (
    <Flex wrap="wrap" gap="1.5">
      {view?.isUnopened && (
        <Badge colorPalette="red">
          <Trans comment="badge of a request with an answer or message that was not opened yet">New answer</Trans>
        </Badge>
      )}
      {view && <OrderStateBadge state={view.state} side="buyer" shipment={view.order.shipment} />}
      {view?.order.sealed && <SealedBadge />}
      {(!view || view.state === 'requested') && <DeliveryState order={order} />}
      {hasUnsent && <UnsentBadge />}
      {isRefused && (
        <Badge colorPalette="red">
          <Trans>Needs your attention</Trans>
        </Badge>
      )}
    </Flex>
  )
}
