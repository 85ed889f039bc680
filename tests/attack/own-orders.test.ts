import { once } from 'node:events'
import net from 'node:net'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import type { Order } from '../../contract/orders.ts'
import { orderBody, type TestUser } from '../server/harness.ts'
import { seedInto } from '../support/seed-many.ts'
import { bodyOf, openAttackedShop } from './shop.ts'

const t = await openAttackedShop()
await seedInto(t.db, { products: 250, orders: 0 })
const { json } = await t.call('GET', '/fish/?per_page=100')
const more = await t.call('GET', '/fish/?per_page=100&page=2')
const fishes = [
  ...(json as { fishes: Order['orderItems'] & { _id: string }[] }).fishes,
  ...bodyOf<{ fishes: { _id: string }[] }>(more).fishes,
]
afterAll(() => t.close())

const order = (buyer: TestUser, items: { fishe: string; qty: number }[], key = v7()) =>
  t.call('POST', '/orders/add/', { token: buyer.token, body: { ...orderBody([]), orderItems: items }, key })
const mine = (buyer: TestUser, query = '') => t.call('GET', `/orders/myorders/${query}`, { token: buyer.token })

it('the sum has the bound of a single quantity, named where the product stands first', async () => {
  const buyer = await t.addUser()
  const [a = { _id: '' }, b = { _id: '' }] = fishes
  const half = limits.quantityMax / 2
  const twice = (qty: number) => [b, a, a].map(({ _id: fishe }) => ({ fishe, qty }))
  expect((await order(buyer, twice(half))).status).toBe(201)
  const refused = await order(buyer, twice(half + 0.001))
  expect([refused.status, bodyOf<{ errors: { path: string }[] }>(refused).errors.map(({ path }) => path)]).toEqual([
    422,
    ['orderItems.1.qty'],
  ])
})

it('the same request is the same, however its products are merged', async () => {
  const buyer = await t.addUser()
  const [a = { _id: '' }] = fishes
  const [key, items] = [v7(), [1, 2].map((qty) => ({ fishe: a._id, qty }))]
  const first = await order(buyer, items, key)
  expect((await order(buyer, items, key)).text).toBe(first.text)
  expect((await order(buyer, [{ fishe: a._id, qty: 3 }], key)).status).toBe(422)
})

it('a list has so many orders and no more; pages bring the rest, each order once', async () => {
  const buyer = await t.addUser()
  for (let n = 0; n < 23; n++) expect((await order(buyer, [{ fishe: fishes[n]?._id ?? '', qty: 1 }])).status).toBe(201)
  const { data } = bodyOf<{ data: Order[] }>(await mine(buyer))
  expect(data).toHaveLength(23)
  const pages: string[][] = []
  for (let query: string | undefined = '?page=1'; query && pages.length < 23; ) {
    const page = await mine(buyer, query)
    pages.push(bodyOf<{ data: Order[] }>(page).data.map(({ _id }) => _id))
    query = /<[^>]*(\?[^>]*)>; rel="next"/.exec(String(page.headers.link))?.[1]
  }
  expect(pages.flat()).toEqual(data.map(({ _id }) => _id))
  expect(pages.map((page) => page.length)).toEqual([20, 3])
  expect((await mine(buyer, '?per_page=21')).status).toBe(400)
})

it('sixty questions of one user hold up nobody else', async () => {
  const [buyer, other] = [await t.addUser(), await t.addUser()]
  const all = fishes.map(({ _id: fishe }) => ({ fishe, qty: 1 }))
  for (let n = 0; n < 3; n++) await order(buyer, all)
  const asked = Array.from({ length: 60 }, () => mine(buyer).then(({ status }) => status))
  expect(await t.statusOf('GET', '/health/')).toBe(200)
  expect((await mine(other)).status).toBe(200)
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
  expect((await mine(buyer)).status).toBe(200)
})

it('who leaves before the answer comes is forgotten', async () => {
  const buyer = await t.addUser()
  for (let n = 0; n < 20; n++) {
    const socket = net.connect(t.port, '127.0.0.1').on('error', () => {})
    socket.write(`GET /api/orders/myorders/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${buyer.token}\r\n\r\n`)
    await once(socket, 'connect')
    socket.destroy()
  }
  await expect.poll(async () => (await mine(buyer)).status).toBe(200)
})
