import { useLingui } from '@lingui/react/macro'
import type { Order } from '../../../contract/orders.ts'
import { ViewOrderButton } from '../../parts/lists/row-buttons.tsx'
import { GoneBadge, Reference, SealedBadge } from '../../parts/offers/order-state-badge.tsx'
import { TableTime } from '../../ui/dates.tsx'
import { CellText, type Column, SecondaryText, useActionsColumn } from '../../ui/rows/table-cards.tsx'

/** The columns of the dashboard's orders. */
export function useOrderColumns(): Column<Order>[] {
  const { t } = useLingui()
  return [
    {
      title: t({ message: 'ID', comment: 'column: the number of an order' }),
      kind: 'heading',
      cell: (order) => (
        <span id={`order-${order._id}`}>
          <Reference>{order.reference}</Reference> {order.sealed && <SealedBadge />} {order.buyerGone && <GoneBadge />}
          <SecondaryText fontFamily="mono" fontSize="xs" overflowWrap="anywhere">
            {order._id}
          </SecondaryText>
        </span>
      ),
    },
    {
      title: t({ message: 'Customer', comment: 'column: who ordered' }),
      cell: (order) => (
        <CellText>
          {order.user.name}
          <SecondaryText>{order.user.email}</SecondaryText>
        </CellText>
      ),
    },
    {
      title: t({ message: 'Created', comment: 'column: when the order was made' }),
      cell: (order) => <TableTime at={order.created_at} />,
    },
    useActionsColumn((order) => <ViewOrderButton id={order._id} />),
  ]
}
