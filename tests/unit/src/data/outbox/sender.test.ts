// @vitest-environment node
import { expect, test, vi } from 'vitest'
import type { Api } from '../../../../../src/api/api-client.ts'
import { ConnectionError } from '../../../../../src/api/api-errors.ts'
import { contactEntry, logoutEntry, orderEntry, reviewEntry } from '../../../../../src/data/outbox/entries.ts'
import { sendEntry } from '../../../../../src/data/outbox/sender.ts'
import {
  dropLease,
  type Locks,
  leaseSender,
  lockSender,
  takeLease,
} from '../../../../../src/data/outbox/sender-lock.ts'
import { createDatabase } from '../../../../../src/data/schema.ts'
import { accepted, ann, bench, order, ours, type Sent } from '../../../../support/outbox-bench.ts'
import { until } from '../../../../support/until.ts'

const keys = (sent: Sent[]) => sent.map(({ key }) => key)
const free: Locks = { request: (_name, _options, work) => work({}) }

test('without Web Locks a lease allows one sender; a lease of another clock expires', async () => {
  const { db, sync, sent, clock, login } = bench(accepted)
  await login(ann)
  await sync.enqueueOrder(order('k'))
  await db.values.put({ name: 'lease', value: { holder: 'another tab', until: clock.time + 5000 } })
  expect(await sync.pass('sync')).toMatchObject({ busy: true, waiting: 1 })
  clock.time -= 365 * 86_400_000
  expect((await sync.pass('sync')).busy).toBe(false)
  expect([sent.length, await db.values.get('lease')]).toEqual([1, undefined])
})

test('refused Web Locks are replaced by the lease; an error while sending is thrown', async () => {
  const refuse = async () => {
    throw new DOMException('Access to the Locks API is denied in this context.', 'SecurityError')
  }
  const { db, sync, sent, clock, login } = bench(accepted, { locks: { request: refuse } })
  await login(ann)
  await sync.enqueueOrder(order('k'))
  await db.values.put({ name: 'lease', value: { holder: 'another tab', until: clock.time + 5000 } })
  expect(await sync.pass('sync')).toMatchObject({ busy: true, waiting: 1 })
  clock.time += 5000
  expect(await sync.pass('sync')).toMatchObject({ busy: false, waiting: 0 })
  expect(sent).toHaveLength(1)

  const lease = vi.fn()
  const broken = lockSender({ request: (_name, _options, work) => work({}) }, lease)
  await expect(broken(() => Promise.reject(new RangeError('mine')))).rejects.toThrow('mine')
  // the page is being closed: another one may hold the lock
  const leaving = lockSender({ request: () => Promise.reject(new DOMException('gone', 'InvalidStateError')) }, lease)
  await expect(leaving(async () => 'sent')).rejects.toThrow('gone')
  expect(lease).not.toHaveBeenCalled()
})

test('a lease is extended and dropped only by its holder, and is exclusive', async () => {
  const db = createDatabase('lease')
  const length = 10_000
  expect(await takeLease(db, { holder: 'a', now: 1000, length })).toBe(true)
  expect(await takeLease(db, { holder: 'b', now: 2000, length })).toBe(false)
  await dropLease(db, 'b')
  expect(await takeLease(db, { holder: 'b', now: 2000, length })).toBe(false)
  expect(await takeLease(db, { holder: 'a', now: 9000, length })).toBe(true)
  expect(await takeLease(db, { holder: 'b', now: 12_000, length })).toBe(false)
  await dropLease(db, 'a')
  expect(await takeLease(db, { holder: 'b', now: 12_000, length })).toBe(true)
})

test('the lease is checked before each request; without it nothing more is sent', async () => {
  let asked = 0
  const lease = { take: async () => ++asked <= 3, drop: async () => undefined }
  const tries = await leaseSender(lease)(async (extend) => {
    let made = 0
    while (await extend()) made++
    return made
  })
  expect(tries).toBe(2)

  const device = bench(async (one) => {
    if (one.key === 'k2')
      await device.db.values.put({ name: 'lease', value: { holder: 'x', until: device.clock.time + 1 } })
    return accepted(one)
  })
  const { db, sync, sent, login } = device
  await login(ann)
  for (const id of ['k1', 'k2', 'k3']) await sync.enqueueOrder(order(id))
  await sync.pass('sync')
  expect(keys(sent)).toEqual(['k1', 'k2'])
  // the outcome of the last request is saved all the same
  expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['done', 'done', 'queued'])
  expect(await db.values.get('lease')).toMatchObject({ value: { holder: 'x' } })
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
