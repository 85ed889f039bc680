import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { pageOf } from '../../../contract/catalogue-query.ts'
import type { Order } from '../../../contract/orders.ts'
import type { useOrders } from '../../data/orders/use-orders.ts'
import { ListFrame } from '../../parts/lists/list-frame.tsx'
import { NewRows } from '../../parts/lists/new-rows.tsx'
import { rowsPerPage } from '../../parts/lists/use-admin-list.ts'
import { useHeldRows } from '../../parts/lists/use-held-rows.ts'
import { DeleteOrder } from '../../parts/offers/delete-order.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { TableCards } from '../../ui/rows/table-cards.tsx'
import type { OrderListProps } from './all-orders.tsx'
import { useBoardColumns } from './board-columns.tsx'
import { type BoardRow, type BoardTab, rowsOf } from './board-rows.ts'
import { tabNames } from './board-tabs.tsx'
import { OrdersExport } from './orders-export.tsx'

interface BoardListProps extends OrderListProps {
  tab: BoardTab
  /** undefined while they are read from the device */
  rows: readonly BoardRow[] | undefined
  orders: ReturnType<typeof useOrders>
}

/** One tab of the board. It shows the orders on the device, so it also works offline. */
export function BoardList({ tab, keyword, page, now, onPage, rows, orders }: BoardListProps) {
  const { t } = useLingui()
  const [deleting, setDeleting] = useState<Order>()
  const columns = useBoardColumns({ now, onDelete: setDeleting })
  const { saved, failure, isBusy, reload } = orders
  // some orders may be on the device before the first pull is complete
  const hasOrders = saved !== undefined && (saved.isComplete || saved.orders.length > 0)
  const { held, came, show, ...board } = useHeldRows({
    rows: hasOrders && rows ? rowsOf(rows, { tab, keyword }) : undefined,
    idOf: ({ order }) => order._id,
    place: `${tab} ${keyword}`,
    at: saved?.isComplete ? saved.at : 0,
  })
  const found = board.rows
  const current = pageOf(found ?? [], page, rowsPerPage)
  const list = {
    rows: found && current.rows,
    place: `${tab} ${current.page} ${keyword}`,
    page: current.page,
    pages: current.pages,
    failure,
    at: saved?.at || undefined,
    busy: isBusy,
    reload,
  }
  return (
    <>
      <NewRows count={held} came={came} onShow={show}>
        <Text color="fg.muted">
          <Trans>Requests of the last 12 months, also without a connection.</Trans>
        </Text>
      </NewRows>
      {found && found.length > 0 && (
        <OrdersExport
          what={<ExportedTab tab={tab} keyword={keyword} count={found.length} />}
          orders={async () => found.map(({ order, state }) => ({ ...order, state }))}
        />
      )}
      <ListFrame
        list={list}
        onPage={onPage}
        empty={<EmptyTab tab={tab} keyword={keyword} />}
        changeable={<Trans>Offers and messages work without a connection; deleting needs the server.</Trans>}
      >
        {(shown) => (
          <TableCards isWide caption={t`Orders`} columns={columns} rows={shown} rowKey={({ order }) => order._id} />
        )}
      </ListFrame>
      <DeleteOrder order={deleting} onClose={() => setDeleting(undefined)} onDeleted={reload} />
    </>
  )
}

/** Says which orders the export has: all of the tab, not only those of the page. */
function ExportedTab({ tab, keyword, count }: { tab: BoardTab; keyword: string; count: number }) {
  const { i18n } = useLingui()
  const name = i18n._(tabNames[tab])
  if (keyword)
    return (
      <Trans>
        Requests of the tab “{name}” that match “{keyword}”, also on other pages: {count}
      </Trans>
    )
  return (
    <Trans>
      Requests of the tab “{name}”, also on other pages: {count}
    </Trans>
  )
}

function EmptyTab({ tab, keyword }: { tab: BoardTab; keyword: string }) {
  const { i18n } = useLingui()
  const name = i18n._(tabNames[tab])
  if (keyword)
    return (
      <Stack as="span" align="center" gap="4">
        <span>
          <Trans>
            No order matches “{keyword}” in the tab “{name}”.
          </Trans>
        </span>
        <LinkButton to="/admin/order" search={{ tab: 'all', keyword }} resetScroll={false}>
          <Trans comment="link: the same search in all requests, also those of other tabs">Search all orders</Trans>
        </LinkButton>
      </Stack>
    )
  if (tab === 'waiting') return <Trans>No requests are waiting.</Trans>
  return <Trans>There are no requests in this state.</Trans>
}
