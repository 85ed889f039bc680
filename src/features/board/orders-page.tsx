import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useOrders, useServerNow, useShopToday } from '../../data/orders/use-orders.ts'
import { useSession } from '../../data/session/use-session.ts'
import { listAddress } from '../../parts/lists/list-address.ts'
import { Page } from '../../parts/page.tsx'
import { PushSwitch } from '../../parts/push-switch.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { AllOrders } from './all-orders.tsx'
import { BoardList } from './board-list.tsx'
import { boardRow, countRows } from './board-rows.ts'
import { BoardTabs } from './board-tabs.tsx'

const route = getRouteApi('/admin/order')

/** The exporter's board: the orders on the device, with those that wait for an answer first. */
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
  const listProps = { keyword, page, now, onPage }
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
          <AllOrders {...listProps} />
        ) : (
          <BoardList {...listProps} tab={tab} rows={rows} orders={orders} />
        )}
      </BoardTabs>
    </Page>
  )
}
