import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import type { OrderItem } from '../../../contract/orders.ts'
import { lineFields } from '../../../contract/product-fields.ts'
import { orderMails } from '../../../server/orders/order-mails.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { productWith } from '../../support/product-with.ts'
import { orderBody } from '../harness.ts'
import { openDeal } from './deal.ts'

const facts = {
  ...{ code: 'OCT-T6', size: 'T6 (0.8-1.2 kg)', weight: '19 kg net', packing: '20 kg carton' },
  ...{ presentation: 'gutted', treatment: 'frozen', glazing: 12.5 },
}
const factsOf = (item: OrderItem | undefined) =>
  Object.fromEntries(lineFields.flatMap((fact) => (item && fact in item ? [[fact, item[fact]]] : [])))

const shop = { env: { PUBLIC_URL: 'https://quay.example/', MAIL_LANGUAGE: 'fr' } }
const { t, buyer, admin, deal } = await openDeal({ shop })
afterAll(() => t.close())

it('copy what the product says, from the product and not from the client', async () => {
  const fish = await t.addFish(facts)
  const body = orderBody([fish])
  const [line] = body.orderItems
  const claimed = { ...body, orderItems: [{ ...line, size: 'T1', code: 'X', glazing: 1 }] }
  const made = await t.call('POST', '/orders/add/', { token: buyer.token, key: v7(), body: claimed })
  expect(factsOf(made.json.data.orderItems[0])).toEqual(facts)
  const { _id } = made.json.data
  const token = buyer.token
  // sold as it was, whatever becomes of the product
  const change = { _id: fish._id, image: fish.image, size: 'T1', code: 'NEW', glazing: 0 }
  const update = { token: admin.token, body: productWith('A', change) }
  expect((await t.call('PUT', `/fishes/update/${fish._id}/`, update)).status).toBe(200)
  const everywhere = await Promise.all([
    t.call('GET', `/orders/${_id}/`, { token }).then(({ json }) => json),
    t.call('GET', '/orders/myorders/', { token }).then(({ json }) => json.data[0]),
    t.call('GET', '/orders/changes/', { token }).then(({ json }) => json.changed[0]),
    t.call('GET', '/users/data/', { token }).then(({ json }) => json.requests[0]),
    t.call('GET', '/orders/', { token: admin.token }).then(({ json }) => json[0]),
  ])
  expect(everywhere.map((order) => factsOf(order.orderItems[0]))).toEqual(everywhere.map(() => facts))
  const found = await t.call('GET', '/orders/', { token: admin.token, query: { keyword: 'oct-t6' } })
  expect(found.json.map((order: { _id: string }) => order._id)).toEqual([_id])
})

it('from before they were copied say nothing', async () => {
  const fish = await t.addFish({ ...facts, code: 'OLD' })
  const order = await deal.request([fish])
  const empty = { code: '', size: '', weight: '', presentation: '', treatment: '', glazing: 0, packing: '' }
  await t.db.query.updateTable('order_item').set(empty).where('order_id', '=', order._id).execute()
  expect(factsOf((await deal.read(order)).orderItems[0])).toEqual({})
})

it('stand in the mails of both sides in their languages', async () => {
  await sendDue(t.shop, orderMails)
  t.notices.splice(0)
  const order = await deal.request([await t.addFish({ ...facts, code: 'MAIL' })], { language: 'es' })
  await deal.offer(order)
  await sendDue(t.shop, orderMails)
  const texts = t.notices.map(({ text }) => text.replace(/[\u00a0\u202f]/g, ' '))
  expect(texts[0]).toContain('2,5 t Morue, T6 (0,8-1,2 kg) · carton de 20 kg · 19 kg net')
  expect(texts[0]).toContain('glazurage 12,5 % · Art. MAIL')
  expect(texts[1]).toContain('2,5 t Bacalao, T6 (0,8-1,2 kg) · caja de 20 kg · 19 kg net')
})

it('leave out what is not available in the mail of an offer', async () => {
  const order = await deal.request([await t.addFish({ size: 'Big' }), await t.addFish({ size: 'Small' })])
  const [first, second] = order.orderItems.map(({ fishe }) => fishe)
  const lines = [
    { fishe: first, qty: 1, price: null },
    { fishe: second, qty: 1.25, price: 5 },
  ]
  await deal.offer(order, { lines })
  await sendDue(t.shop, orderMails)
  const { text = '' } = t.notices.at(-1) ?? {}
  expect(text).toContain('1.25 t Atlantic cod, Small')
  expect(text).not.toContain('Big')
})
