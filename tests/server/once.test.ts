import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, dialects, openTestShop, orderBody, type TestShop, type TestUser } from './harness.ts'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

describe.each(dialects)('exactly once on %s', (dialect) => {
  let t: TestShop
  let buyer: TestUser
  let fish: { _id: string }
  beforeAll(async () => {
    t = await openTestShop(dialect)
    buyer = await t.addUser()
    fish = await t.addFish()
  })
  afterAll(() => t.close())
  const rows = async () => Number((await t.db.query.selectFrom('shop_order').select('id').execute()).length)

  it('makes one order of 200 simultaneous deliveries of one key to two instances', async () => {
    const calls = [t.call, caller(await t.another())]
    const before = await rows()
    const key = v7()
    const request = { token: buyer.token, key, body: orderBody([fish]) }
    const answers = await Promise.all(times(200, (i) => calls[i % 2]?.('POST', '/orders/add/', request)))
    const done = answers.filter((answer) => answer?.status === 201)
    const waiting = answers.filter((answer) => answer?.status === 409)
    expect(done.length + waiting.length).toBe(200)
    expect(waiting.every((answer) => answer?.headers['retry-after'] === '1')).toBe(true)
    expect(new Set(done.map((answer) => answer?.text)).size).toBe(1)
    expect(done.filter((answer) => answer?.headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect(await rows()).toBe(before + 1)
    expect((await t.call('POST', '/orders/add/', request)).status).toBe(201)
  })

  it('replays word for word, whatever became of buyer and product meanwhile', async () => {
    const own = await t.addFish({ trade_name: 'Gone soon' })
    const request = { token: buyer.token, key: v7(), body: orderBody([own]) }
    const first = await t.call('POST', '/orders/add/', request)
    const admin = await t.addUser({ admin: true })
    await t.call('DELETE', `/fishes/delete/${own._id}/`, { token: admin.token })
    t.clock.pass(20 * 24 * 3600 * 1000)
    const again = await t.call('POST', '/orders/add', request)
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(first.headers['idempotent-replayed']).toBeUndefined()
  })

  it('knows the payload whatever the order of its fields and whatever unknown fields it has', async () => {
    const { orderItems, ...rest } = orderBody([fish])
    const key = v7()
    const first = await t.call('POST', '/orders/add/', { token: buyer.token, key, body: { orderItems, ...rest } })
    const again = await t.call('POST', '/orders/add/', {
      token: buyer.token,
      key: key.toUpperCase(),
      body: { ...rest, orderItems: orderItems.map((item) => ({ name: 'x', qty: item.qty, fishe: item.fishe })), x: 1 },
    })
    expect([again.status, again.text]).toEqual([201, first.text])
  })

  it('refuses the key for another payload, another user and another call', async () => {
    const key = v7()
    await t.call('POST', '/orders/add/', { token: buyer.token, key, body: orderBody([fish]) })
    const payload = await t.call('POST', '/orders/add/', { token: buyer.token, key, body: orderBody([fish], 3) })
    expect([payload.status, payload.json.type]).toEqual([422, 'about:quayside/key-reused'])
    const other = await t.addUser()
    const user = await t.call('POST', '/orders/add/', { token: other.token, key, body: orderBody([fish]) })
    expect([user.status, user.json.type]).toEqual([409, 'about:quayside/key-of-another-user'])
    expect(user.text).not.toContain(buyer.email)
    const review = { rating: 5, comment: '' }
    const call = await t.call('POST', `/fishes/${fish._id}/reviews/`, { token: buyer.token, key, body: review })
    expect([call.status, call.json.type]).toEqual([422, 'about:quayside/key-reused'])
    const visitor = { user_email: 'a@b.co', user_message: 'hi' }
    expect((await t.call('POST', '/contact/', { key, body: visitor })).status).toBe(409)
  })

  it('stores no refusal: the same key may succeed later', async () => {
    const key = v7()
    const wrong = await t.call('POST', '/orders/add/', { token: buyer.token, key, body: orderBody([{ _id: v7() }]) })
    const right = await t.call('POST', '/orders/add/', { token: buyer.token, key, body: orderBody([fish]) })
    expect([wrong.status, right.status]).toEqual([422, 201])
  })

  it('leaves a tombstone under the key of a deleted order', async () => {
    const admin = await t.addUser({ admin: true })
    const request = { token: buyer.token, key: v7(), body: orderBody([fish]) }
    await t.call('POST', '/orders/add/', request)
    await t.call('DELETE', `/orders/delete/${request.key}/`, { token: admin.token })
    const before = await rows()
    const late = await t.call('POST', '/orders/add/', request)
    expect([late.status, late.json.type, await rows()]).toEqual([410, 'about:quayside/order-deleted', before])
    const other = await t.addUser()
    expect((await t.call('POST', '/orders/add/', { ...request, token: other.token })).status).toBe(409)
  })

  it.each(['x', ''])('refuses the key "%s", which is no UUID', async (key) => {
    const before = await rows()
    const answer = await t.call('POST', '/orders/add/', { token: buyer.token, key, body: orderBody([fish]) })
    expect([answer.status, answer.json.type, await rows()]).toEqual([400, 'about:quayside/malformed', before])
  })

  it('does reviews, messages and sign-ups once as well', async () => {
    const key = () => v7()
    const cases = [
      { path: `/fishes/${fish._id}/reviews/`, token: buyer.token, body: { rating: 4, comment: 'Firm' } },
      { path: '/contact/', token: undefined, body: { user_email: 'v@example.org', user_message: 'Hello' } },
      { path: '/subscribe/', token: undefined, body: { email: 'once@gmail.com' } },
    ]
    for (const { path, token, body } of cases) {
      const request = { token, key: key(), body }
      const [first, ...more] = await Promise.all(times(20, () => t.call('POST', path, request)))
      const texts = [first, ...more].filter((answer) => answer?.status === 201).map((answer) => answer?.text)
      expect(new Set(texts).size).toBe(1)
      const again = await t.call('POST', path, request)
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, texts[0], 'true'])
    }
    expect(await t.db.query.selectFrom('review').select('id').execute()).toHaveLength(1)
    expect(await t.db.query.selectFrom('contact_message').select('id').execute()).toHaveLength(1)
  })
})
