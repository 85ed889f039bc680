import { Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { Order } from '../../../contract/orders.ts'
import { Time } from '../../ui/dates.tsx'
import { Reference } from '../../ui/reference.tsx'
import { type Column, Quiet, RowActions } from '../../ui/table-cards.tsx'
import { ViewOrderButton } from './row-buttons.tsx'

/** The columns of the dashboard's orders. */
export function useOrderColumns(): Column<Order>[] {
  const { t } = useLingui()
  return [
    {
      title: t({ message: 'ID', comment: 'column: the number of an order' }),
      kind: 'heading',
      cell: (order) => (
        <span id={`order-${order._id}`}>
          <Reference>{order.reference}</Reference>
          <Quiet fontFamily="mono" fontSize="xs" overflowWrap="anywhere">
            {order._id}
          </Quiet>
        </span>
      ),
    },
    {
      title: t({ message: 'Customer', comment: 'column: who ordered' }),
      cell: (order) => (
        <Text as="span" overflowWrap="anywhere">
          {order.user.name}
          <Quiet>{order.user.email}</Quiet>
        </Text>
      ),
    },
    {
      title: t({ message: 'Created', comment: 'column: when the order was made' }),
      cell: (order) => <Time at={order.created_at} />,
    },
    {
      title: t({ message: 'Actions', comment: 'column of buttons' }),
      kind: 'actions',
      cell: (order) => (
        <RowActions>
          <ViewOrderButton id={order._id} />
        </RowActions>
      ),
    },
  ]
}
