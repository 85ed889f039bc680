// @vitest-environment node
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConnectionError } from '../../../../../src/api/errors.ts'
import { type Reader, readProduct } from '../../../../../src/data/catalogue/read.ts'
import { saveFeedPage } from '../../../../../src/data/catalogue/store.ts'
import { createDatabase } from '../../../../../src/data/schema.ts'
import { someFishes } from '../../../../support/some-fishes.ts'

test('without a connection a saved product is shown also when the database is slow', async () => {
  const db = createDatabase(`slow-${Math.random()}`)
  onTestFinished(() => db.delete())
  const [fish] = someFishes(1)
  if (!fish) throw new Error('There is no product.')
  const step = { changed: [fish], deleted: [], next: 'c1', more: false }
  await saveFeedPage(db, { since: undefined, step, now: 1000 })
  const call = vi.fn(() => Promise.reject(new ConnectionError('network')))
  const reader: Reader = { db, api: { call }, clock: { now: () => 2000 } as Reader['clock'] }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // the database answers when the screen has given up waiting for it and has asked the server
  const answer = vi
    .waitFor(() => expect(call).toHaveBeenCalled())
    .then(() => ({ product: { ...fish, reviews: [] }, isCurrent: true }))
  vi.spyOn(db, 'transaction').mockReturnValueOnce(answer as ReturnType<typeof db.transaction>)
  const reading = readProduct(reader, fish._id)
  await vi.advanceTimersByTimeAsync(1500)
  expect(await reading).toMatchObject({ ok: true, body: { product: { _id: fish._id } } })
  expect(call).toHaveBeenCalledOnce()
  await expect(readProduct(reader, 'another')).rejects.toThrow(ConnectionError)
})
