import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { hashToken } from '../../../server/accounts/sessions.ts'
import { openTestShop, password, type TestShop, type TestUser } from '../harness.ts'
import { dealer } from '../orders/deal.ts'

const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1'
const minute = 60_000
const day = 24 * 60 * minute

let t: TestShop
let user: TestUser
let admin: TestUser
beforeEach(async () => {
  t = await openTestShop()
  user = await t.addUser({ name: 'Berta', email: 'berta@gmail.com' })
  admin = await t.addUser({ admin: true })
})
afterEach(() => t.close())
const sessions = async (token: string, agent = firefox) =>
  (await t.call('GET', '/users/sessions/', { token, headers: { 'user-agent': agent } })).json
const login = async () =>
  (await t.call('POST', '/users/login/', { body: { username: user.email, password } })).json.data.token as string
const remove = (token: string, given = password) =>
  // of whose token it is, whatever the body names
  t.call('POST', '/users/delete-account/', { token, body: { password: given, id: admin.id, email: admin.email } })

it('lists its sessions, and ends those of other devices', async () => {
  await sessions(user.token)
  const other = await login()
  const list = await sessions(other, safari)
  expect(list).toHaveLength(2)
  expect(list[0]).toMatchObject({ browser: 'Safari', system: 'iPhone', isCurrent: true })
  expect(list[1]).toMatchObject({ browser: 'Firefox', system: 'Android', isCurrent: false })
  expect(JSON.stringify(list)).not.toContain(other)
  // nor by what is stored of its token
  const hash = hashToken(user.token)
  expect(JSON.stringify(list)).not.toContain(hash)
  expect((await t.call('DELETE', `/users/sessions/${hash}/`, { token: other })).status).toBe(404)
  const path = `/users/sessions/${list[1]._id}/`
  expect((await t.call('DELETE', path, { token: admin.token })).status).toBe(404)
  expect((await t.call('DELETE', path, { token: other })).status).toBe(204)
  expect((await t.call('GET', `/users/${user.id}`, { token: user.token })).status).toBe(401)
  expect(await sessions(other, safari)).toHaveLength(1)
})

it('lists no session that has ended, and ends none with one', async () => {
  await sessions(user.token)
  t.clock.pass(29 * day)
  const other = await login()
  expect(await sessions(other, safari)).toHaveLength(2)
  t.clock.pass(2 * day)
  const list = await sessions(other, safari)
  expect(list.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true])
  expect((await t.call('GET', '/users/data/', { token: other })).json.sessions).toHaveLength(1)
  const path = `/users/sessions/${list[0]._id}/`
  expect((await t.call('DELETE', path, { token: user.token })).status).toBe(401)
  expect(await sessions(other, safari)).toHaveLength(1)
})

it('records the use of a session at most once in five minutes', async () => {
  const lastUsed = async () => (await sessions(user.token))[0].last_used_at
  await lastUsed()
  const first = await lastUsed()
  t.clock.pass(4 * minute)
  expect(await lastUsed()).toBe(first)
  t.clock.pass(2 * minute)
  await lastUsed()
  expect((await lastUsed()) > first).toBe(true)
})

it('exports all stored data without hashes, and messages and newsletter only since the address was confirmed', async () => {
  const fish = await t.addFish()
  await dealer(t, user, admin).request([fish])
  await t.call('POST', `/fishes/${fish._id}/reviews/`, { token: user.token, body: { rating: 4, comment: 'Good' } })
  await t.call('POST', '/contact/', { body: { user_email: user.email, user_message: 'Secret' } })
  const data = async () => (await t.call('GET', `/users/data/?user=${admin.id}`, { token: user.token })).json
  const before = await data()
  expect(before).toMatchObject({
    account: { _id: user.id, email: user.email, isConfirmed: false },
    requests: [expect.objectContaining({ orderItems: [expect.anything()] })],
    reviews: [{ product: 'Atlantic cod', rating: 4, comment: 'Good', created_at: expect.any(String) }],
    messages: [],
    sessions: [expect.objectContaining({ isCurrent: true })],
  })
  expect(JSON.stringify(before)).not.toMatch(/argon2|hash|token/)
  await t.call('POST', '/subscribe/', { body: { email: user.email } })
  const confirmed_at = new Date(t.clock.now()).toISOString()
  await t.db.query.updateTable('account').set({ confirmed_at }).where('id', '=', user.id).execute()
  expect(await data()).toMatchObject({ messages: [], newsletter: [] })
  await t.call('POST', '/contact/', { body: { user_email: user.email, user_message: 'Mine' } })
  expect((await data()).messages).toEqual([expect.objectContaining({ message: 'Mine' })])
})

it('exports all of it, however much there is: whole threads in their order, every review, every message', async () => {
  await t.db.query.updateTable('account').set({ confirmed_at: '2025-01-01' }).where('id', '=', user.id).execute()
  const fish = await t.addFish()
  const deal = dealer(t, user, admin)
  const [short, long] = [await deal.request([fish]), await deal.request([fish])]
  const say = (text: string) =>
    t.call('POST', `/orders/${long._id}/events/`, { token: user.token, body: { kind: 'message', text } })
  for (let n = 1; n <= 61; n++) expect((await say(`Message ${n}`)).status).toBe(201)
  for (let n = 1; n <= 41; n++) {
    const { _id } = await t.addFish({ trade_name: `Fish ${n}` })
    await t.call('POST', `/fishes/${_id}/reviews/`, { token: user.token, body: { rating: 4, comment: `Good ${n}` } })
    await t.call('POST', '/contact/', { body: { user_email: user.email, user_message: `Question ${n}` } })
  }
  const { json, headers } = await t.call('GET', '/users/data/', { token: user.token })
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(json.requests.map(({ _id }: { _id: string }) => _id)).toEqual([long._id, short._id])
  const [thread] = json.requests as { events: { seq: number; text: string }[] }[]
  expect(thread?.events.map(({ seq, text }) => [seq, text])).toEqual(
    Array.from({ length: 61 }, (_, n) => [n + 1, `Message ${n + 1}`]),
  )
  expect(thread).not.toHaveProperty('earlier')
  const numbers = (texts: string[]) => texts.map((text) => Number(/\d+$/.exec(text)?.[0])).sort((a, b) => a - b)
  const all = Array.from({ length: 41 }, (_, n) => n + 1)
  expect(numbers(json.reviews.map(({ comment }: { comment: string }) => comment))).toEqual(all)
  expect(numbers(json.messages.map(({ message }: { message: string }) => message))).toEqual(all)
  expect(json.reviews[0]).not.toHaveProperty('id')
  expect(json.messages[0]).not.toHaveProperty('id')
})

it('has an address book, which its owner reads at every login, and where a change counts once', async () => {
  const { id, name, email, token } = user
  const home = { label: 'Cold store', address: '1 Quay', city: 'Brest', postalCode: '29200', country: 'France' }
  const office = { ...home, label: 'Office', postalCode: '-' }
  const bureau = { ...office, label: 'Bureau' }
  const change = (body: object, key = v7()) => t.call('POST', '/users/addresses/', { token, key, body })
  await change({ after: home })
  const key = v7()
  for (const isReplayed of [undefined, 'true']) {
    const { json, headers } = await change({ after: bureau }, key)
    expect([json, headers['idempotent-replayed']]).toEqual([{ _id: id, addresses: [home, bureau] }, isReplayed])
  }
  const addresses = [home, office]
  // an edit, and one that another device has made already
  for (const body of [
    { before: bureau, after: office },
    { before: bureau, after: home },
  ])
    expect((await change(body)).json.addresses).toEqual(addresses)
  const profile = { token, body: { id, name, email } }
  expect((await t.call('PUT', '/users/profile/update/', profile)).json.data.addresses).toEqual(addresses)
  const body = { username: email, password }
  expect((await t.call('POST', '/users/login/', { body })).json.data.addresses).toEqual(addresses)
  expect((await t.call('GET', `/users/${id}`, { token })).json.addresses).toEqual(addresses)
  expect((await t.call('GET', '/users/data/', { token })).json.account.addresses).toEqual(addresses)
  for (let n = addresses.length; n < limits.addresses; n++) await change({ after: { ...home, label: `Store ${n}` } })
  for (const [wrong, path, rule] of [
    [{ ...home, label: 'One more' }, 'after', 'maxItems'],
    [{ ...home, city: ' ' }, 'after.city', 'required'],
    [{ ...home, country: undefined }, 'after.country', 'required'],
  ] as const)
    expect((await change({ after: wrong })).json.errors).toMatchObject([{ path, rule }])
  for (const before of (await t.call('GET', `/users/${id}`, { token })).json.addresses) await change({ before })
  expect((await t.call('GET', `/users/${id}`, { token })).json).not.toHaveProperty('addresses')
})

it('is deleted with its password: cancels open orders, which retain the name, and removes it from reviews', async () => {
  const fish = await t.addFish()
  const deal = dealer(t, user, admin)
  const [open, accepted] = [await deal.request([fish]), await deal.request([fish])]
  await deal.accept(await deal.offer(accepted))
  await t.call('POST', `/fishes/${fish._id}/reviews/`, { token: user.token, body: { rating: 4, comment: 'Good' } })
  const feed = async (since?: string) =>
    (await t.call('GET', '/orders/changes/', { token: admin.token, query: since ? { since } : {} })).json
  const { next } = await feed()
  const products = async (since = '') => (await t.call('GET', '/fishes/changes/', { query: { since } })).json
  const { next: seen } = await products()
  const other = await login()
  expect((await remove(user.token, 'wrong')).json.type).toBe('about:quayside/wrong-password')
  expect((await remove(user.token)).status).toBe(204)
  for (const token of [user.token, other])
    expect((await t.call('GET', '/users/sessions/', { token })).json.type).toBe('about:quayside/account-gone')
  const changes = (await feed(next)).changed
  expect(changes.map((order: { _id: string; state: string }) => [order._id, order.state])).toEqual([
    [open._id, 'cancelled'],
  ])
  const { json } = await t.call('GET', `/orders/${accepted._id}/`, { token: admin.token })
  expect([json.state, json.user.name, json.buyerGone]).toEqual(['accepted', 'Berta', true])
  const message = { kind: 'message', text: 'Where shall we ship it?' }
  const written = await t.call('POST', `/orders/${accepted._id}/events/`, { token: admin.token, body: message })
  expect([written.status, written.json.type]).toEqual([409, 'about:quayside/buyer-gone'])
  expect((await t.call('GET', `/fishes/${fish._id}/reviews/`)).json.reviews).toMatchObject([{ name: '', rating: 4 }])
  // devices with the reviews fetch the product again
  expect((await products(seen)).changed).toMatchObject([{ _id: fish._id, numReviews: 1, rating: 4 }])
  const again = await t.call('POST', '/users/login/', { body: { username: user.email, password } })
  expect(again.status).toBe(401)
})

it('is not deleted if it is the last administrator’s, or its session has just ended', async () => {
  expect((await remove(admin.token)).json.type).toBe('about:quayside/last-admin')
  const second = await t.addUser({ admin: true })
  const both = await Promise.all([remove(admin.token), remove(second.token)])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
})

it('limits guesses of its password', async () => {
  const strict = await openTestShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const { token } = await strict.addUser()
  const guess = (given: string) => strict.call('POST', '/users/delete-account/', { token, body: { password: given } })
  for (let n = 0; n < 10; n++) expect((await guess(`guess ${n}`)).status).toBe(409)
  expect((await guess(password)).status).toBe(429)
  await strict.close()
})
