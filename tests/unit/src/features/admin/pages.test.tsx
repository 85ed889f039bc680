import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Seen } from '../../../../support/fake-server.ts'
import { admin, openShop } from '../../../../support/open-shop.tsx'
import { orderWith } from '../../../../support/some-orders.ts'

const id = (n: number) => `0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`
const user = (n: number) => ({ _id: id(n), name: `Person ${n}`, email: `p${n}@example.com`, isAdmin: false })
const message = (n: number) => ({
  ...{ _id: id(n), name: `Writer ${n}`, email: `w${n}@example.com`, subject: `Subject ${n}`, message: 'Hello' },
  ...{ created_at: '2026-01-02T03:04:05.000Z', isRead: true, isAnswered: false },
})
const product = (n: number) => ({
  ...{
    _id: id(n),
    code: `HK-${n}`,
    trade_name: `Hake ${n}`,
    trade_name_fr: `Merlu ${n}`,
    trade_name_es: `Merluza ${n}`,
  },
  ...{ classe: 'Actinopterygii', category: 'Merlucciidae', type: 'fish', image: '', size: '', weight: '' },
  ...{ countInStock: n, rating: 0, numReviews: 0, updated_at: '2026-01-01T00:00:00.000Z' },
})

const queryOf = ({ path }: Seen) => new URLSearchParams(path.split('?')[1])

/** What the server answers of a page; one past the end is the last one. */
function slice(all: readonly unknown[], query: URLSearchParams) {
  const size = Number(query.get('per_page'))
  const page = Math.min(Number(query.get('page')), Math.max(1, Math.ceil(all.length / size)))
  return { rows: all.slice((page - 1) * size, page * size), page, pages: Math.ceil(all.length / size) }
}

/** A list of the administration with so many rows, of which one page is asked for. */
function answerRows(make: (n: number) => unknown, count: number) {
  const all = Array.from({ length: count }, (_, n) => make(n + 1))
  return (seen: Seen) => ({ body: slice(all, queryOf(seen)).rows, headers: { 'x-total-count': String(count) } })
}

const lists = [
  ['/users', 'GET /users/', user, (n: number) => `p${n}@example.com`, 20],
  ['/admin/messages', 'GET /messages/', message, (n: number) => `Subject ${n}`, 10],
] as const

test.each(lists)(
  '%s: the last page has the rest, and there is none after it',
  async (path, call, make, textOf, size) => {
    const shop = await openShop(path, { session: admin, answers: { [call]: answerRows(make, 2 * size + 1) } })
    await screen.findByText(textOf(1))
    const pager = within(await screen.findByRole('navigation', { name: 'Pagination' }))
    await shop.user.click(pager.getByRole('button', { name: /\b3$/ }))
    expect(await screen.findByText(textOf(2 * size + 1))).toBeTruthy()
    expect(screen.queryByText(textOf(2 * size))).toBeNull()
    expect(shop.place()).toBe(`${path}?page=3`)
    expect(
      within(screen.getByRole('navigation', { name: 'Pagination' })).queryByRole('button', { name: /\b4$/ }),
    ).toBeNull()
  },
)

test.each(lists)('%s: exactly full pages have no empty one behind them', async (path, call, make, textOf, size) => {
  await openShop(path, { session: admin, answers: { [call]: answerRows(make, 2 * size) } })
  await screen.findByText(textOf(1))
  const pager = within(await screen.findByRole('navigation', { name: 'Pagination' }))
  pager.getByRole('button', { name: /\b2$/ })
  expect(pager.queryByRole('button', { name: /\b3$/ })).toBeNull()
})

test('the rows of a later page of the users go on counting', async () => {
  await openShop('/users?page=3', { session: admin, answers: { 'GET /users/': answerRows(user, 41) } })
  const row = (await screen.findByText('p41@example.com')).closest('tr')
  expect(row?.querySelector('td')?.textContent).toBe('41')
})

test('a tab of the board opens on its first page, with what was searched', async () => {
  const requested = Array.from({ length: 45 }, (_, n) =>
    orderWith([], { _id: `o${n}`, reference: `Q-0000-${1000 + n}` }),
  )
  const cancelled = orderWith([{ kind: 'cancel', side: 'buyer' }], { _id: 'gone', reference: 'Q-0000-9999' })
  const answers = {
    'GET /orders/changes/': { body: { changed: [...requested, cancelled], deleted: [], next: 'c', more: false } },
  }
  const shop = await openShop('/admin/order?tab=requested&keyword=q-0000&page=3', { session: admin, answers })
  await waitFor(() => expect(screen.getAllByRole('link', { name: /View/ })).toHaveLength(5))
  await shop.user.click(screen.getByRole('tab', { name: /Cancelled/ }))
  expect(await screen.findByText('Q-0000-9999')).toBeTruthy()
  expect(shop.place()).toBe('/admin/order?tab=cancelled&keyword=q-0000')
  await shop.user.click(screen.getByRole('tab', { name: /Awaiting offer/ }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: /View/ })).toHaveLength(20))
})

test('products are listed 6, 25 or 100 a page, in an order and by stock; another page and a search keep that', async () => {
  const all = Array.from({ length: 60 }, (_, n) => product(n + 1))
  const asked: string[] = []
  const shop = await openShop('/admin/products', {
    session: admin,
    answers: {
      'GET /fish/': (seen: Seen) => {
        const query = queryOf(seen)
        asked.push(String(query))
        const { rows, ...paging } = slice(all, query)
        return { body: { fishes: rows, ...paging, total: all.length } }
      },
    },
  })
  await screen.findByText('Hake 6')
  screen.getByText('Art. HK-6')
  expect(screen.queryByText('Hake 7')).toBeNull()
  await shop.user.selectOptions(screen.getByLabelText('Rows per page'), '25')
  await screen.findByText('Hake 25')
  await shop.user.selectOptions(screen.getByLabelText('Filter by stock'), 'low')
  await shop.user.selectOptions(screen.getByLabelText('Order'), 'stock-down')
  await waitFor(() => expect(asked.at(-1)).toBe('page=1&per_page=25&stock=low&sort=stock-down'))
  await shop.user.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(asked.at(-1)).toBe('page=2&per_page=25&stock=low&sort=stock-down'))
  await shop.user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'hake{Enter}')
  await waitFor(() => expect(asked.at(-1)).toBe('page=1&per_page=25&keyword=hake&stock=low&sort=stock-down'))
  expect(shop.place()).toBe('/admin/products?rows=25&stock=low&sort=stock-down&keyword=hake')
  await shop.user.selectOptions(screen.getByLabelText('Rows per page'), '6')
  await waitFor(() => expect(asked.at(-1)).toBe('page=1&per_page=6&keyword=hake&stock=low&sort=stock-down'))
})
