import { Card, List, SimpleGrid, Stat } from '@chakra-ui/react'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'
import { hasRight } from '../../contract/accounts.ts'
import type { Order } from '../../contract/orders.ts'
import type { Api } from '../api/api-client.ts'
import type { Reply } from '../api/exchange.ts'
import { type OrderWork, waitingForUs, workOn } from '../db/order-figures.ts'
import { type OrderView, orderLists, useOrders, useServerNow, useShopToday, withWaiting } from '../db/read-orders.ts'
import { useSession, useShop } from '../db/use-deps.tsx'
import { formatNumber, formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { AdminListView, defineAdminList, useAdminList } from '../lists/admin-list.tsx'
import { ViewOrderButton } from '../lists/list-rows.tsx'
import { shopSetup, useSavedQuery } from '../lists/query.ts'
import { companyOf } from '../orders/board/board-rows.ts'
import { Mark } from '../orders/order-state-badge.tsx'
import { formatAge, TableTime } from '../ui/date-text.tsx'
import { Later, Page, Panel } from '../ui/page.tsx'
import { CellText, Reference, SecondaryText } from '../ui/rows/table-cards.tsx'
import { Charts } from './dashboard-charts.tsx'
import { newMessages } from './messages-page.tsx'

function SetupList() {
  const { t } = useLingui()
  const session = useSession()
  const { body: setup } = useSavedQuery(shopSetup)
  if (!setup || setup.isDemonstration) return null
  const steps = [
    { isDone: setup.hasName, to: '/admin/shop', right: 'shop', label: t`Give the shop its name` },
    { isDone: setup.hasLogo, to: '/admin/shop', right: 'shop', label: t`Upload a logo` },
    { isDone: setup.hasCatalogue, to: '/admin/products', right: 'products', label: t`Add your products` },
    { isDone: setup.hasMail, to: '/admin/shop', right: 'shop', label: t`Connect a mail server` },
    { isDone: setup.hasPublicAddress, to: '/admin/shop', right: 'shop', label: t`Give the server its public address` },
    { isDone: setup.hasSecondAdmin, to: '/users', right: 'shop', label: t`Make a second administrator` },
  ] as const
  const openSteps = steps.filter(({ isDone, right }) => !isDone && hasRight(session, right))
  if (openSteps.length === 0) return null
  return (
    <Panel titleId="make-it-yours" title={<Trans comment="heading: what a new shop still lacks">Make it yours</Trans>}>
      <List.Root gap="1" ps="5">
        {openSteps.map(({ to, label }) => (
          <List.Item key={label}>
            <Link to={to}>{label}</Link>
          </List.Item>
        ))}
      </List.Root>
    </Panel>
  )
}

const orderList = defineAdminList<Order>({
  name: 'orders',
  caption: msg`Orders`,
  call: (api, query, { signal }) => api.call('listOrders', { query, signal }),
  saved: () => orderLists,
  empty: () => <Trans>There are no orders yet.</Trans>,
  columns: [
    {
      title: msg({ message: 'ID', comment: 'column: the number of an order' }),
      kind: 'heading',
      cell: (order) => (
        <span id={`order-${order._id}`}>
          <Reference>{order.reference}</Reference> {order.sealed && <Mark kind="sealed" />}{' '}
          {order.buyerGone && <Mark kind="buyerGone" />}
          <SecondaryText overflowWrap="anywhere">{companyOf(order)}</SecondaryText>
        </span>
      ),
    },
    {
      title: msg({ message: 'Customer', comment: 'column: who ordered' }),
      cell: (order) => (
        <CellText>
          {order.user.name}
          <SecondaryText>{order.user.email}</SecondaryText>
        </CellText>
      ),
    },
    {
      title: msg({ message: 'Created', comment: 'column: when the order was made' }),
      cell: (order) => <TableTime at={order.created_at} />,
    },
  ],
  rowActions: (order) => <ViewOrderButton id={order._id} />,
})

export function DashboardPage() {
  const { t } = useLingui()
  const session = useSession()
  const counters = (orders?: ReactNode) => (
    <SimpleGrid as="ul" columns={{ base: 2, md: 4 }} gap="clamp(0.5rem, 2vw, 1rem)" _empty={{ display: 'none' }}>
      {hasRight(session, 'products') && (
        <ServerCounter
          to="/admin/products"
          label={(n) => t({ message: plural(n, { one: 'Product', other: 'Products' }), comment: 'below the number' })}
          load={(api, { signal }) => api.call('countFish', { signal })}
        />
      )}
      {orders}
      {hasRight(session, 'people') && (
        <>
          <ServerCounter
            to="/users"
            label={(n) => t({ message: plural(n, { one: 'User', other: 'Users' }), comment: 'below the number' })}
            load={(api, how) => api.call('listUsers', how)}
          />
          <ServerCounter
            to="/admin/messages"
            label={(n) =>
              t({ message: plural(n, { one: 'New message', other: 'New messages' }), comment: 'below the number' })
            }
            load={(api, { signal }) => newMessages.load(api, signal)}
          />
        </>
      )}
    </SimpleGrid>
  )
  return (
    <Page title={t({ message: 'Dashboard', comment: 'title of the administrator’s first screen' })}>
      {hasRight(session, 'shop') && <SetupList />}
      {hasRight(session, 'orders') ? <OrdersPart counters={counters} /> : counters()}
      {session?.rights?.every((right) => right === 'shop') && (
        <p>
          <Trans>
            Your screens are in the navigation: the invitations under “Users”, the settings of the shop, webhooks, API
            keys and the log.
          </Trans>
        </p>
      )}
    </Page>
  )
}

/** What those see who answer requests. `counters` puts the number of orders among the others. */
function OrdersPart({ counters }: { counters: (orders: ReactNode) => ReactNode }) {
  const { t } = useLingui()
  const now = useServerNow()
  const today = useShopToday()
  const orders = useAdminList(orderList)
  const n = orders.total ?? 2
  const { saved } = useOrders()
  // sums of some of the orders would be untrue
  const current = saved?.isComplete ? saved.orders.filter(({ order }) => !order.sealed) : undefined
  // what has to be done comes first
  const charted = useDeferredValue(current ?? [], [])
  return (
    <>
      {current?.length !== 0 && <Todo views={current} now={now} today={today} />}
      {counters(
        <Tile
          label={t({ message: plural(n, { one: 'Order', other: 'Orders' }), comment: 'below the number' })}
          count={orders.total}
        />,
      )}
      <h2>
        <Trans>Orders</Trans>
      </h2>
      <Later>
        <AdminListView list={orders} />
      </Later>
      {charted.length > 0 && <Charts orders={charted.map(({ order }) => order)} now={now} />}
    </>
  )
}

const onlyCount = { page: 1, per_page: 1 }

interface ServerCounterProps {
  to: '/admin/products' | '/users' | '/admin/messages'
  label: (count: number) => string
  load: (
    api: Api,
    how: { query: typeof onlyCount; signal: AbortSignal },
  ) => Promise<Reply<{ count: number } | readonly unknown[]>>
}

function ServerCounter({ to, label, load }: ServerCounterProps) {
  const { body, total } = useSavedQuery({
    key: `count ${to}`,
    load: (api, signal) => load(api, { query: onlyCount, signal }),
  })
  const count = total ?? (body && ('count' in body ? body.count : body.length))
  return <Tile to={to} label={label(count ?? 2)} count={count} />
}

interface TileProps {
  /** by default the board */
  to?: LinkProps['to']
  search?: object
  label: string
  /** undefined while unknown: shown as a dash, not as 0 */
  count: number | undefined
  /** shown instead of the count */
  value?: string | undefined
  /** urgent unless there is nothing to do */
  isTask?: boolean
  children?: ReactNode
}

function Tile({ to = '/admin/order', search, label, count, value, isTask, children }: TileProps) {
  const locale = useLocale()
  return (
    <li>
      <Card.Root
        asChild
        display="block"
        height="full"
        padding="clamp(0.75rem, 2vw, 1.25rem)"
        color="fg"
        textDecoration="none"
        focusVisibleRing="outside"
        {...(isTask && Boolean(count) && { borderTopWidth: '3px', borderTopColor: 'warm' })}
        _hover={{ boxShadow: 'lg' }}
      >
        <Link to={to} search={search as never}>
          <Stat.Root as="span" alignContent="start">
            <Stat.ValueText as="span" fontSize="2rem" lineHeight="1.1">
              {count === undefined ? '–' : (value ?? formatNumber(count, locale))}
            </Stat.ValueText>{' '}
            <Stat.Label as="span" hyphens="auto" overflowWrap="anywhere">
              {label}
            </Stat.Label>{' '}
            {children && <Stat.HelpText as="span">{children}</Stat.HelpText>}
          </Stat.Root>
        </Link>
      </Card.Root>
    </li>
  )
}

/** What has to be done first, each with the way to its part of the board; dashes until the orders are known. */
function Todo({ views, ...now }: { views: readonly OrderView[] | undefined; now: number; today: string }) {
  const { t } = useLingui()
  const at = { ...now, timeZone: useShop().timeZone }
  const locale = useLocale()
  const answered = views?.map(({ order, waiting }) => withWaiting(order, waiting))
  const waiting = answered && waitingForUs(answered)
  const oldest = waiting?.since !== undefined && formatAge(waiting.since, { now: at.now, locale })
  const orders = views?.map(({ order }) => order)
  const found = (work: OrderWork) => orders && workOn(orders, work, at)
  const load = found('load')
  const { count = 0 } = load ?? {}
  // only where there is something, unlike what every shop has
  const goods = (
    [
      ['claims', t({ message: 'Claims to settle', comment: 'tile: buyers report what is wrong with the goods' })],
      ['overdue', t({ message: 'Overdue payments', comment: 'tile: orders whose deposit or balance is not paid' })],
      ['payments', t({ message: 'Payments to confirm', comment: 'tile: orders whose buyers say that they have paid' })],
    ] as const
  ).flatMap(([work, label]) => {
    const open = workOn(answered ?? [], work, at).count
    return open > 0 ? [{ work, label, open }] : []
  })
  return (
    <SimpleGrid as="ul" columns={{ base: 2, lg: 4 }} gap="clamp(0.5rem, 2vw, 1rem)">
      <Tile isTask label={t`To answer`} count={waiting?.count}>
        {oldest && <Trans>the oldest: {oldest}</Trans>}
      </Tile>
      <Tile
        isTask
        search={{ tab: 'offered', only: 'expiring' }}
        label={t({ message: 'Offers that end soon', comment: 'tile: their validity ends within two days' })}
        count={found('expiring')?.count}
      />
      <Tile
        isTask
        search={{ tab: 'way', only: 'late' }}
        label={t({ message: 'Late', comment: 'tile: shipments that are late' })}
        count={found('late')?.count}
      />
      <Tile
        isTask
        search={{ tab: 'way', only: 'load' }}
        label={t`To load this week`}
        count={load?.count}
        value={load && formatTonnes(load.tonnes, locale)}
      >
        {load && <Plural value={count} one="# order" other="# orders" />}
      </Tile>
      {goods.map(({ work, label, open }) => (
        <Tile key={work} isTask search={{ tab: 'accepted', only: work }} label={label} count={open} />
      ))}
    </SimpleGrid>
  )
}
