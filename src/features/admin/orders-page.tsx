import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { orderLists } from '../../orders/read.ts'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TableCards } from '../../ui/table-cards.tsx'
import { ExportOrders } from './export-button.tsx'
import { listAddress } from './list-address.ts'
import { ListFrame } from './list-frame.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { rowsPerPage } from './rows-per-page.ts'
import { useAdminList } from './use-admin-list.ts'

const route = getRouteApi('/admin/order')

export function OrdersPage() {
  const { keyword, page, onQuery } = listAddress(route.useSearch(), route.useNavigate())
  const { t } = useLingui()
  const { api } = useDeps()
  const [deleting, setDeleting] = useState<Order>()
  const columns = useOrderColumns({ onDelete: setDeleting })
  const list = useAdminList<Order>({
    name: 'orders',
    keyword,
    page,
    perPage: rowsPerPage,
    load: (query, signal) => api.call('listOrders', { query, signal }),
    saved: orderLists,
    searchable: (order) => `${order.reference} ${order.user.name} ${order.user.email}`,
  })
  return (
    <Page title={t`Orders`} actions={<ExportOrders keyword={keyword} />}>
      <SearchField label={t`Search orders`} value={keyword} onSearch={(text) => onQuery({ keyword: text })} />
      <ListFrame
        list={list}
        onPage={(to) => onQuery({ keyword, page: to })}
        empty={keyword ? <Trans>No order matches “{keyword}”.</Trans> : <Trans>There are no orders yet.</Trans>}
      >
        {(rows) => <TableCards caption={t`Orders`} columns={columns} rows={rows} rowKey={(order) => order._id} />}
      </ListFrame>
      <DeleteDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onDelete={() => api.call('deleteOrder', { params: { id: deleting?._id ?? '' } })}
        onDeleted={() => list.reload()}
      >
        <p>
          <Trans>
            The request {deleting?.reference} of {deleting?.user.name || deleting?.user.email} goes for good, also from
            the customer's list.
          </Trans>
        </p>
      </DeleteDialog>
    </Page>
  )
}
