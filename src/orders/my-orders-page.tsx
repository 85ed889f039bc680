import { Box, Field, Flex, Stack, type SystemStyleObject, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { pageOf } from '../../contract/catalogue-query.ts'
import { type KnownState, orderStates } from '../../contract/order-events.ts'
import { getOutboxOf } from '../db/outbox-rows.ts'
import { useOrders } from '../db/read-orders.ts'
import { useDeps, useFreshQuery, useSession } from '../db/use-deps.tsx'
import { Select } from '../forms/fields.tsx'
import { listAddress, NewRows, rowsPerPage, useHeldRows, ViewOrderButton } from '../lists/list-rows.tsx'
import { LinkButton } from '../ui/buttons.tsx'
import { Age, TableTime } from '../ui/date-text.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/feedback/notice.tsx'
import { asError, isLoggedOut } from '../ui/loading/refused-error.ts'
import { Spinner } from '../ui/loading/spinner.tsx'
import { EntryBadge } from '../ui/outbox-notice.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/rows/pager.tsx'
import { narrowCards, Reference, SecondaryText, TableCards } from '../ui/rows/table-cards.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { OrderProducts } from './line-name.tsx'
import { DeliveryState, Mark, OrderStateBadge, stateNames, TonnesText } from './order-state-badge.tsx'
import { changedAt, mergeOrders, type ShownOrder, searchedTexts, searchRows } from './shown-order.ts'

function MyOrdersTable({ orders, first }: { orders: readonly ShownOrder[]; first: number }) {
  const { t } = useLingui()
  return (
    <Box onClick={openRow} css={rowLook}>
      <TableCards
        caption={t`My orders`}
        rows={orders}
        rowKey={(order) => order.id}
        columns={[
          { title: '#', cell: (order) => orders.indexOf(order) + first },
          {
            title: t`Reference`,
            kind: 'heading',
            cell: ({ id, reference, items }) => (
              <>
                <Reference id={`order-${id}`}>{reference}</Reference>
                <OrderProducts items={items} />
              </>
            ),
          },
          {
            title: t({ message: 'Tonnes', comment: 'column: the sum of what was asked for' }),
            cell: ({ items }) => <TonnesText items={items} />,
          },
          { title: t`State`, cell: (order) => <StateCell order={order} /> },
          {
            title: t({ message: 'Created', comment: 'date of an order' }),
            cell: (order) => (
              <span>
                <Age at={changedAt(order)} />
                <SecondaryText>
                  <TableTime at={order.createdAt} />
                </SecondaryText>
              </span>
            ),
          },
          {
            title: t`Actions`,
            kind: 'actions',
            cell: (order) => <ViewOrderButton id={order.id} />,
          },
        ]}
      />
    </Box>
  )
}

/** On a phone a card is low: reference and link beside each other, then the state, then tonnes and age. */
const rowLook: SystemStyleObject = {
  '& tbody tr': { cursor: 'pointer', _hover: { bg: 'bg.subtle' } },
  '& tbody tr[role]': {
    mdDown: {
      display: 'grid',
      gridTemplate: '"name name view" "state state state" "tonnes age age" / auto minmax(0, 1fr) auto',
      alignItems: 'start',
      gap: '1',
      '& > td[role]': { display: 'block', _before: { content: 'none' } },
      '& > [data-kind=heading]': { gridArea: 'name' },
      '& > td:nth-of-type(1)': { display: 'none' },
      '& > td:nth-of-type(2)': { gridArea: 'tonnes' },
      '& > td:nth-of-type(3)': { gridArea: 'state' },
      '& > td:nth-of-type(4)': { gridArea: 'age', textAlign: 'end' },
      '& > td:nth-of-type(5)': { gridArea: 'view', paddingTop: '0' },
      [narrowCards]: { display: 'block', '& > td[role]': { textAlign: 'start' } },
    },
  },
}

/** A press anywhere in a row follows its link. */
function openRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button') || getSelection()?.type === 'Range') return
  target.closest('tr')?.querySelector<HTMLElement>('a[href]')?.click()
}

function StateCell({ order }: { order: ShownOrder }) {
  const { view } = order
  const isRefused = view?.waiting.some((row) => row.state === 'attention')
  const hasUnsent = view?.waiting.some((row) => row.state !== 'attention')
  return (
    <Flex wrap="wrap" gap="1.5">
      {view?.isUnopened && <Mark kind="unopened" />}
      {view && <OrderStateBadge state={view.state} side="buyer" shipment={view.order.shipment} />}
      {view?.order.sealed && <Mark kind="sealed" />}
      {(!view || view.state === 'requested') && <DeliveryState order={order} />}
      {hasUnsent && <Mark kind="unsent" />}
      {isRefused && <EntryBadge state="attention" />}
    </Flex>
  )
}

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
    rows: searchRows(all.filter(isShown), keyword, searchedTexts),
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
            {orders.length === 0 && (
              <EmptyState icon="list" action={!keyword && <LinkButton to="/Order">{t`All requests`}</LinkButton>}>
                {keyword ? (
                  <Trans>None of your requests matches “{keyword}”.</Trans>
                ) : (
                  <Trans>None of your requests is in this state.</Trans>
                )}
              </EmptyState>
            )}
          </Box>
          {orders.length > 0 && <MyOrdersTable orders={current.rows} first={(current.page - 1) * rowsPerPage + 1} />}
          <Pager page={current.page} pages={current.pages} onPage={onPage} />
        </Stack>
      ) : !isIncomplete ? (
        <EmptyState
          icon="list"
          title={<Trans>You have not asked for a quote yet.</Trans>}
          action={<LinkButton to="/products" variant="solid">{t`Choose products`}</LinkButton>}
        />
      ) : failure ? (
        <LoadFailure error={failure} onRetry={() => void reload()} />
      ) : (
        <Spinner onRetry={() => void reload()} />
      )}
    </Page>
  )
}

const isOrder = (row: { kind: string }) => row.kind === 'order'

function StateFilter({ state }: { state: KnownState | undefined }) {
  const { t, i18n } = useLingui()
  const navigate = route.useNavigate()
  const choose = (chosen: KnownState | '') => {
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
        none={t`All requests`}
        options={orderStates.map((value) => ({ value, label: i18n._(stateNames[value]) }))}
        onValue={choose}
      />
    </Field.Root>
  )
}
