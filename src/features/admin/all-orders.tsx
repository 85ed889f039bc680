import { Flex, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { orderLists } from '../../orders/read.ts'
import { useDeps } from '../../ui/deps.tsx'
import { TableCards } from '../../ui/table-cards.tsx'
import { useBoardColumns } from './board-columns.tsx'
import { boardRow } from './board-rows.ts'
import { DeleteOrder } from './delete-order.tsx'
import { ExportButton } from './export-button.tsx'
import { ListFrame } from './list-frame.tsx'
import { useAdminList } from './use-admin-list.ts'

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
      <Flex wrap="wrap" align="center" justify="space-between" gap="3">
        <Text color="fg.muted">
          <Trans>All requests, also those of earlier years; they come from the server.</Trans>
        </Text>
        <ExportButton keyword={keyword} />
      </Flex>
      <ListFrame
        list={list}
        onPage={onPage}
        empty={keyword ? <Trans>No order matches “{keyword}”.</Trans> : <Trans>There are no orders yet.</Trans>}
      >
        {(orders) => (
          <TableCards
            caption={t`Orders`}
            columns={columns}
            rows={orders.map((order) => boardRow({ order, state: order.state, isUnopened: false }, now))}
            rowKey={({ order }) => order._id}
          />
        )}
      </ListFrame>
      <DeleteOrder order={deleting} onClose={() => setDeleting(undefined)} onDeleted={() => list.reload()} />
    </>
  )
}
