import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hitBuckets } from '../../../server/db/rate-limits.ts'
import { cleanUp } from '../../../server/start-server.ts'
import { caller, openTestShop, orderBody, password, type TestShop } from '../harness.ts'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const minute = 60_000

describe('limits', () => {
  let t: TestShop
  beforeEach(async () => {
    t = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  })
  afterEach(() => t.close())
  const login = (username: string, pass: string, call = t.call) =>
    call('POST', '/users/login/', { body: { username, password: pass } })

  it('does not extend a window by attempts within it', async () => {
    const { email } = await t.addUser()
    const register = async () =>
      (await t.call('POST', '/users/register/', { body: { name: 'A', email, password } })).status
    for (let n = 0; n < 30; n++) await register()
    for (let n = 0; n < 5; n++) {
      t.clock.pass(11 * minute)
      expect(await register()).toBe(429)
    }
    t.clock.pass(6 * minute)
    expect(await register()).toBe(409)
  })

  it('deletes counters that have ended', async () => {
    await login('now@example.org', 'wrong password')
    const counted = async () => (await t.db.query.selectFrom('rate_limit').select('bucket').execute()).length
    const before = await counted()
    await cleanUp(t.shop)
    expect([before > 0, await counted()]).toEqual([true, before])
    t.clock.pass(60 * minute)
    await cleanUp(t.shop)
    expect(await counted()).toBe(0)
  })

  it('counts failures at once, although later ones arrive first', async () => {
    const bucket = 'contact:late'
    const hit = (at: number) => {
      const [now = '', ends_at = ''] = [at, at + 60 * minute].map((time) =>
        new Date(t.clock.now() + time).toISOString(),
      )
      return hitBuckets(t.db, [{ bucket, hits: 1, ends_at }], now)
    }
    for (const at of [5000, 0, 3000, 0]) await hit(at)
    expect((await hit(0))[0]?.hits).toBe(5)
  })

  it('resets failures after a success', async () => {
    const user = await t.addUser()
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 9; n++) await login(user.email, 'wrong password')
      expect((await login(user.email, password)).status).toBe(200)
    }
  })

  it('allows 60 logins an hour from one address, counted by all instances together', async () => {
    const calls = [t.call, caller(await t.another())]
    const answers = []
    for (let n = 0; n < 61; n++) answers.push(await login(`nobody${n}@example.org`, 'wrong password', calls[n % 2]))
    expect(answers.slice(0, 60).every(({ status }) => status === 401)).toBe(true)
    expect(answers[60]?.status).toBe(429)
    expect(answers[60]?.headers['retry-after']).toMatch(/^\d+$/)
    t.clock.pass(60 * minute)
    expect((await login('nobody@example.org', 'wrong password')).status).toBe(401)
  })

  it('allows 30 messages and 60 sign-ups an hour', async () => {
    const contact = () => t.call('POST', '/contact/', { body: { user_email: 'v@example.org', user_message: 'Hi' } })
    const subscribe = (n: number) => t.call('POST', '/subscribe/', { body: { email: `visitor${n}@gmail.com` } })
    for (let n = 0; n < 30; n++) expect((await contact()).status).toBe(201)
    expect((await contact()).status).toBe(429)
    for (let n = 0; n < 60; n++) expect((await subscribe(n)).status).toBe(201)
    expect((await subscribe(60)).status).toBe(429)
  })

  it('allows 120 orders an hour per user, and any number of replays', async () => {
    const [buyer, other, fish] = [await t.addUser(), await t.addUser(), await t.addFish()]
    const send = (token: string, key?: string) =>
      t.call('POST', '/orders/add/', { token, key, body: orderBody([fish]) })
    const key = v7()
    for (let n = 0; n < 119; n++) expect((await send(buyer.token)).status).toBe(201)
    for (let n = 0; n < 20; n++) expect((await send(buyer.token, key)).status).toBe(201)
    const refused = v7()
    expect((await send(buyer.token, refused)).status).toBe(429)
    expect((await send(buyer.token, key)).status).toBe(201)
    expect((await send(other.token)).status).toBe(201)
    t.clock.pass(60 * minute)
    expect((await send(buyer.token, refused)).status).toBe(201)
    expect(await t.db.query.selectFrom('shop_order').select('id').execute()).toHaveLength(122)
  })

  it('takes no more than 120 of many orders at once, over two instances', async () => {
    const [buyer, fish] = [await t.addUser(), await t.addFish()]
    const calls = [t.call, caller(await t.another())]
    const body = orderBody([fish])
    await t.db.query
      .insertInto('rate_limit')
      .values({ bucket: `order:${buyer.id}`, hits: 100, ends_at: new Date(t.clock.now() + 50 * minute).toISOString() })
      .execute()
    const send = (n: number) => calls[n % 2]?.('POST', '/orders/add/', { token: buyer.token, key: v7(), body })
    const statuses = (await Promise.all(times(50, send))).map((answer) => answer?.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(new Set(statuses)).toEqual(new Set([201, 429]))
  })

  it('allows 1,000 orders a day from one address, with however many accounts', async () => {
    const fish = await t.addFish()
    const send = async () =>
      t.call('POST', '/orders/add/', { token: (await t.addUser()).token, body: orderBody([fish]) })
    expect((await send()).status).toBe(201)
    await t.db.query.updateTable('rate_limit').set({ hits: 999 }).where('bucket', 'like', 'orderAddress:%').execute()
    expect((await send()).status).toBe(201)
    const late = await send()
    expect([late.status, late.json.type]).toEqual([429, 'about:quayside/too-many'])
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    t.clock.pass(24 * 60 * minute)
    expect((await send()).status).toBe(201)
  })

  it('allows a buyer 120 events an hour, an address 1,000 a day, and administrators any number', {
    tags: '@long',
  }, async () => {
    const [buyer, other] = [await t.addUser(), await t.addUser()]
    const admin = await t.addUser({ admin: true })
    const fish = await t.addFish()
    const request = async ({ token }: typeof buyer) =>
      (await t.call('POST', '/orders/add/', { token, body: orderBody([fish]) })).json.data._id
    // a thread takes a hundred messages a day
    const [order, another, second] = [await request(buyer), await request(buyer), await request(other)]
    const say = async (id: string, { token }: typeof buyer) => {
      const body = { kind: 'message', text: 'Hello' }
      return (await t.call('POST', `/orders/${id}/events/`, { token, body })).status
    }
    for (let n = 0; n < 120; n++) expect(await say(n < 60 ? order : another, buyer)).toBe(201)
    for (let n = 0; n < 121; n++) expect(await say(order, admin)).toBe(201)
    expect([await say(order, buyer), await say(second, other)]).toEqual([429, 201])
    await t.db.query.updateTable('rate_limit').set({ hits: 1000 }).where('bucket', 'like', 'eventAddress:%').execute()
    expect([await say(second, other), await say(order, admin)]).toEqual([429, 201])
  })

  it('allows a user 60 profile changes an hour, so that they cannot probe addresses', async () => {
    const [user, other] = [await t.addUser(), await t.addUser()]
    const change = ({ id, token }: typeof user) =>
      t.call('PUT', '/users/profile/update/', { token, body: { id, name: 'Ana', email: 'taken@example.org' } })
    await t.addUser({ email: 'taken@example.org' })
    for (let n = 0; n < 60; n++) expect((await change(user)).status).toBe(409)
    const late = await change(user)
    expect([late.status, late.json.type]).toEqual([429, 'about:quayside/too-many'])
    expect((await change(other)).status).toBe(409)
    t.clock.pass(60 * minute)
    expect((await change(user)).status).toBe(409)
  })

  it('ignores forwarded addresses unless TRUST_PROXY is set', async () => {
    const { email } = await t.addUser()
    const from = (n: number) =>
      t.call('POST', '/users/register/', {
        headers: { 'x-forwarded-for': `10.0.0.${n}` },
        body: { name: 'A', email, password },
      })
    for (let n = 0; n < 30; n++) await from(n)
    expect((await from(31)).status).toBe(429)
  })
})

it('RATE_LIMIT_FACTOR multiplies all limits but that of failed logins', async () => {
  const t = await openTestShop({ on: 'sqlite', env: { RATE_LIMIT_FACTOR: '2', TRUST_PROXY: '1' } })
  const user = await t.addUser()
  const failures = []
  for (let n = 0; n < 12; n++) {
    const body = { username: user.email, password: 'wrong password' }
    failures.push((await t.call('POST', '/users/login/', { body })).status)
  }
  expect(failures).toEqual([...times(10, () => 401), 429, 429])
  const register = (address: string) =>
    t.call('POST', '/users/register/', {
      headers: { 'x-forwarded-for': address },
      body: { name: 'A', email: user.email, password },
    })
  for (let n = 0; n < 60; n++) expect((await register('10.0.0.1')).status).toBe(409)
  expect((await register('10.0.0.1')).status).toBe(429)
  expect((await register('10.0.0.2')).status).toBe(409)
  await t.close()
})
