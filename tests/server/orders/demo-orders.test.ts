import { afterEach, beforeEach, expect, it } from 'vitest'
import { orderStates } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { seedDemoCatalogue } from '../../../server/catalogue/seed-demo-catalogue.ts'
import { loadDemoCatalogue, loadDemoOrders } from '../../../server/demo/demo-catalogue.ts'
import { seedDemoOrders } from '../../../server/orders/seed-demo-orders.ts'
import { openTestShop, type TestShop } from '../harness.ts'

const demoOrders = await loadDemoOrders()
let t: TestShop
beforeEach(async () => {
  t = await openTestShop()
})
afterEach(() => t.close())

it('are in every state, named as examples, and work like other orders', async () => {
  const load = async () => ({ products: await loadDemoCatalogue(), reviews: [] })
  const seed = () =>
    seedDemoCatalogue(t.shop, load, (tx, products) => seedDemoOrders(t.shop, tx, { orders: demoOrders, products }))
  expect([await seed(), await seed()]).toEqual([true, false])
  const codes = await t.db.query.selectFrom('fish').select('code').where('code', 'like', 'QS-%').execute()
  expect(new Set(codes.map(({ code }) => code)).size).toBe(60)
  const { token } = await t.addUser({ admin: true })
  const counts = (await t.call('GET', '/orders/counts/', { token })).json
  expect(orderStates.filter((state) => !(counts[state] > 0))).toEqual([])
  const orders: Order[] = (await t.call('GET', '/orders/', { token })).json
  expect(orders).toHaveLength(demoOrders.length)
  for (const { user, version, events } of orders) {
    expect(user.name).toMatch(/^(Example|Exemple|Ejemplo)/)
    expect(user.email).toMatch(/\.example$/)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: version }, (_, at) => at + 1))
    for (const { offer } of events) if (typeof offer === 'object') expect(offer.total).toBeGreaterThan(100_000)
  }
  const shipments = orders.flatMap(({ shipment }) => shipment ?? [])
  expect(new Set(shipments.map(({ step }) => step))).toEqual(
    new Set(['booked', 'loaded', 'documents', 'arrived', 'received']),
  )
  for (const each of shipments) expect(each).not.toHaveProperty('doubles')
  const feed = (await t.call('GET', '/orders/changes/', { token })).json
  // newest change first, which the list is not
  const byId = (list: Order[]) => list.toSorted((a, b) => (a._id < b._id ? -1 : 1))
  expect(byId(feed.changed)).toEqual(byId(orders))
  const open = orders.find(({ state }) => state === 'requested')
  const body = { kind: 'message', text: 'Hello' }
  expect((await t.call('POST', `/orders/${open?._id}/events/`, { token, body })).status).toBe(201)
})
