import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { getOutboxOf } from '../../db/outbox-rows.ts'
import { formatDate } from '../../i18n/dates.ts'
import { orderLists } from '../../orders/read.ts'
import { useDeps } from '../../ui/deps.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page } from '../../ui/page.tsx'
import { asError, isLoggedOut } from '../../ui/refused-error.ts'
import { useSession } from '../../ui/session.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { TableCards } from '../../ui/table-cards.tsx'
import { useSavedView } from '../../ui/use-saved-view.ts'
import { OrderState } from './order-state.tsx'
import { Reference } from './reference.tsx'
import { mergeOrders, type ShownOrder } from './shown-order.ts'

/** The customer's own requests, sent and waiting, newest first; readable without a connection. */
export function MyOrdersPage() {
  const { t } = useLingui()
  const { db, api } = useDeps()
  const session = useSession()
  const view = useSavedView('my-orders', (signal) => api.call('myOrders', { signal }), orderLists)
  const rows = useLiveQuery(
    async () => (session ? (await getOutboxOf(db, session.userId).catch(() => [])).filter(isOrder) : []),
    [db, session?.userId],
  )
  const orders = mergeOrders(view.body ?? [], rows ?? [], view.at)
  const failure = view.failure && asError(view.failure)
  const loading = rows === undefined || (view.body === undefined && view.busy)
  return (
    <Page title={t`My orders`}>
      {orders.length > 0 ? (
        <>
          {failure && isLoggedOut(failure) && <LoadFailure error={failure} onRetry={() => void view.reload()} />}
          <OrderTable orders={orders} />
        </>
      ) : loading ? (
        <Spinner onRetry={() => void view.reload()} />
      ) : failure && view.body === undefined ? (
        <LoadFailure error={failure} onRetry={() => void view.reload()} />
      ) : (
        <NoOrders />
      )}
    </Page>
  )
}

const isOrder = (row: { kind: string }) => row.kind === 'order'

function OrderTable({ orders }: { orders: ShownOrder[] }) {
  const { t } = useLingui()
  return (
    <TableCards
      caption={t`My orders`}
      rows={orders}
      rowKey={(order) => order.id}
      columns={[
        { title: '#', cell: (order) => orders.indexOf(order) + 1 },
        {
          title: t`Reference`,
          kind: 'heading',
          cell: (order) => <Reference>{order.reference}</Reference>,
        },
        { title: t({ message: 'Created', comment: 'date of an order' }), cell: (order) => formatDate(order.createdAt) },
        { title: t`State`, cell: (order) => <OrderState order={order} /> },
        {
          title: t`Actions`,
          kind: 'actions',
          cell: (order) => (
            <Button asChild>
              <Link to="/order/$id" params={{ id: order.id }}>
                <Trans>View</Trans>
              </Link>
            </Button>
          ),
        },
      ]}
    />
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon="list"
      title={<Trans>You have not asked for a quote yet.</Trans>}
      action={
        <Button asChild variant="solid">
          <Link to="/products">
            <Trans>Choose products</Trans>
          </Link>
        </Button>
      }
    />
  )
}
