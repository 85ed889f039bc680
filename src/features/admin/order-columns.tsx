import { Button, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Order } from '../../../contract/orders.ts'
import { Time } from '../../ui/dates.tsx'
import { Reference } from '../../ui/reference.tsx'
import { type Column, Quiet, RowActions } from '../../ui/table-cards.tsx'

/** The columns of the orders tables; with `onDelete` each row can also be deleted. */
export function useOrderColumns({ onDelete }: { onDelete?: (order: Order) => void } = {}): Column<Order>[] {
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
          <Button asChild>
            <Link to="/order/$id" params={{ id: order._id }} aria-describedby={`order-${order._id}`}>
              <Trans comment="link at a row: opens the order">View</Trans>
            </Link>
          </Button>
          {onDelete && (
            <Button colorPalette="red" aria-describedby={`order-${order._id}`} onClick={() => onDelete(order)}>
              <Trans comment="button at a row">Delete</Trans>
            </Button>
          )}
        </RowActions>
      ),
    },
  ]
}
