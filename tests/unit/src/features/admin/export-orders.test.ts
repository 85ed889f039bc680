import { expect, test } from 'vitest'
import type { Order } from '../../../../../contract/orders.ts'
import { createApi } from '../../../../../src/api/client.ts'
import { exportOrders, ordersCsv } from '../../../../../src/features/admin/export-orders.ts'
import { fakeServer, refusal, type Saying } from '../../../../support/fake-server.ts'
import { offer, orderWith } from '../../../../support/some-orders.ts'

const order = (n: number): Order => ({
  _id: `0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`,
  reference: `Q-0000-${String(n).padStart(4, '0')}`,
  created_at: '2026-01-02T03:04:05.000Z',
  user: { _id: 'u', name: 'Awa', email: 'awa@example.com' },
  shippingAddress: { phone: '+33', address: 'Quai, 1', city: 'Brest', postalCode: '29200', country: 'France' },
  orderItems: [
    { fishe: 'a', name: 'Hake', name_fr: '', name_es: '', image: '', qty: 2.5 },
    { fishe: 'b', name: 'Cod', name_fr: '', name_es: '', image: '', qty: 1 },
  ],
  wishes: {},
  state: 'requested',
  version: 0,
  events: [],
})

function run(saying: Saying, keyword = '') {
  const server = fakeServer({ 'GET /orders/': saying })
  const api = createApi({ baseUrl: 'http://shop.test', token: () => 'token', fetch: server.fetch })
  const progress: string[] = []
  const made = exportOrders({
    api,
    keyword,
    signal: new AbortController().signal,
    onProgress: (done, of) => progress.push(`${done}/${of}`),
  })
  return { made, server, progress }
}

test('an order has one line per product, with its data repeated', () => {
  expect(
    ordersCsv([order(7)])
      .split('\r\n')
      .slice(1),
  ).toEqual([
    'Q-0000-0007,0190a1b2-0000-7000-8000-000000000007,2026-01-02T03:04:05.000Z,requested,,,Awa,awa@example.com,\'+33,"Quai, 1",Brest,29200,France,Hake,2.5',
    'Q-0000-0007,0190a1b2-0000-7000-8000-000000000007,2026-01-02T03:04:05.000Z,requested,,,Awa,awa@example.com,\'+33,"Quai, 1",Brest,29200,France,Cod,1',
    '',
  ])
})

test('a total is a number in major units', () => {
  const totals = (['EUR', 'XOF', 'KWD'] as const).map((currency) => {
    const thread = orderWith([{ kind: 'offer', side: 'shop', offer: offer({ currency }) }])
    return ordersCsv([thread]).split('\r\n')[1]?.split(',').slice(4, 6)
  })
  expect(totals).toEqual([
    ['EUR', '3700'],
    ['XOF', '370000'],
    ['KWD', '370'],
  ])
})

test('all pages of the search are fetched; an order that moves to the next page appears once', async () => {
  const pages = [Array.from({ length: 100 }, (_, n) => order(n)), [order(99), order(100), order(101)]]
  const { made, server, progress } = run(({ path }) => {
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page'))
    return { body: pages[page - 1], headers: { 'x-total-count': '102' } }
  }, 'awa')
  const lines = String(await made)
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(1 + 2 * 102)
  expect(server.calls.map(({ path }) => path)).toEqual([
    '/orders/?page=1&per_page=100&keyword=awa',
    '/orders/?page=2&per_page=100&keyword=awa',
  ])
  expect(progress).toEqual(['100/102', '102/102'])
})

test('a server without paging is called once', async () => {
  const { made, server } = run({ body: [order(1), order(2)] })
  expect(String(await made).match(/Hake/g)).toHaveLength(2)
  expect(server.calls).toHaveLength(1)
})

test('a refusal is returned instead of an incomplete file', async () => {
  const { made } = run(refusal(403, 'forbidden'))
  expect(await made).toMatchObject({ status: 403, code: 'forbidden' })
})
