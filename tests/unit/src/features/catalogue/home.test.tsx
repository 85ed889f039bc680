import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offline, refusal } from '../../../../support/fake-server.ts'
import { fish, page } from '../../../../support/fishes.ts'
import { openShop } from '../../../../support/open-shop.tsx'

const list = 'GET /fish/'
const top = 'GET /fishes/top/'

test('fetches five products a page and the trending ones, and shows both', async () => {
  const { server } = await openShop('/', {
    answers: { [list]: page([fish()], { pages: 3 }), [top]: { status: 200, body: [fish({ trade_name: 'Sole' })] } },
  })
  const region = await screen.findByRole('region', { name: 'Trending' })
  expect(within(region).getByRole('link', { name: 'Sole' }).getAttribute('href')).toMatch(/^#\/products\//)
  expect(screen.getByRole('link', { name: 'Common octopus' })).toBeTruthy()
  expect(server.callsTo(list)[0]?.path).toBe('/fish/?page=1&per_page=5')
  expect(document.title).toBe('Fish and seafood for export · Quayside')
})

test('the search text goes to the list and into the address', async () => {
  const { user, place } = await openShop('/', { answers: { [list]: page([fish()]), [top]: { status: 200, body: [] } } })
  await user.type(await screen.findByRole('searchbox', { name: 'Search products' }), ' hake {Enter}')
  await waitFor(() => expect(place()).toBe('/products?keyword=hake'))
})

test('without trending products the page has no carousel', async () => {
  await openShop('/', { answers: { [list]: page([fish()]), [top]: offline } })
  expect(await screen.findByRole('link', { name: 'Common octopus' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Trending' })).toBeNull()
})

test('with reduced motion the carousel is paused until the user starts it', async () => {
  const { user } = await openShop('/', {
    answers: { [list]: page([fish()]), [top]: { status: 200, body: [fish({ trade_name: 'Sole' })] } },
  })
  await user.click(await screen.findByRole('button', { name: 'Start the slideshow' }))
  expect(screen.getByRole('button', { name: 'Pause the slideshow' })).toBeTruthy()
})

test('a list that cannot be loaded shows the error page with status and message; Retry loads it', async () => {
  let broken = true
  const { user } = await openShop('/', {
    answers: {
      [list]: () => (broken ? refusal(503, 'database-away') : page([fish()])),
      [top]: { status: 200, body: [] },
    },
  })
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
  expect(await screen.findByText('Status 503')).toBeTruthy()
  broken = false
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Common octopus' })).toBeTruthy()
})
