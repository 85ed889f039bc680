import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { offline, refusal } from '../../../../support/fake-server.ts'
import { fish, page } from '../../../../support/fishes.ts'
import { openShop } from '../../../../support/open-shop.tsx'

const list = 'GET /fish/'
const top = 'GET /fishes/top/'

test('fetches five products a page and the trending ones, and shows both', async () => {
  const { user, server } = await openShop('/', {
    answers: { [list]: page([fish()], { pages: 3 }), [top]: { status: 200, body: [fish({ trade_name: 'Sole' })] } },
  })
  const region = await screen.findByRole('region', { name: 'Trending' })
  expect(within(region).getByRole('link', { name: 'Sole' }).getAttribute('href')).toMatch(/^#\/products\//)
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

test('an idle page renders a product outside of the document, and nothing shows of it', async () => {
  const worker = Object.assign(new EventTarget(), { controller: {} })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  const made = vi.spyOn(document, 'createElement')
  onTestFinished(() => made.mockRestore())
  await openShop('/', { answers: { [list]: page([fish()]), [top]: { status: 200, body: [] } } })
  const field = await waitFor(() => {
    const found = made.mock.results.find(({ value }) => value.getAttribute?.('role') === 'spinbutton')
    expect(found).toBeTruthy()
    return found?.value as HTMLElement
  })
  expect(field.isConnected).toBe(false)
  // removed again: React has taken the screen from its stage
  await waitFor(() => expect(field.closest('.page')?.parentElement ?? null).toBeNull())
  expect(document.title).toBe('Fish and seafood for export · Quayside')
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
