import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { v4 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { liveTimes } from '../../../contract/service.ts'
import { publish, transact } from '../../../server/db/database.ts'
import { demoShop } from '../../../server/demo/demo-shop.ts'
import { createLive } from '../../../server/http/live-streams.ts'
import { type OpenStream, openStream } from '../../support/live-stream.ts'
import { until } from '../../support/until.ts'
import { dialect, openTestShop, orderBody, password, type TestShop, type TestUser } from '../harness.ts'

describe('live streams', () => {
  let t: TestShop
  let url: string
  let buyer: TestUser
  let other: TestUser
  let admin: TestUser
  const opened: OpenStream[] = []
  const start = async (options: Parameters<typeof openTestShop>[0] = {}) => {
    t = await openTestShop(options)
    await t.app.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
    ;[buyer, other, admin] = await Promise.all([t.addUser(), t.addUser(), t.addUser({ admin: true })])
  }
  const open = async (token: string, at = url) => {
    const stream = await openStream(at, token)
    opened.push(stream)
    // the first bytes; on PostgreSQL everybody is told once when the instance begins to listen
    await expect.poll(() => stream.comments()).toBeGreaterThan(0)
    return stream
  }
  beforeEach(async () => {
    await start()
    // what is told before anybody listens is heard by nobody
    const first = await openStream(url, buyer.token)
    if (dialect === 'postgres') await heard(t, first)
    first.close()
  })
  afterEach(async () => {
    for (const stream of opened.splice(0)) stream.close()
    await t.close()
  })

  /** Waits until this instance hears of commits. */
  async function heard(shop: TestShop, stream: OpenStream) {
    await expect
      .poll(async () => {
        await shop.addFish()
        return stream.hints().length
      })
      .toBeGreaterThan(0)
  }
  /** Waits until this instance has been told of every commit so far. */
  async function told() {
    const last = { kind: 'account', id: v4() } as const
    const ids: string[] = []
    t.db.hintListeners.add((hint) => hint.kind === 'account' && ids.push(hint.id))
    await transact(t.db, async (tx) => {
      await publish(tx, last)
    })
    await expect.poll(() => ids).toContain(last.id)
  }
  /** Commits something that every stream says, and waits until all have. Hints before it have then arrived too. */
  async function settled(...streams: OpenStream[]) {
    // a hint that goes to every stream may be an earlier one, held back for a second: it must not pass for the last
    await told()
    const before = streams.map((stream) => stream.hints().filter((hint) => hint === 'shop').length)
    const { version } = (await t.call('GET', '/shop/')).json
    const saved = await t.call('PUT', '/shop/', { token: admin.token, body: { ...demoShop, version } })
    expect(saved.status).toBe(200)
    for (const [at, stream] of streams.entries())
      await expect.poll(() => stream.hints().filter((hint) => hint === 'shop').length).toBeGreaterThan(before[at] ?? 0)
  }
  const orders = (stream: OpenStream) => stream.hints().filter((hint) => hint === 'orders').length
  async function placeOrder(by: TestUser): Promise<string> {
    const fish = await t.addFish()
    return (await t.call('POST', '/orders/add/', { token: by.token, body: orderBody([fish]) })).json.data._id
  }

  it('open with the headers of an event stream', async () => {
    const { status, headers } = await open(buyer.token)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-shop-api': '1',
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  it('tell a buyer and the staff of the buyer’s order and nobody else, and say nothing of it', async () => {
    const [own, others, staff] = [await open(buyer.token), await open(other.token), await open(admin.token)]
    const before = [orders(own), orders(staff)]
    const id = await placeOrder(buyer)
    await expect.poll(() => [orders(own), orders(staff)]).toEqual(before.map((count) => count + 1))
    const message = { kind: 'message', text: 'Hello' }
    await t.call('POST', `/orders/${id}/events/`, { token: admin.token, body: message })
    await expect.poll(() => [orders(own), orders(staff)]).toEqual(before.map((count) => count + 2))
    await t.call('DELETE', `/orders/delete/${id}/`, { token: admin.token })
    await expect.poll(() => [orders(own), orders(staff)]).toEqual(before.map((count) => count + 3))
    await settled(own, others, staff)
    expect(orders(others)).toBe(0)
    expect(own.text().replaceAll(/:\n\n|event: (orders|catalogue|shop)\ndata:\n\n/g, '')).toBe('')
  })

  it('tell an administrator once of an own order', async () => {
    const staff = await open(admin.token)
    await placeOrder(admin)
    await settled(staff)
    expect(orders(staff)).toBe(1)
  })

  it('tell nothing of what was refused', async () => {
    const [own, staff] = [await open(buyer.token), await open(admin.token)]
    const refused = await t.call('POST', '/orders/add/', { token: buyer.token, body: { orderItems: [] } })
    expect(refused.status).toBe(422)
    const id = await placeOrder(other)
    const event = { kind: 'accept', offer: id }
    expect((await t.call('POST', `/orders/${id}/events/`, { token: other.token, body: event })).status).toBe(409)
    await settled(own, staff)
    expect([orders(own), orders(staff)]).toEqual([0, 1])
  })

  it('tell everybody of the catalogue and the settings', async () => {
    const [own, staff] = [await open(buyer.token), await open(admin.token)]
    await t.addFish()
    await expect.poll(() => own.hints()).toContain('catalogue')
    await settled(own, staff)
    expect(own.hints()).toContain('shop')
  })

  it.each([
    ['a logout', () => t.call('POST', '/users/logout/', { token: buyer.token })],
    [
      'the end of this session from another device',
      async () => {
        const [session] = (await t.call('GET', '/users/sessions/', { token: buyer.token })).json
        return t.call('DELETE', `/users/sessions/${session._id}/`, { token: buyer.token })
      },
    ],
    ['the deletion of the account', () => t.call('DELETE', `/users/delete/${buyer.id}/`, { token: admin.token })],
    [
      'the deletion by the user',
      () => t.call('POST', '/users/delete-account/', { token: buyer.token, body: { password } }),
    ],
  ])('end with %s', async (_what, finish) => {
    const [own, others] = [await open(buyer.token), await open(other.token)]
    expect((await finish()).status).toBe(204)
    await expect.poll(() => own.hasEnded()).toBe(true)
    expect(own.hints().at(-1)).toBe('session')
    await settled(others)
    expect([others.hasEnded(), others.hints().includes('session')]).toEqual([false, false])
  })

  it('end for all sessions of a user with a new password: the one that stays comes again', async () => {
    const { json } = await t.call('POST', '/users/login/', { body: { username: buyer.email, password } })
    const [here, elsewhere] = [await open(buyer.token), await open(json.data.token)]
    const body = { name: buyer.name, email: buyer.email, password: 'a new password' }
    expect((await t.call('PUT', '/users/profile/update/', { token: buyer.token, body })).status).toBe(200)
    await expect.poll(() => [here.hasEnded(), elsewhere.hasEnded()]).toEqual([true, true])
    expect((await open(buyer.token)).status).toBe(200)
  })

  it('end without the staff’s hints when the rights end', async () => {
    const second = await t.addUser({ admin: true })
    const staff = await open(second.token)
    const body = { _id: second.id, name: second.name, email: second.email, isAdmin: false }
    expect((await t.call('PUT', `/users/update/${second.id}/`, { token: admin.token, body })).status).toBe(200)
    await expect.poll(() => staff.hasEnded()).toBe(true)
    const again = await open(second.token)
    await placeOrder(buyer)
    await settled(again)
    expect(orders(again)).toBe(0)
  })

  it('are at most five of a user', async () => {
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => open(buyer.token)))
    const sixth = await openStream(url, buyer.token)
    expect([sixth.status, sixth.headers['retry-after']]).toEqual([503, '30'])
    expect(sixth.headers).toMatchObject({ 'x-shop-api': '1', 'content-type': 'application/problem+json' })
    expect((await open(other.token)).status).toBe(200)
    five[0]?.close()
    // it is refused until the server has seen the end of the first, and then says nothing
    const again = async () => {
      const stream = await openStream(url, buyer.token)
      opened.push(stream)
      return stream.status
    }
    await expect.poll(again).toBe(200)
  })

  it('end when the server closes', async () => {
    const own = await open(buyer.token)
    await t.app.close()
    await expect.poll(() => own.hasEnded()).toBe(true)
    expect(own.hints()).not.toContain('session')
  })

  it('hear of the commits of another instance', async () => {
    const second = await t.another()
    await second.listen({ host: '127.0.0.1', port: 0 })
    const there = `http://127.0.0.1:${(second.server.address() as AddressInfo).port}`
    const [own, others] = [await open(buyer.token, there), await open(other.token, there)]
    if (dialect === 'postgres') await heard(t, own)
    const before = orders(own)
    await placeOrder(buyer)
    await expect.poll(() => orders(own)).toBe(before + 1)
    await t.call('POST', '/users/logout/', { token: buyer.token })
    await expect.poll(() => own.hasEnded()).toBe(true)
    await settled(others)
  })
})

describe('the streams of one instance', () => {
  let now = 0
  let t: TestShop
  beforeEach(async () => {
    t = await openTestShop({ on: 'sqlite' })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await t.close()
  })
  async function openOne() {
    const signedIn = await t.addUser()
    const live = createLive({ db: t.db, clock: { now: () => now } })
    const out = live.open({ id: signedIn.id, rights: [] })
    const tell = async () => {
      for (const listener of t.db.hintListeners) listener({ kind: 'orders', buyer: signedIn.id })
      await turn()
    }
    return { live, out, tell }
  }

  it('say that they live every 25 seconds, and end after 15 minutes', async () => {
    const { live, out } = await openOne()
    let text = ''
    out.on('data', (chunk) => {
      text += chunk
    })
    const ended = vi.fn()
    out.on('end', ended)
    await turn()
    for (let beat = 1; beat < 36; beat++) {
      now += liveTimes.heartbeat
      vi.advanceTimersByTime(liveTimes.heartbeat)
      await turn()
      expect(text).toBe(':\n\n'.repeat(beat + 1))
    }
    now += liveTimes.heartbeat
    vi.advanceTimersByTime(liveTimes.heartbeat)
    await until(() => expect(ended).toHaveBeenCalled())
    expect(live.count()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
    await live.close()
  })

  it('hold one hint of each kind for a slow reader, and end when nothing was read until the next comment', async () => {
    const { live, out, tell } = await openOne()
    for (let n = 0; n < 1000; n++) await tell()
    expect(out.readableLength).toBe(3)
    const closed = vi.fn()
    out.on('close', closed)
    vi.advanceTimersByTime(liveTimes.heartbeat)
    await until(() => expect(closed).toHaveBeenCalled())
    expect(live.count()).toBe(0)
    await live.close()
  })

  it('write what waited for a reader that is merely slow', async () => {
    const { live, out, tell } = await openOne()
    await tell()
    expect(String(out.read())).toBe(':\n\n')
    vi.advanceTimersByTime(liveTimes.heartbeat)
    await tell()
    expect(String(out.read())).toMatch(/^:\n\n/)
    vi.advanceTimersByTime(liveTimes.heartbeat)
    expect(String(out.read())).toContain('event: orders')
    await live.close()
  })
})
