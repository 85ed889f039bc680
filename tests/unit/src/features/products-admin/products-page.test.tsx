import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Seen } from '../../../../support/fake-server.ts'
import { bareFish } from '../../../../support/fishes.ts'
import { admin, openAs } from '../../../../support/open-shop.tsx'

const id = (n: number) => `0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`
const product = (n: number) => bareFish({ _id: id(n), code: `HK-${n}`, trade_name: `Hake ${n}`, countInStock: n })

const queryOf = ({ path }: Seen) => new URLSearchParams(path.split('?')[1])

/** What the server answers of a page; one past the end is the last one. */
function slice(all: readonly unknown[], query: URLSearchParams) {
  const size = Number(query.get('per_page'))
  const page = Math.min(Number(query.get('page')), Math.max(1, Math.ceil(all.length / size)))
  return { rows: all.slice((page - 1) * size, page * size), page, pages: Math.ceil(all.length / size) }
}

test('products are listed 6, 25 or 100 a page, in an order and by stock; another page and a search keep that', async () => {
  const all = Array.from({ length: 60 }, (_, n) => product(n + 1))
  const asked: string[] = []
  const shop = await openAs(admin, '/admin/products', {
    'GET /fish/': (seen: Seen) => {
      const query = queryOf(seen)
      asked.push(String(query))
      const { rows, ...paging } = slice(all, query)
      return { body: { fishes: rows, ...paging, total: all.length } }
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
