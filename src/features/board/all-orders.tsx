import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { orderLists } from '../../data/orders/read.ts'
import { useShopToday } from '../../data/orders/use-orders.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { ListFrame } from '../../parts/lists/list-frame.tsx'
import { useAdminList } from '../../parts/lists/use-admin-list.ts'
import { DeleteOrder } from '../../parts/offers/delete-order.tsx'
import { TableCards } from '../../ui/rows/table-cards.tsx'
import { useBoardColumns } from './board-columns.tsx'
import { boardRow } from './board-rows.ts'
import { fetchOrders } from './export-orders.ts'
import { OrdersExport } from './orders-export.tsx'

export interface OrderListProps {
  keyword: string
  page: number
  /** ms since 1970 */
  now: number
  onPage: (page: number) => void
}

/** All orders of the shop, paged and searched by the server. */
export function AllOrders({ keyword, page, now, onPage }: OrderListProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const [deleting, setDeleting] = useState<Order>()
  const today = useShopToday()
  const columns = useBoardColumns({ now, onDelete: setDeleting })
  const list = useAdminList<Order>({
    name: 'orders',
    keyword,
    page,
    load: (query, signal) => api.call('listOrders', { query, signal }),
    saved: orderLists,
    searchable: (order) => `${order.reference} ${order.user.name} ${order.user.email}`,
  })
  return (
    <>
      <Text color="fg.muted">
        <Trans>All requests, also those of earlier years; they come from the server.</Trans>
      </Text>
      <OrdersExport
        what={
          keyword ? (
            <Trans>All requests of the shop that match “{keyword}”, in every state.</Trans>
          ) : (
            <Trans>All requests of the shop, in every state.</Trans>
          )
        }
        orders={(fetching) => fetchOrders({ api, keyword }, fetching)}
      />
      <ListFrame
        list={list}
        onPage={onPage}
        empty={keyword ? <Trans>No order matches “{keyword}”.</Trans> : <Trans>There are no orders yet.</Trans>}
      >
        {(orders) => (
          <TableCards
            isWide
            caption={t`Orders`}
            columns={columns}
            rows={orders.map((order) => boardRow({ order, state: order.state, isUnopened: false, waiting: [] }, today))}
            rowKey={({ order }) => order._id}
          />
        )}
      </ListFrame>
      <DeleteOrder order={deleting} onClose={() => setDeleting(undefined)} onDeleted={() => list.reload()} />
    </>
  )
}
