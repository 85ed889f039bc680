import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useDeps } from '../../ui/deps.tsx'
import { Page } from '../../ui/page.tsx'
import { PushSwitch } from '../../ui/push-switch.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSession } from '../../ui/session.ts'
import { useOrders } from '../../ui/use-orders.ts'
import { AllOrders } from './all-orders.tsx'
import { BoardList } from './board-list.tsx'
import { boardRow, countRows } from './board-rows.ts'
import { BoardTabs } from './board-tabs.tsx'
import { listAddress } from './list-address.ts'

const route = getRouteApi('/admin/order')

/** The exporter's board: the orders on the device, with those that wait for an answer first. */
export function OrdersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { t } = useLingui()
  const { clock } = useDeps()
  const session = useSession()
  const orders = useOrders()
  const { tab = 'waiting' } = search
  // the tab is read when the search is applied: a delayed search must not reopen the previous tab
  const { keyword, page, onSearch, onPage } = listAddress(search, ({ search: next, ...how }) =>
    navigate({ search: (here) => ({ tab: here.tab, ...next }), ...how }),
  )
  const now = clock.now()
  const rows = orders.saved?.orders.map((view) => boardRow(view, now))
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
        counts={rows && countRows(rows)}
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
