import { Box, Card, List, SimpleGrid, Stat } from '@chakra-ui/react'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasRight, type Right } from '../../contract/accounts.ts'
import type { Order } from '../../contract/orders.ts'
import type { Api } from '../api/api-client.ts'
import type { Reply } from '../api/exchange.ts'
import {
  mostAsked,
  mostPromised,
  onTheWater,
  promisedTonnes,
  toLoadThisWeek,
  tonnesPerWeek,
} from '../db/order-figures.ts'
import { orderLists, useOrders, useShopToday, withWaiting } from '../db/read-orders.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { formatNumber, formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { AdminListView, defineAdminList, useAdminList } from '../lists/admin-list.tsx'
import { ViewOrderButton } from '../lists/list-rows.tsx'
import { shopSetup, useSavedQuery } from '../lists/query.ts'
import { Mark } from '../orders/order-state-badge.tsx'
import { TableTime } from '../ui/date-text.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { CellText, Reference, SecondaryText } from '../ui/rows/table-cards.tsx'
import { Figure, Figures, SpeciesChart, WeekChart } from './dashboard-charts.tsx'

interface Step {
  isDone: boolean
  to: '/admin/shop' | '/admin/products' | '/users'
  right: Right
  label: string
}

function SetupList() {
  const { t } = useLingui()
  const session = useSession()
  const { body: setup } = useSavedQuery(shopSetup)
  if (!setup || setup.isDemonstration) return null
  const steps: Step[] = [
    { isDone: setup.hasName, to: '/admin/shop', right: 'shop', label: t`Give the shop its name` },
    { isDone: setup.hasLogo, to: '/admin/shop', right: 'shop', label: t`Upload a logo` },
    { isDone: setup.hasCatalogue, to: '/admin/products', right: 'products', label: t`Add your products` },
    { isDone: setup.hasMail, to: '/admin/shop', right: 'shop', label: t`Connect a mail server` },
    { isDone: setup.hasPublicAddress, to: '/admin/shop', right: 'shop', label: t`Give the server its public address` },
    { isDone: setup.hasSecondAdmin, to: '/users', right: 'shop', label: t`Make a second administrator` },
  ]
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

function Shipping({ orders }: { orders: readonly Order[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const today = useShopToday()
  const load = toLoadThisWeek(orders, today)
  const water = onTheWater(orders)
  const promised =
    [...promisedTonnes(orders).values()].reduce((sum, tonnes) => sum + Math.round(tonnes * 1000), 0) / 1000
  const orderCount = (count: number) => <Plural value={count} one="# order" other="# orders" />
  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
        <Figure label={t`To load this week`} value={formatTonnes(load.tonnes, locale)}>
          {orderCount(load.count)}
        </Figure>
        <Figure
          label={t({ message: 'On the water', comment: 'goods on ships' })}
          value={formatTonnes(water.tonnes, locale)}
        >
          {orderCount(water.count)}
        </Figure>
        <Figure
          label={t({ message: 'Promised', comment: 'tonnes that are accepted and not loaded' })}
          value={formatTonnes(promised, locale)}
        >
          <Trans>accepted and not loaded</Trans>
        </Figure>
      </SimpleGrid>
      {promised > 0 && <SpeciesChart title={<Trans>Accepted and not loaded</Trans>} products={mostPromised(orders)} />}
    </>
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
          <SecondaryText fontFamily="mono" fontSize="xs" overflowWrap="anywhere">
            {order._id}
          </SecondaryText>
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
          icon="fish"
          label={(n) => t({ message: plural(n, { one: 'Product', other: 'Products' }), comment: 'below the number' })}
          load={(api, { signal }) => api.call('countFish', { signal })}
        />
      )}
      {orders}
      {hasRight(session, 'people') && (
        <>
          <ServerCounter
            to="/users"
            icon="user"
            label={(n) => t({ message: plural(n, { one: 'User', other: 'Users' }), comment: 'below the number' })}
            load={(api, how) => api.call('listUsers', how)}
          />
          <ServerCounter
            to="/admin/messages"
            icon="chat"
            label={(n) =>
              t({ message: plural(n, { one: 'New message', other: 'New messages' }), comment: 'below the number' })
            }
            load={(api, { query, signal }) => api.call('listMessages', { query: { state: 'new', ...query }, signal })}
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
  const { clock } = useDeps()
  const orders = useAdminList(orderList)
  const { saved } = useOrders()
  const now = clock.now()
  // sums of some of the orders would be untrue
  const current = saved?.isComplete ? saved.orders.filter(({ order }) => !order.sealed) : []
  const savedOrders = current.map(({ order }) => order)
  const answered = current.map(({ order, waiting }) => withWaiting(order, waiting))
  return (
    <>
      {counters(
        <Counter
          to="/admin/order"
          icon="list"
          label={(n) => t({ message: plural(n, { one: 'Order', other: 'Orders' }), comment: 'below the number' })}
          count={orders.total}
        />,
      )}
      {savedOrders.length > 0 && (
        <>
          <Figures orders={savedOrders} answered={answered} now={now} />
          <WeekChart weeks={tonnesPerWeek(savedOrders, now)} />
          <SpeciesChart title={<Trans>Most asked for</Trans>} products={mostAsked(savedOrders)} />
          <Shipping orders={savedOrders} />
        </>
      )}
      <h2>
        <Trans>Orders</Trans>
      </h2>
      <AdminListView list={orders} />
    </>
  )
}

interface CounterProps {
  to: '/admin/products' | '/admin/order' | '/users' | '/admin/messages'
  icon: IconName
  label: (count: number) => string
  /** undefined while unknown: shown as a dash, not as 0 */
  count: number | undefined
}

function Counter({ to, icon, label, count }: CounterProps) {
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
        _hover={{ boxShadow: 'lg' }}
      >
        <Link to={to}>
          <Stat.Root as="span" columnGap="4" gridTemplateColumns={{ md: 'auto 1fr' }} alignContent="start">
            <Box as="span" color="link" fontSize="1.75rem" lineHeight="1" gridRow={{ md: 'span 2' }} alignSelf="center">
              <Icon name={icon} />
            </Box>
            <Stat.ValueText as="span" fontSize="2rem" lineHeight="1.1">
              {count === undefined ? '–' : formatNumber(count, locale)}
            </Stat.ValueText>{' '}
            <Stat.Label
              as="span"
              fontSize="clamp(0.8125rem, 0.5rem + 1.4vw, 1rem)"
              hyphens="auto"
              overflowWrap="anywhere"
            >
              {label(count ?? 2)}
            </Stat.Label>
          </Stat.Root>
        </Link>
      </Card.Root>
    </li>
  )
}

const onlyCount = { page: 1, per_page: 1 }

interface ServerCounterProps extends Omit<CounterProps, 'count'> {
  load: (
    api: Api,
    how: { query: typeof onlyCount; signal: AbortSignal },
  ) => Promise<Reply<{ count: number } | readonly unknown[]>>
}

function ServerCounter({ load, ...counter }: ServerCounterProps) {
  const { body, total } = useSavedQuery({
    key: `count ${counter.to}`,
    load: (api, signal) => load(api, { query: onlyCount, signal }),
  })
  return <Counter {...counter} count={total ?? (body && ('count' in body ? body.count : body.length))} />
}
