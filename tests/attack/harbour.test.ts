import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountMails } from '../../server/accounts/account-mails.ts'
import { sendDue } from '../../server/outbox/deliver.ts'
import { openTestShop, orderBody, password, type TestShop, type TestUser } from '../server/harness.ts'
import { isLong } from '../support/run.ts'

const people = (count: number) => Array.from({ length: count }, (_, n) => n)
const count = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length

/** Some at a time, as they arrive in an hour. */
async function inGroups<T>(all: readonly number[], each: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let at = 0; at < all.length; at += 20) results.push(...(await Promise.all(all.slice(at, at + 20).map(each))))
  return results
}

let t: TestShop
let admin: TestUser
beforeEach(async () => {
  const env = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1', PUBLIC_URL: 'https://quay.example' }
  t = await openTestShop({ env })
  admin = await t.addUser({ admin: true })
})
afterEach(() => t.close())

const harbour = '198.51.100.7'
const post = (path: string, body: object, { token, from = harbour }: { token?: string; from?: string } = {}) =>
  t.call('POST', path, { token, body, key: v7(), headers: { 'x-forwarded-for': from } })
const login = async (username: string, pass: string, from = harbour) =>
  (await post('/users/login/', { username, password: pass }, { from })).status
const register = (email: string, from = harbour) => post('/users/register/', { name: 'Ana', email, password }, { from })
const buyer = (n: number) => `ana${n}@boat${n}.example`

/** Two hundred, or for `npm test` what is still more than an address may have alone. */
const crowd = isLong ? 200 : 60

it('takes two hundred people and the exporter in an hour, also beside one who guesses and sprays', async () => {
  const fish = await t.addFish()
  expect(await login(admin.email, password)).toBe(200)
  const sprayed = await inGroups(people(100), (n) => login(`victim${n}@example.org`, 'Summer2026'))
  expect([count(sprayed, 401), count(sprayed, 429)]).toEqual([60, 40])
  const registered = await inGroups(people(crowd), (n) => register(buyer(n)))
  expect(new Set(registered.map(({ status }) => status))).toEqual(new Set([201]))
  for (let round = 0; round < 20; round++) await sendDue(t.shop, accountMails)
  expect(new Set(t.notices.map(({ recipient }) => recipient)).size).toBe(crowd)
  const confirmed = await inGroups(people(crowd), async (n) => {
    const path = /\/api(\/users\/confirm\/[\w-]{43})$/m.exec(t.notices[n]?.text ?? '')?.[1] ?? ''
    return (await post(path, {})).status
  })
  expect(new Set(confirmed)).toEqual(new Set([303]))
  expect(new Set(await inGroups(people(crowd), (n) => login(buyer(n), password)))).toEqual(new Set([200]))
  const orders = registered.map(({ json }) => json.data.token as string)
  const sent = await inGroups(people(crowd), async (n) => {
    return (await post('/orders/add/', orderBody([fish]), { token: orders[n] ?? '' })).status
  })
  expect(new Set(sent)).toEqual(new Set([201]))
  expect(await login(admin.email, password)).toBe(200)
})

it('asks for no more than thirty addresses that may have an account', async () => {
  const statuses = (await Promise.all(people(60).map(() => register(admin.email)))).map(({ status }) => status)
  expect([count(statuses, 409), count(statuses, 429)]).toEqual([30, 30])
  expect((await register('new@example.org', '203.0.113.9')).status).toBe(201)
})

it('floods the shop with no more accounts and mails than the shop has for crowded addresses', async () => {
  const full = { ends_at: new Date(t.clock.now() + 30 * 60_000).toISOString() }
  await t.db.query
    .insertInto('rate_limit')
    .values([
      { bucket: `registerAddress:${harbour}`, hits: 30, ...full },
      { bucket: 'registerShop:shop', hits: 498, ...full },
      { bucket: `confirmAddress:${harbour}`, hits: 30, ...full },
      { bucket: 'confirmShop:shop', hits: 499, ...full },
    ])
    .execute()
  const flood = []
  for (const n of people(4)) flood.push((await register(buyer(n))).status)
  expect(flood).toEqual([201, 201, 429, 429])
  // a quiet address goes on
  expect((await register('new@example.org', '203.0.113.9')).status).toBe(201)
  for (let round = 0; round < 4; round++) await sendDue(t.shop, accountMails)
  expect(t.notices.map(({ recipient }) => recipient)).toEqual([buyer(0), 'new@example.org'])
})
