import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { problemType } from '../../../../contract/problem.ts'
import { headers } from '../../../../contract/service.ts'
import { isStockRow } from '../../../../src/db/outbox-rows.ts'
import { offline, type Saying, type Seen } from '../../../support/fake-server.ts'
import { bareFish } from '../../../support/fishes.ts'
import { admin, type OpenShop, openAs, openShop } from '../../../support/open-shop.tsx'

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

test('ticked products are changed at once, also those of another page, in one call; deleting asks first', async () => {
  const all = [1, 2, 3, 4, 5, 6, 7].map(product)
  const shop = await openAs(admin, '/admin/products', {
    'GET /fish/': (seen: Seen) => {
      const { rows, ...paging } = slice(all, queryOf(seen))
      return { body: { fishes: rows, ...paging, total: all.length } }
    },
    'POST /fishes/bulk/': { body: { changed: 2, missing: [] } },
  })
  const press = async (name: string) => shop.user.click(await screen.findByRole('button', { name }))
  await shop.user.click(await screen.findByRole('checkbox', { name: 'Select Hake 2' }))
  await press('Next page')
  await shop.user.click(await screen.findByRole('checkbox', { name: 'Select Hake 7' }))
  await press('Change')
  const dialog = within(await screen.findByRole('dialog', { name: 'Change 2 products' }))
  await shop.user.type(dialog.getByLabelText('Stock'), '2.5')
  await shop.user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('2 products were changed.')
  const [sent] = shop.server.callsTo('POST /fishes/bulk/')
  expect(sent?.body).toEqual({ ids: [id(2), id(7)], countInStock: 2.5 })
  await press('Delete')
  expect((await screen.findByRole('alertdialog')).textContent).toContain('2 products leave the catalogue')
})

const _id = '0190a1b2-0000-7000-8000-000000000101'
const cod = bareFish({ _id, trade_name: 'Cod', countInStock: 10, updated_at: '2026-01-01T00:00:00.000Z' })
const put = `PUT /fishes/${_id}/stock/`
const conflict = (countInStock: number): Saying => ({
  status: 409,
  body: { type: problemType('edited-meanwhile'), title: 'Edited meanwhile', status: 409, detail: 'No.', countInStock },
})
const list = { body: { fishes: [cod], page: 1, pages: 1, total: 1 } }

async function table(answer: Saying, more: Record<string, Saying> = {}): Promise<OpenShop> {
  return openAs(admin, '/admin/products', { 'GET /fish/': list, [put]: answer, ...more })
}
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Stock of Cod' })
const stocks = async ({ deps }: OpenShop) => (await deps.db.outbox.toArray()).filter(isStockRow)

async function type({ user }: OpenShop, text: string) {
  await user.clear(await field())
  await user.type(await field(), text)
}

test('Enter sends the typed number once, with the number that was shown', async () => {
  const shop = await table({ body: { _id, countInStock: 7.5 } })
  expect((await field()).value).toBe('10')
  await type(shop, '7,5')
  await shop.user.keyboard('{Enter}')
  await screen.findByText('Sent')
  const [sent, ...more] = shop.server.callsTo(put)
  expect([sent?.body, more]).toEqual([{ countInStock: 7.5, seen: 10 }, []])
  expect(sent?.headers.get(headers.key)).toMatch(/^[0-9a-f-]{36}$/)
})

test('a number that is half typed is there after a reload, until Escape', async () => {
  const shop = await table(offline)
  await type(shop, '13')
  const saved = () => shop.deps.db.keyValue.toArray().then((rows) => JSON.stringify(rows))
  await waitFor(async () => expect(await saved()).toContain('"13"'))
  shop.unmount()
  const again = await openShop('/admin/products', {
    session: admin,
    device: shop.deps.db,
    answers: { 'GET /fish/': list },
  })
  await waitFor(async () => expect((await field()).value).toBe('13'))
  await again.user.click(await field())
  await again.user.keyboard('{Escape}')
  await waitFor(async () => expect((await field()).value).toBe('10'))
})

test('an invalid number is explained at the field, and Escape restores the previous one', async () => {
  const shop = await table(offline)
  for (const [text, reason] of [
    ['many', 'Please enter a number of tonnes, 0 or more'],
    ['-1', 'Please enter a number of tonnes, 0 or more'],
    ['1,000', 'Write thousands without a separator: 1500.'],
    [' ', 'Please fill in this field'],
  ] as const) {
    await type(shop, text)
    await shop.user.keyboard('{Enter}')
    const input = await field()
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = (input.getAttribute('aria-describedby') ?? '').split(' ')
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(reason)
  }
  await shop.user.keyboard('{Escape}')
  expect([(await field()).value, await stocks(shop)]).toEqual(['10', []])
})

test('offline, the number is queued, and the next one is sent after it', async () => {
  const shop = await table(offline)
  await type(shop, '7')
  await shop.user.click(await screen.findByRole('button', { name: 'Save the stock of Cod' }))
  await screen.findByText('Waiting for a connection')
  expect((await field()).value).toBe('7')
  const first = (await stocks(shop)).map(({ payload }) => payload.body)
  expect(first).toEqual([{ countInStock: 7, seen: 10 }])
  shop.server.sayings[put] = { body: { _id, countInStock: 6 } }
  await type(shop, '6')
  await shop.user.keyboard('{Enter}')
  const bodies = () => shop.server.callsTo(put).map(({ body }) => JSON.stringify(body))
  // the first one may have arrived, so it is sent again first
  await waitFor(() => expect(bodies().at(-1)).toBe('{"countInStock":6,"seen":7}'))
  await screen.findByText('Sent')
  expect(new Set(bodies().slice(0, -1))).toEqual(new Set(['{"countInStock":7,"seen":10}']))
})

test('after a conflict both numbers are shown: mine can be set again, and a number typed then is set over theirs', async () => {
  const shop = await table(conflict(8))
  await type(shop, '7')
  await shop.user.keyboard('{Enter}')
  await screen.findByText('It is 8 t now, yours is 7 t.')
  shop.server.sayings[put] = conflict(9)
  await shop.user.click(await screen.findByRole('button', { name: 'Set mine again: Cod' }))
  await waitFor(() => expect(shop.server.callsTo(put).at(-1)?.body).toEqual({ countInStock: 7, seen: 8 }))
  await screen.findByText('It is 9 t now, yours is 7 t.')
  shop.server.sayings[put] = { body: { _id, countInStock: 5 } }
  await type(shop, '5')
  await shop.user.keyboard('{Enter}')
  await waitFor(() => expect(shop.server.callsTo(put).at(-1)?.body).toEqual({ countInStock: 5, seen: 9 }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Set mine again: Cod' })).toBeNull())
})

test('after a conflict mine can be discarded, in the table or in the outbox list', async () => {
  const shop = await table(conflict(8), { [`GET /fishes/${_id}`]: { body: { ...cod, countInStock: 8, reviews: [] } } })
  await type(shop, '7')
  await shop.user.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Discard mine: Cod' })
  shop.unmount()
  const later = await openShop('/offline', { session: admin, device: shop.deps.db, answers: { [put]: conflict(8) } })
  const entries = within(await screen.findByRole('list', { name: 'Waiting to be sent' }))
  entries.getByText('Stock of Cod: 7 t')
  entries.getByText('It is 8 t now, yours is 7 t.')
  await later.user.click(entries.getByRole('button', { name: 'Discard mine: Cod' }))
  await screen.findByText('Nothing is waiting: everything you sent has arrived.')
})

// the list of an earlier answer and the catalogue's feed are told by their times, not by where they come from
test.each([
  { from: 'the answer', savedAt: '2025-12-31T00:00:00.000Z', shown: '10' },
  { from: 'the saved product', savedAt: '2026-01-02T00:00:00.000Z', shown: '3' },
])('the newer stock is shown: that of $from', async ({ savedAt, shown }) => {
  const shop = await table(offline)
  expect((await field()).value).toBe('10')
  await shop.deps.db.fishes.put({ ...cod, countInStock: 3, updated_at: savedAt })
  // a change that the live query must have seen, since it also shows the unsent number
  await waitFor(async () => expect((await shop.deps.db.fishes.get(_id))?.countInStock).toBe(3))
  await waitFor(async () => expect((await field()).value).toBe(shown))
  await type(shop, '4')
  await shop.user.keyboard('{Enter}')
  await waitFor(async () =>
    expect((await stocks(shop)).map(({ payload }) => payload.body.seen)).toEqual([Number(shown)]),
  )
})
