// @vitest-environment node
import { expect, test, vi } from 'vitest'
import type { Api } from '../../../../src/api/api-client.ts'
import { ConnectionError } from '../../../../src/api/exchange.ts'
import { sendEntry } from '../../../../src/sync/outbox.ts'
import { contactEntry, enqueueOrder, logoutEntry, orderEntry, reviewEntry } from '../../../support/entries.ts'
import { accepted, ann, bench, order, type Sent } from '../../../support/outbox-bench.ts'

const keys = (sent: Sent[]) => sent.map(({ key }) => key)

test('a closing page sends nothing after the current request', async () => {
  const stop = new AbortController()
  const { db, sync, sent, login } = bench((one) => {
    if (one.key === 'k2') stop.abort()
    return accepted(one)
  })
  await login(ann)
  for (const id of ['k1', 'k2', 'k3']) await enqueueOrder(sync, order(id))
  await sync.outbox.drain(stop.signal)
  expect(keys(sent)).toEqual(['k1', 'k2'])
  expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['done', 'done', 'queued'])
})

test('every kind of entry times out after 30 s', async () => {
  const exchange = vi.fn(async (..._: unknown[]) => Promise.reject(new ConnectionError('timeout')))
  const api = { exchange } as unknown as Api
  const contact = contactEntry(
    { id: 'c', body: { user_object: '', user_name: '', user_email: '', user_message: '' } },
    0,
  )
  const review = reviewEntry({ id: 'r', fishe: 'f', body: { rating: 5, comment: '' }, trade_name: '', session: ann }, 0)
  const all = [orderEntry(order('o'), 0), review, contact, logoutEntry({ id: 'l', token: 't' }, 0)]
  for (const entry of all) await expect(sendEntry(api, { ...entry, seq: 1 }, 't')).rejects.toThrow(ConnectionError)
  expect(exchange.mock.calls).toMatchObject(all.map(({ id }) => [expect.any(String), { key: id, timeout: 30_000 }]))
})
