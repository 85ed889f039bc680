// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '../../../../src/api/api-client.ts'
import { ConnectionError } from '../../../../src/api/api-errors.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/schema.ts'
import { dropSession, getSession, putSession } from '../../../../src/db/session.ts'
import { isLive } from '../../../../src/sync/connection.ts'
import { createOrderPulls, type OrderPulls } from '../../../../src/sync/order-pulls.ts'
import { ann, bo } from '../../../support/outbox-bench.ts'
import { orderWith } from '../../../support/some-orders.ts'
import { until } from '../../../support/until.ts'

let db: ShopDatabase
let asked: string[]
let isAway: boolean
let now: number
let looks: boolean

beforeEach(async () => {
  db = createDatabase(`order-pulls-${Math.random()}`)
  asked = []
  isAway = false
  now = 1_000_000
  looks = true
  await putSession(db, ann)
})
afterEach(async () => {
  vi.useRealTimers()
  await db.delete()
})

const api = {
  async call(_name: string, { token }: { token: string }) {
    asked.push(token)
    if (isAway) throw new ConnectionError('network')
    return {
      ok: true,
      status: 200,
      body: { changed: [orderWith()], deleted: [], next: 'a', more: false },
      isShops: true,
    }
  },
  // the pulls make no other calls
} as unknown as Pick<Api, 'call'>
/** Waits for this many requests and the end of the last pull: one that is running takes the place of the next. */
const pulled = (pulls: OrderPulls, count: number) =>
  until(() => expect([asked.length, pulls.getStatus().isBusy]).toEqual([count, false]))
const open = () => createOrderPulls({ db, api, clock: { now: () => now }, visible: () => looks })

test('several events at once cause one pull; a forced pull is always done', async () => {
  const pulls = open()
  await Promise.all([pulls.pull(), pulls.pull()])
  await pulls.pull()
  // a first pull has a second request, for changes during it
  expect(asked).toHaveLength(2)
  await pulls.pull({ force: true })
  expect(asked).toHaveLength(3)
  now += 5000
  await pulls.pull()
  expect(asked).toHaveLength(4)
  // a clock that was set back causes no wait
  now -= 86_400_000
  await pulls.pull()
  expect(asked).toHaveLength(5)
})

test('no pull for a visitor, and one at once for the next user', async () => {
  const pulls = open()
  await pulls.pull()
  await dropSession(db)
  await pulls.pull()
  expect(asked).toEqual(['ann-1', 'ann-1'])
  await putSession(db, bo)
  await pulls.pull()
  expect(asked.slice(2)).toEqual(['bo-1', 'bo-1'])
  // orders left behind by an interrupted logout are removed
  expect((await db.orders.toArray()).map(({ userId }) => userId)).toEqual(['bo'])
})

test('a failure is in the status, until the next success', async () => {
  const pulls = open()
  const seen: boolean[] = []
  const stop = pulls.subscribe(() => seen.push(pulls.getStatus().isBusy))
  isAway = true
  await pulls.pull()
  expect(pulls.getStatus().failure).toBeInstanceOf(ConnectionError)
  expect(seen).toEqual([true, false])
  stop()
  isAway = false
  // the connection returns a moment later: a pull without an answer does not delay the next one
  await pulls.pull()
  expect(pulls.getStatus()).toEqual({ isBusy: false, failure: undefined })
})

test('while a screen with orders is open, a visible page pulls every minute', async () => {
  const pulls = open()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const [stop, stopOther] = [pulls.watch(), pulls.watch()]
  await pulled(pulls, 2)
  const minute = (count: number) => {
    now += 60_000
    vi.advanceTimersByTime(60_000)
    return pulled(pulls, count)
  }
  await minute(3)
  stop()
  stop()
  await minute(4)
  const nothing = async () => {
    now += 60_000
    vi.advanceTimersByTime(60_000)
    // a pull would read the session first
    await getSession(db)
    expect(pulls.getStatus().isBusy).toBe(false)
  }
  looks = false
  await nothing()
  looks = true
  stopOther()
  await nothing()
})

test('an opened screen pulls at once, even just after another pull', async () => {
  const pulls = open()
  await pulls.pull()
  const stop = pulls.watch()
  await pulled(pulls, 3)
  stop()
})

test('a forced pull while one is running is followed by one more, and only one', async () => {
  const { promise: gate, resolve: answer } = Promise.withResolvers<void>()
  const call: Api['call'] = async (...args) => {
    const reply = await api.call(...args)
    await gate
    return reply
  }
  const pulls = createOrderPulls({ db, api: { call }, clock: { now: () => now }, visible: () => looks })
  const first = pulls.pull()
  await until(() => expect(asked).toHaveLength(1))
  const more = [pulls.pull({ force: true }), pulls.pull({ force: true }), pulls.pull()]
  // each looks for the session before it finds the running one
  await getSession(db)
  await getSession(db)
  answer()
  await Promise.all([first, ...more])
  expect(asked).toHaveLength(3)
})

test('an open screen does not ask regularly while a live stream stands', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const pulls = open()
  const stop = pulls.watch()
  await pulled(pulls, 2)
  isLive.set(true)
  expect(vi.getTimerCount()).toBe(0)
  isLive.set(false)
  now += 60_000
  vi.advanceTimersByTime(60_000)
  await pulled(pulls, 3)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('how a pull ends after another user has logged in is not said to that user', async () => {
  const { promise: gate, resolve: fail } = Promise.withResolvers<void>()
  const call: Api['call'] = async (...args) => {
    const reply = await api.call(...args)
    if (asked.length > 1) return reply
    await gate
    throw new ConnectionError('timeout')
  }
  const pulls = createOrderPulls({ db, api: { call }, clock: { now: () => now }, visible: () => true })
  const first = pulls.pull()
  await until(() => expect(asked).toHaveLength(1))
  await putSession(db, bo)
  await pulls.pull()
  fail()
  await first
  expect(pulls.getStatus()).toEqual({ isBusy: false, failure: undefined })
})

test('a failure stays while the next pull runs, but not after a new login', async () => {
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  const call: Api['call'] = async (...args) => {
    await gate.promise
    return api.call(...args)
  }
  const pulls = createOrderPulls({ db, api: { call }, clock: { now: () => now }, visible: () => true })
  isAway = true
  await pulls.pull()
  const next = async () => {
    gate = Promise.withResolvers<void>()
    const end = pulls.pull()
    await until(() => expect(pulls.getStatus().isBusy).toBe(true))
    const { failure } = pulls.getStatus()
    gate.resolve()
    await end
    return failure
  }
  expect(await next()).toBeInstanceOf(ConnectionError)
  await putSession(db, { ...ann, token: 'ann-2' })
  expect(await next()).toBeUndefined()
})
