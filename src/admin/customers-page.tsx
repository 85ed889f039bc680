import { Box, Flex, List, SimpleGrid, type SystemStyleObject, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Customer, CustomerDetail } from '../../contract/customers.ts'
import { addressLines } from '../../contract/orders.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { formatNumber, formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { AdminList, defineAdminList, ListFrame } from '../lists/admin-list.tsx'
import { useSavedQuery } from '../lists/query.ts'
import { OrderStateBadge } from '../orders/order-state-badge.tsx'
import { nameOf } from '../orders/shown-order.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { Day } from '../ui/date-text.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Reference, SecondaryText, TableCards } from '../ui/rows/table-cards.tsx'

const titleOf = ({ company, name }: Customer) => company || name

const customers = defineAdminList<Customer>({
  name: 'customers',
  caption: msg`Customers`,
  call: (api, query, { signal }) => api.call('listCustomers', { query, signal }),
  search: msg`Search customers`,
  empty: ({ keyword }) =>
    keyword ? <Trans>No customer matches “{keyword}”.</Trans> : <Trans>Nobody has asked for a quote yet.</Trans>,
  columns: [
    {
      title: msg({ message: 'Customer', comment: 'column: who ordered' }),
      kind: 'heading',
      cell: (row) => (
        <Link to="/admin/customers/$id" params={{ id: row._id }}>
          {titleOf(row)}
        </Link>
      ),
    },
    {
      title: msg({ message: 'People', comment: 'column: those of a company who have asked for quotes' }),
      cell: ({ people, name }) => (people > 1 ? <Plural value={people} one="# person" other="# people" /> : name),
    },
    { title: msg`Country`, cell: ({ country }) => country },
    {
      title: msg({ message: 'Requests', comment: 'column: how many requests for quotes' }),
      cell: ({ requests }) => <Amount value={requests} />,
    },
    {
      title: msg({ message: 'Accepted', context: 'customers', comment: 'column: how many offers were accepted' }),
      cell: ({ accepted }) => <Amount value={accepted} />,
    },
    {
      title: msg({ message: 'Last request', comment: 'column: a date' }),
      cell: ({ last }) => <Day day={last.slice(0, 10)} />,
    },
  ],
})

/** Links that stand alone are as high as a finger. */
const look: SystemStyleObject = {
  display: 'contents',
  '& :is(td, th, li) a': { display: 'inline-flex', alignItems: 'center', minHeight: '11', marginBlock: '-2' },
}

const Amount = ({ value }: { value: number }) => formatNumber(value, useLocale())

export function CustomersPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Customers`}>
      <Box css={look}>
        <AdminList of={customers} />
      </Box>
    </Page>
  )
}

const route = getRouteApi('/admin/customers/$id')

/** One customer: company, people, addresses, requests, totals and last prices. */
export function CustomerPage() {
  const { t } = useLingui()
  const { id } = route.useParams()
  const { body, ...answer } = useSavedQuery({
    key: `customer ${id}`,
    load: (api, signal) => api.call('getCustomer', { params: { id }, signal }),
  })
  const rows = body && [body]
  return (
    <Page
      title={body ? titleOf(body) : t({ message: 'Customer', comment: 'column: who ordered' })}
      actions={
        <LinkButton to="/admin/customers" activeOptions={{ exact: true }}>
          <Trans comment="link: back to the list">All customers</Trans>
        </LinkButton>
      }
    >
      <ListFrame list={{ ...answer, rows, place: id, page: 1, pages: 1 }} empty={null}>
        {([customer]) => customer && <CustomerSheet customer={customer} />}
      </ListFrame>
    </Page>
  )
}

const OrderLink = ({ id, reference }: { id: string; reference: string }) => (
  <Link to="/order/$id" params={{ id }}>
    <Reference>{reference}</Reference>
  </Link>
)

function CustomerSheet({ customer }: { customer: CustomerDetail }) {
  const { t } = useLingui()
  const locale = useLocale()
  const requestsTitle = t({ message: 'Requests', comment: 'column: how many requests for quotes' })
  const lastPrices = t({ message: 'Last prices', comment: 'heading: the newest offered price of each product' })
  const { persons, addresses, orders, totals, prices, taxNumber, first } = customer
  return (
    <Box css={look}>
      <SimpleGrid columns={{ base: 1, lg: 3 }} gap="4">
        <Panel title={t`Company`}>
          <p>{titleOf(customer)}</p>
          {taxNumber && <p>{t`Tax number: ${taxNumber}`}</p>}
          <SecondaryText>
            <Trans comment="of a customer: the day of the first request">
              since <Day day={first.slice(0, 10)} />
            </Trans>
          </SecondaryText>
          {addresses.map((address) => (
            <Box as="address" key={addressLines(address).join()} mt="3">
              {addressLines(address).map((line) => (
                <div key={line}>{line}</div>
              ))}
            </Box>
          ))}
        </Panel>
        <Panel title={t({ message: 'People', comment: 'column: those of a company who have asked for quotes' })}>
          <List.Root gap="3">
            {persons.map(({ _id, name, email, requests }) => (
              <li key={_id}>
                {name}
                <SecondaryText overflowWrap="anywhere">
                  <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
                </SecondaryText>
                <SecondaryText>
                  <Plural value={requests} one="# request" other="# requests" />
                </SecondaryText>
              </li>
            ))}
          </List.Root>
        </Panel>
        <Panel title={t({ message: 'Accepted offers', comment: 'heading: sums in each currency' })}>
          {totals.length === 0 && <Text color="fg.muted">{t`None yet.`}</Text>}
          {totals.map(({ currency, orders: count, total }) => (
            <Flex key={currency} justify="space-between" gap="3" wrap="wrap">
              <Plural value={count} one="# order" other="# orders" />
              <Text as="span" fontWeight="semibold" fontVariantNumeric="tabular-nums">
                {formatMoney(total, currency, locale)}
              </Text>
            </Flex>
          ))}
        </Panel>
      </SimpleGrid>
      <h2>{requestsTitle}</h2>
      <TableCards
        caption={requestsTitle}
        rows={orders}
        rowKey={({ _id }) => _id}
        columns={[
          {
            title: t`Reference`,
            kind: 'heading',
            cell: ({ _id, reference }) => <OrderLink id={_id} reference={reference} />,
          },
          {
            title: t({ message: 'Date', comment: 'column' }),
            cell: ({ created_at }) => <Day day={created_at.slice(0, 10)} />,
          },
          { title: t`Name`, cell: ({ name }) => name },
          {
            title: t({ message: 'Tonnes', comment: 'column: the sum of what was asked for' }),
            cell: ({ quantity }) => formatTonnes(quantity, locale),
          },
          { title: t`State`, cell: ({ state }) => <OrderStateBadge state={state} side="shop" /> },
        ]}
      />
      {prices.length > 0 && (
        <>
          <h2>{lastPrices}</h2>
          <TableCards
            caption={lastPrices}
            rows={prices}
            rowKey={({ fishe }) => fishe}
            columns={[
              {
                title: t({ message: 'Product', comment: 'column' }),
                kind: 'heading',
                cell: (price) => nameOf(price, locale),
              },
              {
                title: t`Price per tonne`,
                cell: ({ price, currency }) => formatMoney(price, currency, locale),
              },
              {
                title: t`Reference`,
                cell: ({ order, reference }) => <OrderLink id={order} reference={reference} />,
              },
              { title: t({ message: 'Date', comment: 'column' }), cell: ({ at }) => <Day day={at.slice(0, 10)} /> },
            ]}
          />
        </>
      )}
    </Box>
  )
}
