import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { orderReference } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { openTestShop, orderBody } from '../harness.ts'

const t = await openTestShop()
const buyer = await t.addUser({ name: 'Berta', email: 'berta@example.org' })
const admin = await t.addUser({ admin: true })
const fish = await t.addFish()
afterAll(() => t.close())
const order = (token = buyer.token, key?: string) =>
  t.call('POST', '/orders/add/', { token, key, body: orderBody([fish]) })

it('copies the product, and sets buyer and time on the server', async () => {
  const id = v7()
  const { status, json, headers } = await order(buyer.token, id)
  expect(status).toBe(201)
  expect(headers['idempotency-key']).toBe(id)
  expect(json.data).toEqual({
    _id: id,
    reference: orderReference(id),
    created_at: expect.stringMatching(/^2026-01-01T\d\d:\d\d:\d\d\.\d{3}Z$/),
    user: { _id: buyer.id, name: 'Berta', email: 'berta@example.org' },
    shippingAddress: orderBody([]).shippingAddress,
    orderItems: [{ fishe: fish._id, name: 'Atlantic cod', name_fr: 'Morue', name_es: 'Bacalao', image: '', qty: 2.5 }],
    wishes: {},
    language: 'en',
    state: 'requested',
    version: 0,
    events: [],
  })
  expect((await t.call('GET', `/orders/${id}/`, { token: buyer.token })).json).toEqual(json.data)
})

it('gives each item the names and picture of its product, in the order of the request', async () => {
  const made = []
  for (const name of ['Zander', 'Anchovy', 'Monkfish', 'Brill'])
    made.push(await t.addFish({ trade_name: name, trade_name_fr: `${name} fr`, trade_name_es: `${name} es` }))
  for (const chosen of [made, made.toReversed(), [made[2], made[0], made[3]].flatMap((one) => one ?? [])]) {
    const { json } = await t.call('POST', '/orders/add/', { token: buyer.token, body: orderBody(chosen) })
    const wanted = chosen.map((fish) => [fish._id, fish.trade_name, fish.trade_name_fr, fish.trade_name_es])
    const names = (items: Record<string, string>[]) =>
      items.map(({ fishe, name, name_fr, name_es }) => [fishe, name, name_fr, name_es])
    expect(names(json.data.orderItems)).toEqual(wanted)
    const stored = await t.call('GET', `/orders/${json.data._id}/`, { token: buyer.token })
    expect(names(stored.json.orderItems)).toEqual(wanted)
  }
})

it('is deleted together with the tombstone of its key, or not at all', async () => {
  const path = async () => `/orders/delete/${(await order(buyer.token, v7())).json.data._id}/`
  const [first, second] = [await path(), await path()]
  const idOf = (address: string) => address.split('/')[3] ?? ''
  const tombstones = async (id: string) => {
    const keys = t.db.query.selectFrom('idempotency_key').select('status').where('id', '=', id)
    return (await keys.execute()).map(({ status }) => status)
  }
  const isThere = async (id: string) => (await t.call('GET', `/orders/${id}/`, { token: buyer.token })).status
  // the tombstone cannot be written
  await sql`alter table idempotency_key rename to hidden`.execute(t.db.query)
  expect((await t.call('DELETE', first, { token: admin.token })).status).toBe(500)
  await sql`alter table hidden rename to idempotency_key`.execute(t.db.query)
  expect([await isThere(idOf(first)), await tombstones(idOf(first))]).toEqual([200, [201]])
  // the order cannot be deleted
  await sql`create table pin (id text references shop_order (id))`.execute(t.db.query)
  await sql`insert into pin values (${idOf(second)})`.execute(t.db.query)
  expect((await t.call('DELETE', second, { token: admin.token })).status).toBe(500)
  await sql`drop table pin`.execute(t.db.query)
  expect([await isThere(idOf(second)), await tombstones(idOf(second))]).toEqual([200, [201]])
  expect((await t.call('DELETE', first, { token: admin.token })).status).toBe(204)
})

it('gives an order without a key an id, and merges items of the same product', async () => {
  const twice = { orderItems: [0.1, 0.2].map((qty) => ({ fishe: fish._id, qty, note: `${qty} t on ice` })) }
  const body = { ...orderBody([fish]), ...twice }
  const { json } = await t.call('POST', '/orders/add', { token: buyer.token, body })
  expect(json.data._id).toMatch(/^[0-9a-f-]{36}$/)
  const note = '0.1 t on ice; 0.2 t on ice'
  expect(json.data.orderItems).toMatchObject([{ fishe: fish._id, qty: 0.3, note }])
})

it('does not reuse the id of an order without a key', async () => {
  const { json } = await order()
  const again = await order(buyer.token, json.data._id)
  expect([again.status, again.json.type]).toEqual([422, 'about:quayside/key-reused'])
})

it('refuses an id whose reference another order has, and stores nothing', async () => {
  const id = v7()
  const forged = `${v7().slice(0, 26)}${id.slice(26)}`
  expect(orderReference(forged)).toBe(orderReference(id))
  const [first, second] = await Promise.all([order(buyer.token, id), order((await t.addUser()).token, forged)])
  const refused = first.status === 201 ? second : first
  expect([first.status, second.status].sort()).toEqual([201, 409])
  expect(refused.json.type).toBe('about:quayside/reference-taken')
  const stored = t.db.query.selectFrom('shop_order').select('id').where('reference', '=', orderReference(id))
  expect(await stored.execute()).toHaveLength(1)
  const lost = first.status === 201 ? forged : id
  expect(await t.db.query.selectFrom('idempotency_key').select('id').where('id', '=', lost).execute()).toEqual([])
})

it('lists one’s own orders newest first, and all of them for administrators', async () => {
  const other = await t.addUser()
  const first = (await order(other.token)).json.data._id
  const second = (await order(other.token)).json.data._id
  const mine = await t.call('GET', '/orders/myorders/', { token: other.token })
  expect(mine.json.data.map((one: { _id: string }) => one._id)).toEqual([second, first])
  const all = await t.call('GET', '/orders/', { token: admin.token, query: { page: '1', per_page: '1' } })
  expect(all.json).toHaveLength(1)
  expect(Number(all.headers['x-total-count'])).toBeGreaterThan(2)
  expect(all.headers.link).toBe('</api/orders/?page=2&per_page=1>; rel="next"')
  const found = await t.call('GET', '/orders/', { token: admin.token, query: { keyword: 'BERTA cod' } })
  expect(new Set(found.json.map((one: { user: { name: string } }) => one.user.name))).toEqual(new Set(['Berta']))
  expect(found.headers.link).toBeUndefined()
})

it('lists the newest orders of one buyer, and links to the rest', async () => {
  const busy = await t.addUser()
  const made = 150
  await sql`insert into shop_order (id, reference, created_at, buyer_id, buyer_name, buyer_email, phone, address, city,
        postal_code, country, search)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(made)})
      select '019b0000-0000-7000-8000-' || (100000000000 + i), 'Q-' || i, '2025-01-01T00:00:00.000Z', ${busy.id},
        '', '', '', '', '', '', '', '' from n`.execute(t.db.query)
  await sql`insert into order_item (order_id, position, fish_id, name, name_fr, name_es, image, qty)
      select id, 0, id, '', '', '', '', 1 from shop_order where buyer_id = ${busy.id}`.execute(t.db.query)
  const { json, headers } = await t.call('GET', '/orders/myorders/', { token: busy.token })
  const length = limits.unpagedOrders
  expect(headers.link).toContain(`page=${length / limits.ownOrdersPerPage + 1}&per_page=${limits.ownOrdersPerPage}`)
  const ids = Array.from({ length }, (_, at) => `019b0000-0000-7000-8000-${100_000_000_000 + made - at}`)
  expect(json.data.map((one: { _id: string }) => one._id)).toEqual(ids)
  for (const { _id, orderItems } of [json.data[0], json.data.at(-1)]) expect(orderItems[0].fishe).toBe(_id)
  await sql`delete from shop_order where buyer_id = ${busy.id}`.execute(t.db.query)
})

it('reports a deleted product by its index, and creates nothing', async () => {
  const before = (await t.call('GET', '/orders/', { token: admin.token })).json.length
  const { status, json } = await t.call('POST', '/orders/add/', {
    token: buyer.token,
    body: orderBody([fish, { _id: v7() }]),
  })
  expect([status, json.errors[0].path]).toEqual([422, 'orderItems.1.fishe'])
  expect((await t.call('GET', '/orders/', { token: admin.token })).json).toHaveLength(before)
})

it.each([-1, 0, 1e308, '5', '', null, true, [], {}, 0.0001, 1e7, 100_000.001])(
  'refuses the quantity %j',
  async (qty) => {
    const body = { ...orderBody([fish]), orderItems: [{ fishe: fish._id, qty }] }
    const { status, json } = await t.call('POST', '/orders/add/', { token: buyer.token, body })
    expect([status, json.errors[0].path]).toEqual([422, 'orderItems.0.qty'])
  },
)

it.each([0.001, 100_000, 3])('accepts the quantity %d, with or without stock', async (qty) => {
  const body = { ...orderBody([await t.addFish({ countInStock: 0 })]) }
  body.orderItems[0] = { fishe: fish._id, qty }
  expect((await t.call('POST', '/orders/add/', { token: buyer.token, body })).status).toBe(201)
})

it('reports every missing field of the address', async () => {
  const body = { ...orderBody([fish]), shippingAddress: { phone: '1', city: '  ' } }
  const { status, json } = await t.call('POST', '/orders/add/', { token: buyer.token, body })
  expect(status).toBe(422)
  expect(json.errors.map((error: { path: string }) => error.path).sort()).toEqual(
    ['address', 'city', 'country', 'postalCode'].map((name) => `shippingAddress.${name}`),
  )
})

it.each([
  ['no items', []],
  ['201 items', Array.from({ length: 201 }, () => ({ fishe: 'x', qty: 1 }))],
  ['a hundred thousand wrong items', Array.from({ length: 100_000 }, () => 1)],
])('refuses %s', async (_name, orderItems) => {
  const { status, json } = await t.call('POST', '/orders/add/', {
    token: buyer.token,
    body: { ...orderBody([]), orderItems },
  })
  expect([status, json.errors[0].path]).toEqual([422, 'orderItems'])
})

it('retains its copies when the product and the buyer are deleted', async () => {
  const leaver = await t.addUser({ name: 'Leaver' })
  const doomed = await t.addFish({ trade_name: 'Doomed' })
  const made = (await t.call('POST', '/orders/add/', { token: leaver.token, body: orderBody([doomed]) })).json.data
  await t.call('DELETE', `/fishes/delete/${doomed._id}/`, { token: admin.token })
  await t.call('DELETE', `/users/delete/${leaver.id}/`, { token: admin.token })
  const kept = (await t.call('GET', `/orders/${made._id}/`, { token: admin.token })).json
  expect(kept).toEqual({ ...made, buyerGone: true })
})
