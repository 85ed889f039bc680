import { i18n } from '@lingui/core'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offline, refusal } from '../../../support/fake-server.ts'
import { fish, page } from '../../../support/fishes.ts'
import { openShop } from '../../../support/open-shop.tsx'

const list = 'GET /fish/'
const top = 'GET /fishes/top/'

test('fetches five products a page and the trending ones, and shows both', async () => {
  const { user, server } = await openShop('/', {
    answers: {
      [list]: page([fish()], { pages: 3 }),
      [top]: {
        status: 200,
        body: [fish({ _id: 'sole', trade_name: 'Sole' }), fish(), fish({ _id: 'out', countInStock: 0 })],
      },
    },
  })
  const region = await screen.findByRole('region', { name: 'Trending' })
  expect(within(region).getByRole('link', { name: 'Sole' }).getAttribute('href')).toMatch(/^#\/products\//)
  // neither what the list below shows nor what is not in stock
  expect(within(region).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Common octopus' })).toBeTruthy()
  expect(server.callsTo(list)[0]?.path).toBe('/fish/?page=1&per_page=5')
  expect(document.title).toBe('Fish and seafood for export · Quayside')
  // with reduced motion it is paused until somebody starts it
  await user.click(await screen.findByRole('button', { name: 'Start the slideshow' }))
  expect(screen.getByRole('button', { name: 'Pause the slideshow' })).toBeTruthy()
})

test('a card opens its product here, and with a modifier the browser opens it elsewhere', async () => {
  const { user, place } = await openShop('/', { answers: { [list]: page([fish()]), [top]: { status: 200, body: [] } } })
  const link = await screen.findByRole('link', { name: 'Common octopus' })
  // jsdom opens no tabs: true says that the click is left to the browser
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true)
  expect(place()).toBe('/')
  await user.click(link)
  await waitFor(() => expect(place()).toBe(`/products/${fish()._id}`))
  expect(await screen.findByRole('heading', { level: 1, name: 'Common octopus' })).toBeTruthy()
})

test('a list that cannot be loaded shows the error page with status and message; Retry loads it', async () => {
  let broken = true
  const { user } = await openShop('/', {
    answers: {
      [list]: () => (broken ? refusal(503, 'database-away') : page([fish()])),
      [top]: offline,
    },
  })
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
  expect(await screen.findByText('Status 503')).toBeTruthy()
  broken = false
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Common octopus' })).toBeTruthy()
  // without trending products there is no carousel
  expect(screen.queryByRole('region', { name: 'Trending' })).toBeNull()
})

test('the keyword and page of the address are requested, six products a page', async () => {
  const { server } = await openShop('/products?keyword=hake&page=2', {
    answers: { [list]: page([fish()], { page: 2, pages: 4 }) },
  })
  const pager = await screen.findByRole('navigation', { name: 'Pagination' })
  expect(pager.querySelector('[aria-current=page]')?.textContent).toBe('2')
  expect(server.callsTo(list)[0]?.path).toBe('/fish/?page=2&per_page=6&facets=1&keyword=hake')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search products' }).value).toBe('hake')
})

test('filters and order stand in the address with the search, and stay when a type is pressed', async () => {
  const counted = (value: string, count: number) => [{ value, text: value, count }]
  const facets = { state: counted('frozen', 3), presentation: counted('whole', 2) }
  const { user, place, server } = await openShop('/products?keyword=hake&page=2', {
    answers: { [list]: { body: { ...page([fish()], { page: 2, pages: 4 }).body, facets } } },
  })
  await user.click(await screen.findByRole('button', { name: 'Frozen 3' }))
  await waitFor(() => expect(place()).toBe('/products?keyword=hake&state=frozen'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Presentation' }), 'whole (2)')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By name')
  const all = 'keyword=hake&state=frozen&presentation=whole&sort=name'
  await waitFor(() => expect(place()).toBe(`/products?${all}`))
  await waitFor(() => expect(server.callsTo(list).at(-1)?.path).toBe(`/fish/?page=1&per_page=6&facets=1&${all}`))
  const types = screen.getByRole('navigation', { name: 'Categories' })
  await user.click(within(types).getByRole('link', { name: 'Fish' }))
  await waitFor(() => expect(place()).toMatch('/products/category/fish?'))
  expect(new URLSearchParams(place().split('?')[1]).size).toBe(4)
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search products' }).value).toBe('hake')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(place()).toMatch(/fish\?(keyword=hake&sort=name|sort=name&keyword=hake)$/))
})

test('the pager leads to the next page, and is hidden for a single page', async () => {
  const { user, place } = await openShop('/products', {
    answers: {
      [list]: ({ path }) =>
        page([fish()], path.includes('keyword') ? {} : { page: Number(/[?&]page=(\d)/.exec(path)?.[1]), pages: 3 }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(place()).toBe('/products?page=2'))
  // the list has come: what is typed before would meet one that waits
  await waitFor(() => expect(screen.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', false))
  await user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'octopus{Enter}')
  await waitFor(() => expect(place()).toBe('/products?keyword=octopus'))
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull())
})

test('an empty result names the keyword; a shop without products and an empty category say so', async () => {
  const none = { status: 200, body: { fish: [], message: 'success' } }
  const answers = { [list]: page([]), 'GET /fishes/type/whales': none }
  const { history } = await openShop('/products?keyword=zzz', { answers })
  expect(await screen.findByText('Nothing found for “zzz”')).toBeTruthy()
  history.push('/products')
  expect(await screen.findByText('There are no products yet.')).toBeTruthy()
  history.push('/products/category/whales')
  expect(await screen.findByText("Temporarily we don't have this kind of fish")).toBeTruthy()
})

test('a list that cannot be loaded shows an error view with Retry', async () => {
  let away = true
  const { user } = await openShop('/products', { answers: { [list]: () => (away ? offline() : page([fish()])) } })
  expect((await screen.findByRole('alert')).textContent).toContain('There is no connection to the shop.')
  away = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Common octopus' })).toBeTruthy()
})

test('a category without a successful answer fails', async () => {
  await openShop('/products/category/fish', {
    answers: { 'GET /fishes/type/fish': { status: 200, body: { fish: [], message: 'closed today' } } },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('closed today')
})

test('a search that is shared has a title with the punctuation of the language', async () => {
  const { user } = await openShop('/products?keyword=hake', { answers: { [list]: page([fish()]) } })
  act(() => i18n.loadAndActivate({ locale: 'fr', messages: {} }))
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  const mail = await screen.findByRole('link', { name: 'By e-mail' })
  expect(decodeURIComponent(mail.getAttribute('href') ?? '')).toContain('subject=Products\u202f: hake')
})
