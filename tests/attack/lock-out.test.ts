import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deleteFailedLogins } from '../../server/db/rate-limits.ts'
import { caller, openTestShop, password, type TestShop, type TestUser } from '../server/harness.ts'

const minute = 60_000

let t: TestShop
let admin: TestUser
beforeEach(async () => {
  t = await openTestShop({ env: { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1' } })
  admin = await t.addUser({ admin: true })
})
afterEach(() => t.close())
const login = (from: string, pass: string, username = admin.email) =>
  t.call('POST', '/users/login/', { headers: { 'x-forwarded-for': from }, body: { username, password: pass } })
const guess = async (from: string, times: number) => {
  const statuses = []
  for (let n = 0; n < times; n++) statuses.push((await login(from, 'wrong password')).status)
  return statuses
}

it('locks out the address it comes from, and nobody else', async () => {
  const statuses = await guess('198.51.100.1', 15)
  expect([statuses.indexOf(429), statuses.lastIndexOf(401)]).toEqual([10, 9])
  const late = await login('198.51.100.1', password, admin.email.toUpperCase())
  expect([late.status, Number(late.headers['retry-after']) > 14 * 60]).toEqual([429, true])
  expect((await login('198.51.100.2', password)).status).toBe(200)
  t.clock.pass(15 * minute)
  expect((await login('198.51.100.1', password)).status).toBe(200)
})

it('from the address where she works does not lock her out before fifty', async () => {
  expect((await login('198.51.100.1', password)).status).toBe(200)
  expect(await guess('198.51.100.1', 30)).toEqual(Array(30).fill(401))
  expect((await login('198.51.100.1', password)).status).toBe(200)
  const statuses = await guess('198.51.100.1', 55)
  expect(statuses.filter((status) => status === 401)).toHaveLength(50)
})

it('cannot be held up for ever by going on', async () => {
  for (let round = 0; round < 4; round++) {
    await guess('198.51.100.1', 5)
    t.clock.pass(4 * minute)
  }
  expect((await login('198.51.100.1', password)).status).toBe(200)
})

it('is one address however it is written, with ports, in an IPv6 net, with garbage', async () => {
  const ways = (n: number) => [
    `198.51.100.3:${1000 + n}`,
    `2001:db8:5:6:${n.toString(16)}::${randomInt(9999)}`,
    `::ffff:198.51.100.4`,
    `garbage-${n}`,
  ]
  for (let n = 0; n < 10; n++) for (const from of ways(n)) expect((await login(from, 'wrong')).status).toBe(401)
  for (const from of ways(11)) expect([from, (await login(from, 'wrong')).status]).toEqual([from, 429])
  expect((await login('198.51.100.4', password)).status).toBe(429)
})

it('from many addresses makes the account slow, for nobody more than some seconds, and closes it to nobody', async () => {
  for (let n = 0; n < 12; n++) await guess(`203.0.113.${n}`, 10)
  expect((await login('198.51.100.9', password)).status).toBe(200)
  expect(t.clock.waits.length).toBeGreaterThan(50)
  expect(Math.max(...t.clock.waits)).toBe(4000)
  const waits = t.clock.waits.length
  const other = await t.addUser()
  expect((await login('203.0.113.1', password, other.email)).status).toBe(200)
  expect(t.clock.waits.length).toBe(waits)
})

it('lets no more than ten of many guesses at once through, over two instances', async () => {
  const calls = [t.call, caller(await t.another())]
  const body = { username: admin.email, password: 'wrong password' }
  const tries = Array.from({ length: 40 }, (_, n) => calls[n % 2]?.('POST', '/users/login/', { body }))
  const statuses = (await Promise.all(tries)).map((answer) => answer?.status)
  expect([401, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([10, 30])
})

it('ends for everybody when create-admin has given a new password', async () => {
  await guess('198.51.100.1', 12)
  for (let n = 0; n < 4; n++) await guess(`203.0.113.${n}`, 10)
  const other = await t.addUser({ email: `x${admin.email}` })
  for (let n = 0; n < 10; n++) await login('198.51.100.1', 'wrong', other.email)
  await deleteFailedLogins(t.db, admin.email)
  const waits = t.clock.waits.length
  expect((await login('198.51.100.1', password)).status).toBe(200)
  expect(t.clock.waits.length).toBe(waits)
  expect((await login('198.51.100.1', password, other.email)).status).toBe(429)
})

it('of an address that looks like another account’s counter touches nobody', async () => {
  for (let n = 0; n < 4; n++) await login(`203.0.113.${n}`, 'wrong', `198.51.100.1 ${admin.email}`)
  for (let n = 0; n < 12; n++) await login('203.0.113.9', 'wrong', `:198.51.100.1 ${admin.email}`)
  expect((await login('198.51.100.1', password)).status).toBe(200)
})
