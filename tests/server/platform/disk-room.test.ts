import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cleanUp } from '../../../server/chores.ts'
import { databaseBytes } from '../../../server/platform/db/disk-use.ts'
import { makeRoom, watchGrowth, writableBytes } from '../../../server/platform/disk-room.ts'
import { openTestShop, orderBody, type TestShop, type TestUser } from '../harness.ts'

const megabytes = 1024 * 1024
const little = async () => 100 * megabytes
let t: TestShop
let admin: TestUser
beforeEach(async () => {
  t = await openTestShop('sqlite')
  admin = await t.addUser({ admin: true, name: 'Berta' })
})
afterEach(() => t.close())

const found = async (keyword: string) =>
  (await t.call('GET', '/orders/', { token: admin.token, query: { keyword } })).json.length
const texts = async () => {
  const rows = await t.db.query.selectFrom('shop_order').select('search').orderBy('created_at').execute()
  return rows.map(({ search }) => search.length)
}

it('the log has the growth of the database', async () => {
  const lines: Record<string, unknown>[] = []
  const log = { info: (details: Record<string, unknown>) => lines.push(details), warn: () => {} }
  const look = watchGrowth({ ...t.shop, log }, little)
  await look()
  for (let n = 0; n < 40; n++) await t.addFish({ trade_name: `Fish ${n} ${'x'.repeat(90)}` })
  await look()
  expect(lines[0]).toMatchObject({ grown: 0, free: 100 * megabytes })
  expect(Number(lines[1]?.bytes) - Number(lines[0]?.bytes)).toBe(lines[1]?.grown)
})

it('an order of 200 products takes only a few times its size on the disk', async () => {
  const fishes: { _id: string }[] = []
  for (let n = 0; n < 200; n++) fishes.push(await t.addFish())
  const body = orderBody(fishes)
  const size = async () => (await databaseBytes(t.db)).size
  const before = await size()
  for (let n = 0; n < 20; n++)
    expect((await t.call('POST', '/orders/add/', { token: admin.token, key: v7(), body })).status).toBe(201)
  const cost = (await size()) - before
  expect(cost / 20 / JSON.stringify(body).length).toBeLessThan(4.5)
})

it('below the reserve, old search texts and expired rows are removed, and their space can be written again', async () => {
  const fishes: { _id: string }[] = []
  for (let n = 0; n < 12; n++) fishes.push(await t.addFish({ trade_name: `Kingfish ${n} ${'long '.repeat(18)}` }))
  const order = async () => (await t.call('POST', '/orders/add/', { token: admin.token, body: orderBody(fishes) })).json
  const { reference } = (await order()).data
  for (let n = 0; n < 30; n++) await order()
  await t.db.query.insertInto('rate_limit').values({ bucket: 'old', hits: 1, ends_at: '2020' }).execute()
  t.clock.pass(91 * 24 * 3_600_000)
  // the sessions have expired by then
  admin = await t.addUser({ admin: true })
  await t.call('POST', '/orders/add/', { token: admin.token, body: orderBody(fishes) })
  expect([await found('kingfish'), await found(reference)]).toEqual([32, 1])

  expect(await makeRoom(t.shop, async () => 300 * megabytes, cleanUp)).toBe(0)
  expect(await found('kingfish')).toBe(32)

  expect(await makeRoom(t.shop, little, cleanUp)).toBe(31)
  expect((await texts()).map((length) => length > 500)).toEqual([...Array.from({ length: 31 }, () => false), true])
  // young orders are found by their products, old ones by reference and buyer
  expect([await found('kingfish'), await found(reference), await found('Berta')]).toEqual([1, 1, 31])
  expect(await t.db.query.selectFrom('rate_limit').select('bucket').where('bucket', '=', 'old').execute()).toEqual([])
  expect(await makeRoom(t.shop, little, cleanUp)).toBe(0)

  expect(await writableBytes(t.shop, little)()).toBeGreaterThan(100 * megabytes)
  expect(await writableBytes(t.shop, async () => 10 * megabytes)()).toBe(10 * megabytes)
})
