import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { transact } from '../../../server/db/database.ts'
import { caller, dialect, openTestShop, orderBody, type TestShop } from '../harness.ts'
import { isLockAwaited } from '../lock-waits.ts'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

const t = await openTestShop()
const buyer = await t.addUser()
const fish = await t.addFish()
afterAll(() => t.close())
const rows = async () => Number((await t.db.query.selectFrom('shop_order').select('id').execute()).length)

it('creates one order from 200 simultaneous requests with one key to two instances', async () => {
  const calls = [t.call, caller(await t.another())]
  const before = await rows()
  const key = v7()
  const request = { token: buyer.token, key, body: orderBody([fish]) }
  // retries like the outbox while the key is in progress or the server busy
  const deliver = async (call: TestShop['call']) => {
    for (;;) {
      const answer = await call('POST', '/orders/add/', request)
      if (![409, 503].includes(answer.status)) return answer
      expect(['1', '5']).toContain(answer.headers['retry-after'])
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const answers = await Promise.all(calls.flatMap((call) => times(100, () => deliver(call))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  expect(await rows()).toBe(before + 1)
})

it('replays the same answer, even if buyer and product have changed since', async () => {
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

it('ignores the order of fields and unknown fields in the payload', async () => {
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

const place = (change: object) => {
  const body = orderBody([fish])
  return { ...body, shippingAddress: { ...body.shippingAddress, ...change } }
}
it.each([
  ['other products', async () => orderBody([await t.addFish()])],
  ['one product more', async () => orderBody([fish, await t.addFish()])],
  ['another quantity', async () => orderBody([fish], 2.501)],
  ['another phone', async () => place({ phone: '+212 6' })],
  ['another street', async () => place({ address: '2 Quay' })],
  ['another city', async () => place({ city: 'Rabat' })],
  ['another post code', async () => place({ postalCode: '80001' })],
  ['another country', async () => place({ country: 'Spain' })],
])('refuses the key for %s', async (_name, other) => {
  const key = v7()
  const send = (body: unknown) => t.call('POST', '/orders/add/', { token: buyer.token, key, body })
  const first = await send(orderBody([fish]))
  const answer = await send(await other())
  expect([answer.status, answer.json.type]).toEqual([422, 'about:quayside/key-reused'])
  expect((await send(orderBody([fish]))).text).toBe(first.text)
})

it('stores no answers: the size of a key does not grow with the order', async () => {
  const many = []
  for (let n = 0; n < 20; n++) many.push(await t.addFish({ trade_name: `Fish ${n} ${'x'.repeat(90)}` }))
  const key = v7()
  const request = { token: buyer.token, key, body: orderBody(many) }
  const first = await t.call('POST', '/orders/add/', request)
  const rows = t.db.query.selectFrom('idempotency_key').selectAll().where('id', '=', key)
  expect(JSON.stringify(await rows.executeTakeFirst()).length).toBeLessThan(350)
  expect((await t.call('POST', '/orders/add/', request)).text).toBe(first.text)
})

it('tells a late retry that the review was deleted, and does not create it again', async () => {
  const admin = await t.addUser({ admin: true })
  const reviewed = await t.addFish()
  const request = { token: (await t.addUser()).token, key: v7(), body: { rating: 1, comment: 'Rude' } }
  const path = `/fishes/${reviewed._id}/reviews/`
  const { _id } = (await t.call('POST', path, request)).json
  await t.call('DELETE', `${path}${_id}/`, { token: admin.token })
  const late = await t.call('POST', path, request)
  expect([late.status, late.json.type]).toEqual([410, 'about:quayside/review-deleted'])
  expect((await t.call('GET', path)).json.total).toBe(0)
  // another one of the same person is no answer to it
  const other = { ...request, key: v7(), body: { rating: 5, comment: 'Much better' } }
  expect((await t.call('POST', path, other)).status).toBe(201)
  expect((await t.call('POST', path, request)).json.type).toBe('about:quayside/review-deleted')
  expect((await t.call('POST', path, other)).status).toBe(201)
})

it('stores no refusals: the same key may succeed later', async () => {
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
  // also under the id of an order without a key
  const unkeyed = { token: buyer.token, body: request.body }
  const { json } = await t.call('POST', '/orders/add/', unkeyed)
  await t.call('DELETE', `/orders/delete/${json.data._id}/`, { token: admin.token })
  expect((await t.call('POST', '/orders/add/', { ...unkeyed, key: json.data._id })).status).toBe(410)
})

it.each(['x', ''])('refuses the key "%s", which is not a UUID', async (key) => {
  const before = await rows()
  const answer = await t.call('POST', '/orders/add/', { token: buyer.token, key, body: orderBody([fish]) })
  expect([answer.status, answer.json.type, await rows()]).toEqual([400, 'about:quayside/malformed', before])
})

it('creates reviews, messages and sign-ups only once as well', async () => {
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
  expect((await t.call('GET', `/fishes/${fish._id}/reviews/`)).json.total).toBe(1)
  expect(await t.db.query.selectFrom('contact_message').select('id').execute()).toHaveLength(1)
})

it.runIf(dialect === 'postgres')('a key that a transaction holds lets others not wait', async () => {
  const key = v7()
  const send = (of?: string) => t.call('POST', '/orders/add/', { token: buyer.token, key: of, body: orderBody([fish]) })
  let waiting: ReturnType<typeof send> | undefined
  await transact(t.db, async (tx) => {
    const row = { id: key, owner_id: buyer.id, payload_hash: '', status: 410, created_at: '' }
    await tx.query.insertInto('idempotency_key').values(row).execute()
    waiting ??= send(key)
    await expect.poll(() => isLockAwaited(t.db)).toBe(true)
    const beside = await Promise.all(times(11, () => send()))
    expect(new Set(beside.map(({ status }) => status))).toEqual(new Set([201]))
  })
  expect((await waiting)?.json.type).toBe('about:quayside/order-deleted')
})
