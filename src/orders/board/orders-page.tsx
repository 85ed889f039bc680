import { Badge, Stack, Tabs, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { pageOf } from '../../../contract/catalogue-query.ts'
import type { Order } from '../../../contract/orders.ts'
import { orderLists, useOrders, useServerNow, useShopToday } from '../../db/read-orders.ts'
import { useDeps, useSession } from '../../db/use-deps.tsx'
import { formatNumber } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { defineAdminList, ListFrame, useAdminList } from '../../lists/admin-list.tsx'
import { listAddress, NewRows, rowsPerPage, useHeldRows } from '../../lists/list-rows.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { Page } from '../../ui/page.tsx'
import { PushSwitch } from '../../ui/push-switch.tsx'
import { TableCards } from '../../ui/rows/table-cards.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { shopStateNames } from '../order-state-badge.tsx'
import { type BoardRow, type BoardTab, boardRow, boardTabs, countRows, rowsOf, useBoardColumns } from './board-rows.tsx'
import { fetchOrders, OrdersExport } from './orders-export.tsx'

const tabNames: Record<BoardTab, MessageDescriptor> = {
  waiting: msg({ message: 'To answer', comment: 'tab: requests that the exporter has to answer' }),
  way: msg({ message: 'On its way', comment: 'tab: accepted orders whose goods have not reached the buyer yet' }),
  ...shopStateNames,
  all: msg({ message: 'All', comment: 'tab: requests in every state' }),
}

interface BoardTabsProps {
  tab: BoardTab
  /** undefined while the orders are read from the device, and before any was saved there */
  counts: Partial<Record<BoardTab, number>> | undefined
  onTab: (tab: BoardTab) => void
  children: ReactNode
}

function BoardTabs({ tab, counts, onTab, children }: BoardTabsProps) {
  const { i18n } = useLingui()
  const locale = useLocale()
  return (
    <Tabs.Root
      value={tab}
      activationMode="manual"
      onValueChange={({ value }) => {
        const chosen = boardTabs.find((each) => each === value)
        if (chosen) onTab(chosen)
      }}
    >
      <Tabs.List>
        {boardTabs.map((each) => {
          const count = counts?.[each]
          return (
            <Tabs.Trigger
              key={each}
              value={each}
              // browsers leave one where it is that begins inside the row
              onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            >
              {i18n._(tabNames[each])}
              {count !== undefined && (
                <>
                  {' '}
                  <Badge colorPalette={each === 'waiting' && count > 0 ? 'accent' : 'gray'}>
                    {formatNumber(count, locale)}
                  </Badge>
                </>
              )}
            </Tabs.Trigger>
          )
        })}
      </Tabs.List>
      <Tabs.Content value={tab}>{children}</Tabs.Content>
    </Tabs.Root>
  )
}

function OrderList({ now, ...frame }: Omit<ComponentProps<typeof ListFrame<BoardRow>>, 'children'> & { now: number }) {
  const { t } = useLingui()
  const columns = useBoardColumns(now, frame.list.reload)
  return (
    <ListFrame {...frame}>
      {(rows) => (
        <TableCards isWide caption={t`Orders`} columns={columns} rows={rows} rowKey={({ order }) => order._id} />
      )}
    </ListFrame>
  )
}

const allOrders = defineAdminList<Order>({
  name: 'orders',
  caption: msg`Orders`,
  call: (api, query, { signal }) => api.call('listOrders', { query, signal }),
  saved: () => orderLists,
  empty: ({ keyword }) =>
    keyword ? <Trans>No order matches “{keyword}”.</Trans> : <Trans>There are no orders yet.</Trans>,
})

function AllOrders({ now }: { now: number }) {
  const { api } = useDeps()
  const today = useShopToday()
  const { rows: orders, onPage, ...list } = useAdminList(allOrders)
  const { keyword } = list
  const rows = orders?.map((order) => boardRow({ order, state: order.state, isUnopened: false, waiting: [] }, today))
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
      <OrderList list={{ ...list, rows }} now={now} onPage={onPage} empty={allOrders.empty(list.search)} />
    </>
  )
}

interface BoardListProps {
  tab: BoardTab
  keyword: string
  page: number
  now: number
  onPage: (page: number) => void
  rows: readonly BoardRow[] | undefined
  orders: ReturnType<typeof useOrders>
}

/** One tab of the board. It shows the orders on the device, so it also works offline. */
function BoardList({ tab, keyword, page, now, onPage, rows, orders }: BoardListProps) {
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
      <OrderList
        list={{
          ...current,
          rows: found && current.rows,
          place: `${tab} ${current.page} ${keyword}`,
          failure,
          at: saved?.at || undefined,
          busy: isBusy,
          reload,
        }}
        now={now}
        onPage={onPage}
        empty={<EmptyTab tab={tab} keyword={keyword} />}
        changeable={<Trans>Offers and messages work without a connection; deleting needs the server.</Trans>}
      />
    </>
  )
}

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

const route = getRouteApi('/admin/order')

export function OrdersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { t } = useLingui()
  const session = useSession()
  const orders = useOrders()
  const { tab = 'waiting' } = search
  // the tab is read when the search is applied: a delayed search must not reopen the previous tab
  const { keyword, page, onSearch, onPage } = listAddress(search, ({ search: next, ...how }) =>
    navigate({ search: (here) => ({ tab: here.tab, ...next }), ...how }),
  )
  const now = useServerNow()
  const today = useShopToday()
  const rows = orders.saved?.orders.map((view) => boardRow(view, today))
  // a device without an answer yet has no orders, which does not mean that there are none
  const canCount = orders.saved?.isComplete || rows?.length !== 0
  return (
    <Page title={t`Orders`}>
      {session && (
        <PushSwitch
          session={session}
          label={<Trans>Tell me about new requests</Trans>}
          activeText={<Trans>This device tells you of new requests and answers, also while the shop is closed.</Trans>}
        />
      )}
      <SearchField label={t`Search orders`} value={keyword} onSearch={onSearch} />
      <BoardTabs
        tab={tab}
        counts={rows && canCount ? countRows(rows) : undefined}
        onTab={(to) => {
          const newTab = to === 'waiting' ? undefined : to
          void navigate({ search: (here) => ({ tab: newTab, keyword: here.keyword }), resetScroll: false })
        }}
      >
        {tab === 'all' ? (
          <AllOrders now={now} />
        ) : (
          <BoardList tab={tab} keyword={keyword} page={page} now={now} onPage={onPage} rows={rows} orders={orders} />
        )}
      </BoardTabs>
    </Page>
  )
}
