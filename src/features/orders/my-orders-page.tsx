import { Box, Field, Flex, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { pageOf } from '../../../contract/catalogue-query.ts'
import { type OrderState, orderStates } from '../../../contract/order-state.ts'
import { useOrders } from '../../data/orders/use-orders.ts'
import { getOutboxOf } from '../../data/outbox/outbox-rows.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useFreshQuery } from '../../data/use-fresh-query.ts'
import { listAddress } from '../../parts/lists/list-address.ts'
import { NewRows } from '../../parts/lists/new-rows.tsx'
import { rowsPerPage } from '../../parts/lists/use-admin-list.ts'
import { useHeldRows } from '../../parts/lists/use-held-rows.ts'
import { stateNames } from '../../parts/offers/order-state-badge.tsx'
import { Page } from '../../parts/page.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/loading/load-failure.tsx'
import { asError, isLoggedOut } from '../../ui/loading/refused-error.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Pager } from '../../ui/rows/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { MyOrdersTable } from './my-orders-table.tsx'
import { mergeOrders, type ShownOrder, searchOrders } from './shown-order.ts'

const route = getRouteApi('/Order')

/** The customer's own requests, sent and pending: those with unopened answers first, then the newest. */
export function MyOrdersPage() {
  const { t } = useLingui()
  const { db } = useDeps()
  const session = useSession()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { state } = search
  // the state is read when the search is applied: a delayed search must not bring the previous filter back
  const { keyword, page, onSearch, onPage } = listAddress(search, ({ search: next, ...how }) =>
    navigate({ search: (here) => ({ ...(here.state && { state: here.state }), ...next }), ...how }),
  )
  const { saved, failure: problem, reload } = useOrders()
  const rows = useFreshQuery(
    async () => (session ? (await getOutboxOf(db, session.userId).catch(() => [])).filter(isOrder) : []),
    [db, session?.userId],
  )
  const all = mergeOrders(saved?.orders ?? [], rows ?? [], saved?.at)
  const isShown = (order: ShownOrder) => state === undefined || (order.view?.state ?? 'requested') === state
  const list = useHeldRows({
    rows: searchOrders(all.filter(isShown), keyword),
    idOf: ({ id }) => id,
    place: `${state ?? ''} ${keyword}`,
    at: saved?.isComplete ? saved.at : 0,
  })
  const orders = list.rows ?? []
  const current = pageOf(orders, page, rowsPerPage)
  const failure = problem && asError(problem)
  const isIncomplete = rows === undefined || !saved?.isComplete
  return (
    <Page title={t`My orders`}>
      {failure && isLoggedOut(failure) && all.length > 0 && (
        <LoadFailure error={failure} onRetry={() => void reload()} />
      )}
      {all.length > 0 ? (
        <Stack gap="4">
          <Flex wrap="wrap" gap="4" align="flex-end">
            <StateFilter state={state} />
            <SearchField label={t`Search my orders`} value={keyword} onSearch={onSearch} />
          </Flex>
          <NewRows count={list.held} came={list.came} onShow={list.show}>
            <Text color="fg.muted">
              <Plural value={orders.length} one="# request" other="# requests" />
            </Text>
          </NewRows>
          {/* always mounted, so that screen readers announce a search without results */}
          <Box role="status" _empty={{ srOnly: true }}>
            {orders.length === 0 && (keyword ? <NoMatch keyword={keyword} /> : <NoneInState />)}
          </Box>
          {orders.length > 0 && <MyOrdersTable orders={current.rows} first={(current.page - 1) * rowsPerPage + 1} />}
          <Pager page={current.page} pages={current.pages} onPage={onPage} />
        </Stack>
      ) : !isIncomplete ? (
        <NoOrders />
      ) : failure ? (
        <LoadFailure error={failure} onRetry={() => void reload()} />
      ) : (
        <Spinner onRetry={() => void reload()} />
      )}
    </Page>
  )
}

const isOrder = (row: { kind: string }) => row.kind === 'order'

/** Filters the list by state, which is part of the address. */
function StateFilter({ state }: { state: OrderState | undefined }) {
  const { t, i18n } = useLingui()
  const navigate = route.useNavigate()
  const choose = (chosen: OrderState | '') => {
    const to = (here: { keyword?: string }) => ({
      ...(chosen && { state: chosen }),
      ...(here.keyword && { keyword: here.keyword }),
    })
    void navigate({ search: to, replace: true })
  }
  return (
    <Field.Root width={{ base: 'full', sm: '16rem' }}>
      <Field.Label>
        <Trans comment="label of a select that narrows a list to requests of one state">Filter</Trans>
      </Field.Label>
      <Select
        value={state ?? ''}
        options={[
          { value: '', label: t`All requests` },
          ...orderStates.map((value) => ({ value, label: i18n._(stateNames[value]) })),
        ]}
        onValue={choose}
      />
    </Field.Root>
  )
}

function NoMatch({ keyword }: { keyword: string }) {
  return (
    <EmptyState icon="list">
      <Trans>None of your requests matches “{keyword}”.</Trans>
    </EmptyState>
  )
}

function NoneInState() {
  return (
    <EmptyState
      icon="list"
      action={
        <LinkButton to="/Order">
          <Trans>All requests</Trans>
        </LinkButton>
      }
    >
      <Trans>None of your requests is in this state.</Trans>
    </EmptyState>
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon="list"
      title={<Trans>You have not asked for a quote yet.</Trans>}
      action={
        <LinkButton to="/products" variant="solid">
          <Trans>Choose products</Trans>
        </LinkButton>
      }
    />
  )
}
