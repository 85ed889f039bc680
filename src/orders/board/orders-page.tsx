import { Badge, Box, Button, Flex, Stack, type SystemStyleObject, Tabs, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { pageOf } from '../../../contract/catalogue-query.ts'
import type { Order } from '../../../contract/orders.ts'
import { needsWork, type OrderWork } from '../../db/order-figures.ts'
import { orderLists, useOrders, useServerNow, useShopToday } from '../../db/read-orders.ts'
import { useDeps, useSession, useShop } from '../../db/use-deps.tsx'
import { formatNumber } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { defineAdminList, ListFrame, useAdminList } from '../../lists/admin-list.tsx'
import { listAddress, NewRows, rowsPerPage, useHeldRows } from '../../lists/list-rows.tsx'
import { useSavedQuery } from '../../lists/query.ts'
import { LinkButton } from '../../ui/buttons.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Later, Page } from '../../ui/page.tsx'
import { PushSwitch } from '../../ui/push-switch.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { snoozedOrders } from '../order-menu.tsx'
import { shopStateNames } from '../order-state-badge.tsx'
import { type BoardRow, type BoardTab, boardRow, boardTabs, countRows, rowsOf } from './board-rows.ts'
import { BoardTable } from './board-table.tsx'
import { fetchOrders, OrdersExport } from './orders-export.tsx'

const tabNames: Record<BoardTab, MessageDescriptor> = {
  waiting: msg({ message: 'To answer', comment: 'tab: requests that the exporter has to answer' }),
  way: msg({ message: 'On its way', comment: 'tab: accepted orders whose goods have not reached the buyer yet' }),
  ...shopStateNames,
  all: msg({ message: 'All', comment: 'tab: requests in every state' }),
}

const route = getRouteApi('/admin/order')

interface BoardTabsProps {
  tab: BoardTab
  /** undefined while the orders are read from the device, and before any was saved there */
  counts: Partial<Record<BoardTab, number>> | undefined
  onTab: (tab: BoardTab) => void
  search: ReactNode
  children: ReactNode
}

function BoardTabs({ tab, counts, onTab, search, children }: BoardTabsProps) {
  const { i18n } = useLingui()
  const locale = useLocale()
  const list = useRef<HTMLDivElement>(null)
  // one that the address opens may be beyond the end of the row, but not the first one: to look costs a layout
  const [isFirst] = useState(tab === boardTabs[0])
  useEffect(() => {
    if (!isFirst) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [isFirst])
  return (
    <Tabs.Root
      value={tab}
      activationMode="manual"
      onValueChange={({ value }) => {
        const chosen = boardTabs.find((each) => each === value)
        if (chosen) onTab(chosen)
      }}
    >
      <Flex gap="4" align="center" direction={{ base: 'column-reverse', md: 'row' }}>
        <Tabs.List ref={list} flex="1" minWidth="0" maxWidth="full" css={tabRow}>
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
        <Box width={{ base: 'full', md: '13rem' }}>{search}</Box>
      </Flex>
      <Tabs.Content value={tab} pt={{ base: '3', xl: '2' }}>
        {children}
      </Tabs.Content>
    </Tabs.Root>
  )
}

/** Two rows on a desk. Else one that scrolls, with a shadow at the side where it goes on. */
const tabRow: SystemStyleObject = {
  xlDown: {
    flexWrap: 'nowrap',
    overflowX: 'auto',
    background: ['{colors.bg} 1rem, transparent 2rem) local', '{colors.border}, transparent 1rem)']
      .flatMap((look) => [`linear-gradient(90deg, ${look}`, `linear-gradient(270deg, ${look}`])
      .join(', '),
  },
  xl: { rowGap: '0', '& > button': { gap: '1', minHeight: '9', paddingInline: '1.5', fontSize: 'sm' } },
}

type OrderListProps = Omit<ComponentProps<typeof ListFrame<BoardRow>>, 'children'> &
  Pick<ComponentProps<typeof BoardTable>, 'now' | 'sort' | 'onSort'>

const OrderList = ({ now, sort, onSort, ...frame }: OrderListProps) => (
  <ListFrame {...frame}>
    {(rows) => <BoardTable {...{ rows, now, sort, onSort }} onDeleted={frame.list.reload} />}
  </ListFrame>
)

const partNames: Record<OrderWork, MessageDescriptor> = {
  expiring: msg({ message: 'Only offers that end soon', comment: 'button that shows all of the tab again' }),
  late: msg({ message: 'Only what is late', comment: 'button that shows all of the tab again' }),
  load: msg({ message: 'Only what is to be loaded this week', comment: 'button that shows all of the tab again' }),
  overdue: msg({ message: 'Only what is overdue', comment: 'button that shows all of the tab again' }),
  payments: msg({ message: 'Only payments to confirm', comment: 'button that shows all of the tab again' }),
  claims: msg({ message: 'Only open claims', comment: 'button that shows all of the tab again' }),
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
  const shop = useShop()
  const { rows: orders, onPage, ...list } = useAdminList(allOrders)
  const { keyword } = list
  const rows = orders?.map((order) =>
    boardRow({ order, state: order.state, isUnopened: false, waiting: [] }, { today, shop }),
  )
  return (
    <>
      <OrderList list={{ ...list, rows }} now={now} onPage={onPage} empty={allOrders.empty(list.search)} />
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
    </>
  )
}

interface BoardListProps extends Pick<ReturnType<typeof listAddress>, 'keyword' | 'page' | 'onPage'> {
  tab: BoardTab
  now: number
  /** all of the tab, in the order of the screen */
  found: readonly BoardRow[] | undefined
  orders: ReturnType<typeof useOrders>
}

/** One tab of the board. It shows the orders on the device, so it also works offline. */
function BoardList({ tab, keyword, page, now, onPage, found, orders }: BoardListProps) {
  const { t } = useLingui()
  const { sort } = route.useSearch()
  const navigate = route.useNavigate()
  const { saved, failure, isBusy, reload } = orders
  const [name, count] = [t(tabNames[tab]), found?.length ?? 0]
  const current = pageOf(found ?? [], page, rowsPerPage)
  return (
    <>
      <OrderList
        list={{
          ...current,
          rows: found && current.rows,
          place: `${tab} ${current.page} ${keyword}`,
          ...{ failure, reload, at: saved?.at || undefined, busy: isBusy },
        }}
        {...{ now, sort, onPage }}
        onSort={(to) =>
          void navigate({ search: ({ page: _, ...here }) => ({ ...here, sort: to }), resetScroll: false })
        }
        empty={<EmptyTab {...{ tab, name, keyword }} />}
        changeable={<Trans>Offers and messages work without a connection; deleting needs the server.</Trans>}
      />
      <Text color="fg.muted">{t`Requests of the last 12 months, also without a connection.`}</Text>
      {found && count > 0 && (
        <OrdersExport
          what={
            <Trans>
              Requests of the tab “{name}”, also on other pages: {count}
            </Trans>
          }
          orders={async () => found.map(({ order, state }) => ({ ...order, state }))}
        />
      )}
    </>
  )
}

function EmptyTab({ tab, name, keyword }: { tab: BoardTab; name: string; keyword: string }) {
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

export function OrdersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { t } = useLingui()
  const locale = useLocale()
  const session = useSession()
  const { clock } = useDeps()
  const orders = useOrders()
  const { tab = 'waiting', sort, only } = search
  // the tab is read when the search is applied: a delayed search must not reopen the previous tab
  const { keyword, page, onSearch, onPage } = listAddress(search, ({ search: next, ...how }) =>
    navigate({ search: ({ keyword: _, page: __, ...here }) => ({ ...here, ...next }), ...how }),
  )
  const now = useServerNow()
  const today = useShopToday()
  const shop = useShop()
  const { saved } = orders
  const { body: snoozes } = useSavedQuery(snoozedOrders)
  const rows = useMemo(
    () =>
      saved?.orders.map((view): BoardRow => {
        const { until = '' } =
          snoozes?.find(({ order, version }) => order === view.order._id && version >= view.order.version) ?? {}
        return { ...boardRow(view, { today, shop }), ...(until > today && { later: until }) }
      }),
    [saved, today, shop, snoozes],
  )
  // a device without an answer yet has no orders, which does not mean that there are none
  const canCount = saved?.isComplete || rows?.length !== 0
  // some orders may be on the device before the first pull is complete
  const hasOrders = saved !== undefined && (saved.isComplete || saved.orders.length > 0)
  const sorted = useMemo(() => {
    if (!hasOrders || !rows) return undefined
    const part = only
      ? rows.filter(({ order }) => needsWork(order, only, { now: clock.now(), today, timeZone: shop.timeZone }))
      : rows
    return rowsOf(part, { tab, keyword, sort, locale })
  }, [hasOrders, rows, tab, keyword, sort, only, locale, today, clock, shop])
  const board = useHeldRows({
    rows: sorted,
    idOf: ({ order }) => order._id,
    place: `${tab} ${keyword} ${sort ?? ''} ${only ?? ''}`,
    at: saved?.isComplete ? saved.at : 0,
  })
  return (
    <Page
      title={t`Orders`}
      actions={
        <>
          {only && (
            <Button onClick={() => void navigate({ search: ({ only: _, ...here }) => here, resetScroll: false })}>
              {t(partNames[only])}
              <Icon name="close" />
            </Button>
          )}
          <LinkButton to="/admin/request">
            <Trans comment="link: staff write down what a customer has asked for">New request</Trans>
          </LinkButton>
          <NewRows count={tab === 'all' ? 0 : board.held} came={board.came} onShow={board.show} />
        </>
      }
    >
      <BoardTabs
        tab={tab}
        counts={rows && canCount ? countRows(rows) : undefined}
        onTab={(to) => {
          const at = to === 'waiting' ? undefined : to
          void navigate({ search: (here) => ({ tab: at, keyword: here.keyword, sort: here.sort }), resetScroll: false })
        }}
        search={<SearchField label={t`Search orders`} value={keyword} onSearch={onSearch} />}
      >
        {tab === 'all' ? (
          <AllOrders now={now} />
        ) : (
          <BoardList {...{ tab, keyword, page, now, onPage, orders }} found={board.rows} />
        )}
      </BoardTabs>
      {session && (
        <Later>
          <PushSwitch
            session={session}
            label={<Trans>Tell me about new requests</Trans>}
            activeText={
              <Trans>This device tells you of new requests and answers, also while the shop is closed.</Trans>
            }
          />
        </Later>
      )}
    </Page>
  )
}
