import { Button, Flex, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { pageOf } from '../../../contract/catalogue-query.ts'
import type { Order } from '../../../contract/orders.ts'
import { saveFile } from '../../ui/save-file.ts'
import { TableCards } from '../../ui/table-cards.tsx'
import type { useOrders } from '../../ui/use-orders.ts'
import type { OrderListProps } from './all-orders.tsx'
import { useBoardColumns } from './board-columns.tsx'
import { type BoardRow, type BoardTab, rowsOf } from './board-rows.ts'
import { DeleteOrder } from './delete-order.tsx'
import { ordersCsv } from './export-orders.ts'
import { ListFrame } from './list-frame.tsx'
import { rowsPerPage } from './use-admin-list.ts'

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
  const found = hasOrders && rows ? rowsOf(rows, { tab, keyword }) : undefined
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
  const day = new Date(now).toISOString().slice(0, 10)
  return (
    <>
      <Flex wrap="wrap" align="center" justify="space-between" gap="3">
        <Text color="fg.muted">
          <Trans>Requests of the last 12 months, also without a connection.</Trans>
        </Text>
        {found && found.length > 0 && (
          <Button
            onClick={() =>
              saveFile(`orders-${day}.csv`, ordersCsv(found.map(({ order, state }) => ({ ...order, state }))))
            }
          >
            <Trans>Export CSV</Trans>
          </Button>
        )}
      </Flex>
      <ListFrame list={list} onPage={onPage} empty={<EmptyTab tab={tab} keyword={keyword} />}>
        {(shown) => <TableCards caption={t`Orders`} columns={columns} rows={shown} rowKey={({ order }) => order._id} />}
      </ListFrame>
      <DeleteOrder order={deleting} onClose={() => setDeleting(undefined)} onDeleted={reload} />
    </>
  )
}

function EmptyTab({ tab, keyword }: { tab: BoardTab; keyword: string }) {
  if (keyword) return <Trans>No order matches “{keyword}”.</Trans>
  if (tab === 'waiting') return <Trans>Nobody waits for you. Every request has an answer.</Trans>
  return <Trans>There are no requests in this state.</Trans>
}
