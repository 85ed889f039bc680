import { afterAll, expect, it } from 'vitest'
import type { Customer, CustomerDetail } from '../../../contract/customers.ts'
import { dealer, openDeal } from './deal.ts'

const { t, buyer, admin, fish, deal } = await openDeal({ buyer: { name: 'Bo' } })
const colleague = await t.addUser({ name: 'Cara' })
const alone = await t.addUser({ name: 'Ali' })
afterAll(() => t.close())

const list = async (query: Record<string, string> = {}): Promise<Customer[]> =>
  (await t.call('GET', '/customers/', { token: admin.token, query })).json
const read = async ({ _id }: { _id: string }): Promise<CustomerDetail> =>
  (await t.call('GET', `/customers/${_id}/`, { token: admin.token })).json

it('are companies with their people, and persons without one, with all that they have asked for', async () => {
  const sole = await t.addFish({ trade_name: 'Sole' })
  const company = { company: 'Frío del Sur SL', taxNumber: 'ESB1' }
  const first = await deal.request([fish], { parties: company })
  const offered = await deal.offer(first, { currency: 'USD', lines: [{ fishe: fish._id, qty: 2, price: 90_000 }] })
  await deal.accept(await deal.offer(offered))
  const shippingAddress = { phone: '+34', address: '3 Muelle', city: 'Vigo', postalCode: '36202', country: 'Spain' }
  const other = dealer(t, colleague, admin)
  const asked = await other.request([fish, sole], { parties: { company: 'frío DEL sur sl' }, shippingAddress })
  const lines = [
    { fishe: fish._id, qty: 3, price: 200_000 },
    { fishe: sole._id, qty: 1, price: null },
  ]
  await other.offer(asked, { lines })
  const single = await dealer(t, alone, admin).request([sole])

  const [person, firm, ...more] = await list()
  expect(more).toEqual([])
  expect(person).toMatchObject({
    _id: single._id,
    company: '',
    name: 'Ali',
    country: 'Morocco',
    people: 1,
    requests: 1,
  })
  expect(firm).toMatchObject({ _id: asked._id, company: 'frío DEL sur sl', name: 'Cara', country: 'Spain' })
  expect(firm).toMatchObject({ people: 2, requests: 2, accepted: 1, first: first.created_at, last: asked.created_at })

  const detail = await read(first)
  expect(detail).toEqual(await read(asked))
  expect(detail).toMatchObject({ ...firm, taxNumber: 'ESB1' })
  expect(detail.persons).toEqual([
    { _id: colleague.id, name: 'Cara', email: colleague.email, requests: 1 },
    { _id: buyer.id, name: 'Bo', email: buyer.email, requests: 1 },
  ])
  expect(detail.addresses.map(({ city }) => city)).toEqual(['Vigo', 'Agadir'])
  expect(detail.orders.map(({ state, products, quantity, name }) => [state, products, quantity, name])).toEqual([
    ['offered', 2, 5, 'Cara'],
    ['accepted', 1, 2.5, 'Bo'],
  ])
  // of the accepted offer alone, and the newest price of each product that has one
  expect(detail.totals).toEqual([{ currency: 'EUR', orders: 1, total: 462_500 }])
  expect(detail.prices).toMatchObject([
    { fishe: fish._id, name: 'Atlantic cod', price: 200_000, currency: 'EUR', order: asked._id, isAccepted: false },
  ])
  t.clock.pass(25 * 24 * 3600_000)
  expect((await read(asked)).orders[0]?.state).toBe('expired')
})

it('are found by company, person and place, and counted as a whole', async () => {
  expect((await list({ keyword: 'frio del sur' })).map(({ company }) => company)).toEqual(['frío DEL sur sl'])
  // only one of their requests has it
  expect((await list({ keyword: 'bo frio' })).map(({ requests }) => requests)).toEqual([2])
  expect((await list({ keyword: 'ali morocco' })).map(({ name }) => name)).toEqual(['Ali'])
  expect(await list({ keyword: 'nobody' })).toEqual([])
  const { headers, json } = await t.call('GET', '/customers/', {
    token: admin.token,
    query: { per_page: '1', page: '2' },
  })
  expect([json.map(({ name }: Customer) => name), headers['x-total-count']]).toEqual([['Cara'], '2'])
})

it('are for those who answer requests', async () => {
  const people = await t.addUser({ rights: ['people'] })
  expect((await t.call('GET', '/customers/', { token: people.token })).status).toBe(403)
  expect((await t.call('GET', `/customers/${buyer.id}/`, { token: admin.token })).status).toBe(404)
})
