import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Order } from '../../../contract/orders.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Column } from '../../ui/table-cards.tsx'

/** The columns of the orders tables; with `onDelete` each row can also be deleted. */
export function useOrderColumns({ onDelete }: { onDelete?: (order: Order) => void } = {}): Column<Order>[] {
  const { t } = useLingui()
  return [
    {
      title: t({ message: 'ID', comment: 'column: the number of an order' }),
      heading: true,
      cell: (order) => (
        <span id={`order-${order._id}`}>
          <span className="reference">{order.reference}</span>
          <span className="row-quiet order-id breaks">{order._id}</span>
        </span>
      ),
    },
    {
      title: t({ message: 'Customer', comment: 'column: who ordered' }),
      cell: (order) => (
        <span className="breaks">
          {order.user.name}
          <span className="row-quiet">{order.user.email}</span>
        </span>
      ),
    },
    {
      title: t({ message: 'Created', comment: 'column: when the order was made' }),
      cell: (order) => (
        <time className="row-number" dateTime={order.created_at}>
          {formatDate(order.created_at)}
        </time>
      ),
    },
    {
      title: t({ message: 'Actions', comment: 'column of buttons' }),
      actions: true,
      cell: (order) => (
        <div className="row-actions">
          <Link to="/order/$id" params={{ id: order._id }} className="button" aria-describedby={`order-${order._id}`}>
            <Trans comment="link at a row: opens the order">View</Trans>
          </Link>
          {onDelete && (
            <button
              type="button"
              className="button button-danger"
              aria-describedby={`order-${order._id}`}
              onClick={() => onDelete(order)}
            >
              <Trans comment="button at a row">Delete</Trans>
            </button>
          )}
        </div>
      ),
    },
  ]
}
