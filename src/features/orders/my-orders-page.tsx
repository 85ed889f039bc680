import { Badge, Field, Flex, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type OrderState, orderStates } from '../../../contract/order-state.ts'
import { getOutboxOf } from '../../db/outbox-rows.ts'
import { Age } from '../../ui/age.tsx'
import { Time } from '../../ui/dates.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { OrderStateBadge, stateNames } from '../../ui/offers/order-state-badge.tsx'
import { Page } from '../../ui/page.tsx'
import { Reference } from '../../ui/reference.tsx'
import { asError, isLoggedOut } from '../../ui/refused-error.ts'
import { Select } from '../../ui/select.tsx'
import { useSession } from '../../ui/session.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Quiet, TableCards } from '../../ui/table-cards.tsx'
import { useOrders } from '../../ui/use-orders.ts'
import { DeliveryState } from './delivery-state.tsx'
import { mergeOrders, type ShownOrder } from './shown-order.ts'

const route = getRouteApi('/Order')

/** The customer's own requests, sent and pending: those with unopened answers first, then the newest. */
export function MyOrdersPage() {
  const { t } = useLingui()
  const { db } = useDeps()
  const session = useSession()
  const { state } = route.useSearch()
  const { saved, failure: problem, reload } = useOrders()
  const rows = useLiveQuery(
    async () => (session ? (await getOutboxOf(db, session.userId).catch(() => [])).filter(isOrder) : []),
    [db, session?.userId],
  )
  const all = mergeOrders(saved?.orders ?? [], rows ?? [], saved?.at)
  const orders = all.filter((order) => state === undefined || (order.view?.state ?? 'requested') === state)
  const failure = problem && asError(problem)
  const isIncomplete = rows === undefined || !saved?.isComplete
  return (
    <Page title={t`My orders`}>
      {failure && isLoggedOut(failure) && all.length > 0 && (
        <LoadFailure error={failure} onRetry={() => void reload()} />
      )}
      {all.length > 0 ? (
        <Stack gap="4">
          <StateFilter state={state} />
          {orders.length > 0 ? <OrderTable orders={orders} /> : <NoneInState />}
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
  const choose = (value: string) => {
    const chosen = orderStates.find((each) => each === value)
    void navigate({ search: chosen ? { state: chosen } : {}, replace: true })
  }
  return (
    <Field.Root width={{ base: 'full', sm: '16rem' }}>
      <Field.Label>
        <Trans comment="label of a select that narrows a list to requests of one state">Filter</Trans>
      </Field.Label>
      <Select value={state ?? ''} onValue={choose}>
        <option value="">{t`All requests`}</option>
        {orderStates.map((each) => (
          <option key={each} value={each}>
            {i18n._(stateNames[each])}
          </option>
        ))}
      </Select>
    </Field.Root>
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

function OrderTable({ orders }: { orders: ShownOrder[] }) {
  const { t } = useLingui()
  return (
    <TableCards
      caption={t`My orders`}
      rows={orders}
      rowKey={(order) => order.id}
      columns={[
        { title: '#', cell: (order) => orders.indexOf(order) + 1 },
        {
          title: t`Reference`,
          kind: 'heading',
          cell: (order) => <Reference>{order.reference}</Reference>,
        },
        {
          title: t({ message: 'Created', comment: 'date of an order' }),
          cell: ({ createdAt }) => (
            <span>
              <Time at={createdAt} />
              <Quiet>
                <Age at={createdAt} />
              </Quiet>
            </span>
          ),
        },
        { title: t`State`, cell: (order) => <StateCell order={order} /> },
        {
          title: t`Actions`,
          kind: 'actions',
          cell: (order) => (
            <LinkButton to="/order/$id" params={{ id: order.id }}>
              <Trans>View</Trans>
            </LinkButton>
          ),
        },
      ]}
    />
  )
}

/** The badges of a request: its state, whether it is sent, and whether there is something new. */
function StateCell({ order }: { order: ShownOrder }) {
  const { view } = order
  const isRefused = view?.waiting.some((row) => row.state === 'attention')
  return (
    <Flex wrap="wrap" gap="1.5">
      {view?.isUnopened && (
        <Badge colorPalette="red">
          <Trans comment="badge of a request with an offer or message that was not opened yet">New answer</Trans>
        </Badge>
      )}
      {view && <OrderStateBadge state={view.state} side="buyer" />}
      {(!view || view.state === 'requested') && <DeliveryState order={order} />}
      {isRefused && (
        <Badge colorPalette="red">
          <Trans>Needs your attention</Trans>
        </Badge>
      )}
    </Flex>
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
