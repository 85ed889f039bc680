import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Fish } from '../../../../contract/fishes.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/database.ts'
import { getCatalogueState, saveFeedPage } from '../../../../src/db/products.ts'
import { detail, fish, page } from '../../../support/fishes.ts'
import { openShop } from '../../../support/open-shop.tsx'
import { oneInTurn } from '../../../support/run.ts'

let devices = 0

/** What a pull brings. */
async function bring(db: ShopDatabase, changed: Fish[], deleted: string[] = []) {
  const since = (await getCatalogueState(db))?.cursor
  const changes = { changed, deleted, next: `${since ?? ''}+`, more: false }
  await act(() => saveFeedPage(db, { since, changes, now: Date.now() }))
}

/** A device with a saved catalogue. */
async function savedDevice(...fishes: Fish[]) {
  devices += 1
  const db = createDatabase(`live-catalogue-${devices}`)
  await bring(db, fishes)
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

test('an open product follows its changes, and a deleted one is said to be gone', async () => {
  const db = await savedDevice(octopus)
  await openShop(`/products/${octopus._id}`, { device: db })
  await screen.findByRole('heading', { level: 1, name: 'Common octopus' })
  await bring(db, [{ ...octopus, trade_name: 'Octopus of the day' }])
  await screen.findByRole('heading', { level: 1, name: 'Octopus of the day' })
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
