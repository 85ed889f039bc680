import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Fish } from '../../../../contract/fishes.ts'
import { createDatabase } from '../../../../src/db/database.ts'
import { saveFeedPage } from '../../../../src/db/products.ts'
import { getList } from '../../../../src/db/read-products.ts'
import { fish } from '../../../support/fishes.ts'
import { openShop } from '../../../support/open-shop.tsx'
import { queryCatalogue } from '../../../support/query-catalogue.ts'

const products: Fish[] = ['Hake', 'Black hake', 'Halibut', 'Haddock', 'Common octopus', 'Crab', 'Sea hare'].map(
  (trade_name, at) =>
    fish({
      _id: `id-${at}`,
      trade_name,
      scientific_name: `Species ${at}`,
      trade_name_fr: '',
      category: '',
      classe: '',
    }),
)
const names = () => [...document.querySelectorAll('.card-name')].map(({ textContent }) => textContent)
const card = (name: string) => screen.getByRole('link', { name }).closest('li')
const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
const expected = (keyword: string) =>
  queryCatalogue(products, { keyword, page: 1, per_page: 6 }).fishes.map(({ trade_name }) => trade_name)

/** The products page with a saved catalogue; the server answers a search only when the test allows it. */
async function openSaved() {
  const db = createDatabase(`typing-${Math.random()}`)
  await saveFeedPage(db, {
    since: undefined,
    changes: { changed: products, deleted: [], next: 'c', more: false },
    now: 1,
  })
  const answer = ({ path }: { path: string }) => {
    const keyword = new URL(path, 'http://shop.test').searchParams.get('keyword') ?? ''
    // like an answer of the network: equal, but new objects
    return { status: 200, body: structuredClone(queryCatalogue(products, { keyword, page: 1, per_page: 6 })) }
  }
  const shop = await openShop('/products', { device: db, answers: { 'GET /fish/': answer } })
  await screen.findByRole('link', { name: 'Sea hare' })
  // the search opens the catalogue after the page is shown; this result can only come from it
  type('crab')
  await waitFor(() => expect(names()).toEqual(['Crab']))
  await waitFor(() => expect(shop.place()).toBe('/products?keyword=crab'))
  // on a slow machine the list of the address comes after it: when the database has answered once more, it is there
  await act(async () => void (await getList(db, { keyword: 'crab', page: 1, per_page: 6 })))
  return shop
}

afterEach(() => vi.restoreAllMocks())

test('each key shows its results at once, and the address follows later', async () => {
  const { place } = await openSaved()
  const before = place()
  for (const keyword of ['h', 'ha', 'hak', 'hake', 'hak', 'o', '']) {
    type(keyword)
    expect(names(), keyword).toEqual(expected(keyword))
    expect(place()).toBe(before)
  }
  type('hake')
  await waitFor(() => expect(place()).toBe('/products?keyword=hake'))
  expect(names()).toEqual(expected('hake'))
})

test('cards that stay do not render again, not even when the answer arrives', async () => {
  const { place, server } = await openSaved()
  type('ha')
  const shown = card('Black hake')
  const picture = shown?.querySelector('img')
  type('hak')
  expect(card('Black hake')).toBe(shown)
  await waitFor(() => expect(place()).toBe('/products?keyword=hak'))
  await act(async () => {})
  expect(card('Black hake')).toBe(shown)
  expect(shown?.querySelector('img')).toBe(picture)
  expect(server.callsTo('GET /fish/')).toEqual([])
})

test('a picture that fails offline stays a drawing until there is a connection', async () => {
  await openSaved()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const image = () => card('Hake')?.querySelector('img')
  type('hake')
  const first = image()
  if (!first) throw new Error('no picture')
  fireEvent.error(first)
  expect(image()).toBeNull()
  expect(card('Hake')?.querySelector('.picture-drawing')).toBeTruthy()
  type('crab')
  type('hake')
  expect(image()).toBeNull()
  online.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  type('crab')
  type('hake')
  expect(image()).toBeTruthy()
})

test('results are announced in existing live regions, once per change', async () => {
  await openSaved()
  const places = [...document.querySelectorAll('main [role=status]')]
  const said: string[] = []
  const listening = new MutationObserver((changes) => {
    for (const place of new Set(changes.map(({ target }) => places.find((each) => each.contains(target)))))
      if (place?.textContent) said.push(place.textContent)
  })
  for (const place of places) listening.observe(place, { childList: true, characterData: true, subtree: true })
  for (const keyword of ['ha', 'hak', 'zzz', 'hak']) {
    type(keyword)
    await act(async () => {})
  }
  listening.disconnect()
  expect([...document.querySelectorAll('main [role=status]')]).toEqual(places)
  expect(said).toEqual(['5 products', '2 products', '0 products', '2 products'])
})

test('on a slow connection without a saved catalogue, the box and its text stay while the answer loads', {
  tags: '@long',
}, async () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  const found = (keyword: string) => ({
    status: 200,
    body: queryCatalogue(products, { keyword, page: 1, per_page: 6 }),
  })
  const shop = await openShop('/products', {
    answers: {
      'GET /fish/': async ({ path }: { path: string }) => {
        const keyword = new URL(path, 'http://shop.test').searchParams.get('keyword') ?? ''
        if (keyword === 'ha') await held
        return found(keyword)
      },
    },
  })
  const box = await screen.findByRole('searchbox')
  box.focus()
  type('ha')
  // the wheel replaces only the list
  await screen.findByText('Loading…')
  expect(shop.place()).toBe('/products?keyword=ha')
  expect(screen.getByRole('searchbox')).toBe(box)
  expect(document.activeElement).toBe(box)
  await act(async () => type('hak'))
  await waitFor(() => expect(names()).toEqual(expected('hak')))
  expect(box).toHaveProperty('value', 'hak')
  expect(shop.place()).toBe('/products?keyword=hak')
  answer()
})
