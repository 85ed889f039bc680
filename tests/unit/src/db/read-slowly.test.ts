// @vitest-environment node
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ConnectionError } from '../../../../src/api/exchange.ts'
import { createDatabase } from '../../../../src/db/database.ts'
import { saveFeedPage } from '../../../../src/db/products.ts'
import { type CatalogueSource, readList, readProduct } from '../../../../src/db/read-products.ts'
import { someFishes } from '../../../support/some-fishes.ts'
import { until } from '../../../support/until.ts'

/*
 * Without a connection, what is saved is shown also when the database answers long after the screen has given up waiting for
 * it and has asked the server.
 */

const list = { page: 1, per_page: 10 }
const [fish] = someFishes(1)
if (!fish) throw new Error('There is no product.')

interface World extends CatalogueSource {
  call: ReturnType<typeof vi.fn>
}
let world: World

beforeEach(async () => {
  const db = createDatabase(`slow-${Math.random()}`)
  onTestFinished(() => db.delete())
  const changes = { changed: [fish], deleted: [], next: 'c1', more: false }
  await saveFeedPage(db, { since: undefined, changes, now: 1000 })
  const call = vi.fn(() => Promise.reject(new ConnectionError('network')))
  world = { db, call, api: { call } }
})

/** Holds back the next transaction for 20 s. The database itself uses no timers. */
function holdDatabase({ db }: World): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const transaction = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
  const held = async (...given: unknown[]) => {
    await new Promise((resolve) => setTimeout(resolve, 20_000))
    return transaction(...given)
  }
  vi.spyOn(db, 'transaction').mockImplementationOnce(held as typeof db.transaction)
}

test('a product', async () => {
  holdDatabase(world)
  const reading = readProduct(world, fish._id)
  await vi.advanceTimersByTimeAsync(1500)
  expect(world.call).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(18_500)
  expect(await reading).toMatchObject({ ok: true, body: { product: { _id: fish._id } } })
})

test('a list', async () => {
  holdDatabase(world)
  const reading = readList(world, list)
  await until(() => expect(vi.mocked(world.db.transaction)).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(1500)
  expect(world.call).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await reading).toMatchObject({ ok: true, body: { fishes: [{ _id: fish._id }] } })
})

test('what is not saved is said at once', async () => {
  await expect(readProduct(world, 'another')).rejects.toThrow(ConnectionError)
  expect(world.call).toHaveBeenCalledOnce()
})
