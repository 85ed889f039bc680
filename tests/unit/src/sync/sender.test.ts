// @vitest-environment node
import { expect, test, vi } from 'vitest'
import type { Api } from '../../../../src/api/api-client.ts'
import { ConnectionError } from '../../../../src/api/api-errors.ts'
import { contactEntry, logoutEntry, orderEntry, reviewEntry } from '../../../../src/sync/entries.ts'
import { sendEntry } from '../../../../src/sync/sender.ts'
import { type Locks, lockSender } from '../../../../src/sync/sender-lock.ts'
import { accepted, ann, bench, order, ours, type Sent } from '../../../support/outbox-bench.ts'
import { until } from '../../../support/until.ts'

const keys = (sent: Sent[]) => sent.map(({ key }) => key)
const free: Locks = { request: (_name, _options, work) => work({}) }

test('without Web Locks, and where they are refused, the outbox is sent all the same', async () => {
  const refuse = () => Promise.reject(new DOMException('Access to the Locks API is denied.', 'SecurityError'))
  for (const locks of [undefined, { request: refuse }]) {
    const { sync, sent, login } = bench(accepted, { locks })
    await login(ann)
    await sync.enqueueOrder(order('k'))
    expect(await sync.pass('sync')).toMatchObject({ busy: false, waiting: 0 })
    expect(keys(sent)).toEqual(['k'])
  }
})

test('while another page holds the lock nothing is sent', async () => {
  const { sync, sent, login } = bench(accepted, { locks: { request: (_name, _options, work) => work(null) } })
  await login(ann)
  await sync.enqueueOrder(order('k'))
  expect(await sync.pass('sync')).toMatchObject({ busy: true, waiting: 1 })
  expect(sent).toEqual([])
})

test('an error while sending, and one of a page that is being closed, is thrown', async () => {
  await expect(lockSender(free)(() => Promise.reject(new RangeError('mine')))).rejects.toThrow('mine')
  // another page may hold the lock
  const leaving = lockSender({ request: () => Promise.reject(new DOMException('gone', 'InvalidStateError')) })
  await expect(leaving(async () => 'sent')).rejects.toThrow('gone')
})

test('a closing page sends nothing after the current request', async () => {
  const stop = new AbortController()
  const { db, sync, sent, login } = bench(
    (one) => {
      if (one.key === 'k2') stop.abort()
      return accepted(one)
    },
    { locks: free },
  )
  await login(ann)
  for (const id of ['k1', 'k2', 'k3']) await sync.enqueueOrder(order(id))
  await sync.run(stop.signal)
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

test('an entry saved during a pass is sent by the next pass', async () => {
  const stop = new AbortController()
  const { db, sync, sent, login } = bench(
    async (one) => {
      // accepted, but after the part of the queue that this pass has read
      if (one.key === 'k1') sync.wake('button')
      return one.key === 'k1' && sent.length === 1 ? ours(one, 503, { detail: 'Busy.' }) : accepted(one)
    },
    { locks: free },
  )
  await login(ann)
  await sync.enqueueOrder(order('k1'))
  const running = sync.run(stop.signal)
  // the clock stands still: it does not come due by itself
  await until(async () => expect((await db.outbox.get('k1'))?.state).toBe('done'))
  stop.abort()
  await running
  expect(keys(sent)).toEqual(['k1', 'k1'])
})

test('Send now, pressed while another tab sends, takes effect when that tab has finished', async () => {
  let busy = true
  const locks: Locks = { request: (_name, _options, work) => work(busy ? null : {}) }
  const { sync, sent, login } = bench((one) => ours(one, 503, { detail: 'Busy.' }, { 'retry-after': '600' }), { locks })
  await login(ann)
  await sync.enqueueOrder(order('k'))
  busy = false
  await sync.pass('sync')
  busy = true
  expect(await sync.pass('button')).toMatchObject({ busy: true })
  busy = false
  await sync.pass('timer')
  expect(sent).toHaveLength(2)
})
