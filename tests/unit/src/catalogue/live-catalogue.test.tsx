import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Fish } from '../../../../contract/fishes.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/schema.ts'
import {
  getCatalogueState,
  replaceCatalogue,
  savedCatalogueMax,
  saveFeedPage,
} from '../../../../src/db/store-products.ts'
import { putValue } from '../../../../src/db/values.ts'
import { refusal, type Saying } from '../../../support/fake-server.ts'
import { firstLook } from '../../../support/first-look.ts'
import { detail, fish, page } from '../../../support/fishes.ts'
import { openShop } from '../../../support/open-shop.tsx'
import { oneInTurn } from '../../../support/run.ts'

let devices = 0

/** What a pull brings. */
async function bring(db: ShopDatabase, changed: Fish[], deleted: string[] = []) {
  const since = (await getCatalogueState(db))?.cursor
  const step = { changed, deleted, next: `${since ?? ''}+`, more: false }
  await act(() => saveFeedPage(db, { since, step, now: Date.now() }))
}

/** A device with a saved catalogue. */
async function savedDevice(...fishes: Fish[]) {
  devices += 1
  const db = createDatabase(`live-catalogue-${devices}`)
  await bring(db, fishes)
  return db
}

/** A device of a shop that has more products than are saved. */
async function largeShop() {
  const db = await savedDevice()
  await putValue(db, 'catalogue', { cursor: 'old', at: 5, complete: false, tooMany: true })
  return db
}

// without reviews: nothing is fetched for an open product
const octopus = fish({ numReviews: 0 })
const hake = fish({ _id: '0190a1b2-0000-7000-8000-0000000000a2', trade_name: 'Hake', type: 'fish', rating: 5 })

const lists = oneInTurn(['/', '/products', '/products?keyword=e', '/products/category/fish'])

test.each(lists)('%s shows what a pull brings without asking the server', async (path) => {
  const db = await savedDevice({ ...octopus, type: 'fish' })
  const { server } = await openShop(path, { device: db })
  expect(await screen.findAllByRole('link', { name: 'Common octopus' })).not.toEqual([])
  await bring(db, [hake])
  expect(await screen.findAllByRole('link', { name: 'Hake' })).not.toEqual([])
  await bring(db, [], [octopus._id])
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Common octopus' })).toBeNull())
  expect(server.calls.filter(({ path: asked }) => /fish/.test(asked))).toEqual([])
})

test('a list that came from the server gives way to the saved catalogue when that is complete', async () => {
  const { deps } = await openShop('/products', { answers: { 'GET /fish/': page([octopus]) } })
  expect(await screen.findByRole('link', { name: 'Common octopus' })).toBeTruthy()
  await bring(deps.db, [octopus, hake])
  expect(await screen.findByRole('link', { name: 'Hake' })).toBeTruthy()
})

test.each(lists)(
  '%s asks the server again after a change of a catalogue that is too large to be saved',
  async (path) => {
    const db = await largeShop()
    const answers: Record<string, Saying> = {}
    const answer = (...fishes: Fish[]) => {
      answers['GET /fish/'] = page(fishes)
      answers['GET /fishes/top/'] = { status: 200, body: fishes }
      answers['GET /fishes/type/fish'] = { status: 200, body: { message: 'success', fish: fishes } }
    }
    answer({ ...octopus, type: 'fish' })
    await openShop(path, { device: db, answers })
    expect(await screen.findAllByRole('link', { name: 'Common octopus' })).not.toEqual([])
    await firstLook(() => getCatalogueState(db))
    answer(hake)
    await bring(db, [hake])
    expect(await screen.findAllByRole('link', { name: 'Hake' })).not.toEqual([])
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Common octopus' })).toBeNull())
  },
)

test('a list of such a catalogue that is opened again is the one that was read then', async () => {
  const db = await largeShop()
  const answers: Record<string, Saying> = { 'GET /fish/': page([octopus], { pages: 2 }) }
  const { history } = await openShop('/products', { device: db, answers })
  await screen.findByRole('link', { name: 'Common octopus' })
  await firstLook(() => getCatalogueState(db))
  answers['GET /fish/'] = page([hake], { pages: 2 })
  await bring(db, [hake])
  await screen.findByRole('link', { name: 'Hake' })
  answers['GET /fish/'] = page([octopus], { page: 2, pages: 2 })
  act(() => history.push('/products?page=2'))
  await screen.findByRole('link', { name: 'Common octopus' })
  answers['GET /fish/'] = page([{ ...hake, trade_name: 'Hake of the day' }], { pages: 2 })
  act(() => history.push('/products'))
  expect(await screen.findByRole('link', { name: 'Hake of the day' })).toBeTruthy()
})

test('an open product follows its changes, and a deleted one is said to be gone', async () => {
  const db = await savedDevice(octopus)
  await openShop(`/products/${octopus._id}`, { device: db })
  await screen.findByRole('heading', { level: 1, name: 'Common octopus' })
  await bring(db, [{ ...octopus, trade_name: 'Octopus of the day' }])
  await screen.findByRole('heading', { level: 1, name: 'Octopus of the day' })
  await bring(db, [], [octopus._id])
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test('an open product of a catalogue that is too large to be saved does so, too', async () => {
  const db = await largeShop()
  const call = `GET /fishes/${octopus._id}`
  const answers: Record<string, Saying> = { [call]: { status: 200, body: detail({ numReviews: 0 }) } }
  await openShop(`/products/${octopus._id}`, { device: db, answers })
  await screen.findByRole('heading', { level: 1, name: 'Common octopus' })
  await bring(db, [{ ...octopus, trade_name: 'Octopus of the day' }])
  await screen.findByRole('heading', { level: 1, name: 'Octopus of the day' })
  answers[call] = { status: 200, body: detail({ numReviews: 0, trade_name: 'Octopus of the night' }) }
  const many = Array.from({ length: savedCatalogueMax + 1 }, () => hake)
  await act(() => replaceCatalogue(db, { fishes: many, cursor: 'filled', now: Date.now() }))
  await screen.findByRole('heading', { level: 1, name: 'Octopus of the night' })
  answers[call] = refusal(404, 'not-found')
  await bring(db, [], [octopus._id])
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test('a product that is newer than the saved catalogue stays, and is live as soon as a pull has brought it', async () => {
  const db = await savedDevice(hake)
  const answers = { [`GET /fishes/${octopus._id}`]: { status: 200, body: detail() } }
  await openShop(`/products/${octopus._id}`, { device: db, answers })
  await screen.findByRole('heading', { level: 1, name: 'Common octopus' })
  await bring(db, [{ ...hake, countInStock: 3 }])
  await screen.findByRole('heading', { level: 1, name: 'Common octopus' })
  await bring(db, [{ ...octopus, trade_name: 'Octopus of the day' }])
  await screen.findByRole('heading', { level: 1, name: 'Octopus of the day' })
})
