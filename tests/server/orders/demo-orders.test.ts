import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isImoNumber, type Lot } from '../../../contract/lots.ts'
import { orderStates } from '../../../contract/order-events.ts'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { dues } from '../../../contract/shipment/dues.ts'
import { dayIn } from '../../../contract/texts/shop-day.ts'
import { seedDemoCatalogue } from '../../../server/catalogue/seed-demo-catalogue.ts'
import { loadDemoCatalogue, loadDemoOrders } from '../../../server/demo/demo-catalogue.ts'
import { seedDemoOrders, storeDemoFiles } from '../../../server/orders/seed-demo-orders.ts'
import { openTestShop, type TestShop } from '../harness.ts'

const demo = await loadDemoOrders()
let t: TestShop
beforeEach(async () => {
  t = await openTestShop()
})
afterEach(() => t.close())

it('are in every state, named as examples, and work like other orders', async () => {
  let { orders: demoOrders } = demo
  const load = async () => {
    demoOrders = await storeDemoFiles(t.shop, demo)
    return { products: await loadDemoCatalogue(), reviews: [] }
  }
  const seed = () =>
    seedDemoCatalogue(t.shop, load, (tx, products) =>
      seedDemoOrders(t.shop, tx, { ...demo, orders: demoOrders, products }),
    )
  expect([await seed(), await seed()]).toEqual([true, false])
  const codes = await t.db.query.selectFrom('fish').select('code').where('code', 'like', 'QS-%').execute()
  expect(new Set(codes.map(({ code }) => code)).size).toBe(60)
  const { token } = await t.addUser({ admin: true })
  const counts = (await t.call('GET', '/orders/counts/', { token })).json
  expect(orderStates.filter((state) => !(counts[state] > 0))).toEqual([])
  const orders: Order[] = (await t.call('GET', '/orders/', { token })).json
  expect(orders).toHaveLength(demo.orders.length)
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
  // one is paid to the end, one has a claim that nobody has settled
  const today = dayIn('UTC', t.clock.now())
  const owed = orders.flatMap(({ shipment, ...order }) => {
    const offer = findCurrentOffer(order)?.offer
    return shipment?.paid && offer ? [dues({ offer, shipment, agreedOn: today }, today)] : []
  })
  expect(owed.filter(({ paid, open }) => paid > 0 && open === 0)).toHaveLength(1)
  const claims = orders.flatMap((order) => (order.shipment?.claims ?? []).map((claim) => ({ order, claim })))
  expect(claims.map(({ claim }) => claim)).toEqual([{ _id: expect.any(String) }])
  const lots: Lot[] = (await t.call('GET', '/lots/', { token })).json
  expect(lots.map(({ code, vessel, area, bestBefore }) => [code, vessel, area, bestBefore].every(Boolean))).toEqual(
    demo.lots.map(() => true),
  )
  for (const { imo } of lots) expect(isImoNumber(imo)).toBe(true)
  // of the one with the claim a certificate is still to come
  const missing = async (order: Order | undefined) => {
    const url = `/api/orders/${order?._id}/dossier/`
    const { rawPayload } = await t.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    const { 'missing.txt': text, ...files } = unzipSync(rawPayload)
    const names = Object.keys(files).filter((name) => name.startsWith('documents/'))
    return [strFromU8(text ?? Buffer.of()).trim(), names.length]
  }
  expect(await missing(orders.find(({ shipment }) => shipment?.papers?.length === 6))).toEqual([
    'Nothing is missing.',
    6,
  ])
  const lacks = 'Required document: Health certificate\r\nRequired document: Certificate of origin'
  expect(await missing(claims[0]?.order)).toEqual([lacks, 4])
  const feed = (await t.call('GET', '/orders/changes/', { token })).json
  // newest change first, which the list is not
  const byId = (list: Order[]) => list.toSorted((a, b) => (a._id < b._id ? -1 : 1))
  expect(byId(feed.changed)).toEqual(byId(orders))
  const open = orders.find(({ state }) => state === 'requested')
  const body = { kind: 'message', text: 'Hello' }
  expect((await t.call('POST', `/orders/${open?._id}/events/`, { token, body })).status).toBe(201)
})
