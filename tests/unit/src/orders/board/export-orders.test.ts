import { type MessageDescriptor, setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { type Locale, locales } from '../../../../../contract/locales.ts'
import type { Order } from '../../../../../contract/orders.ts'
import { csvText } from '../../../../../contract/texts/csv.ts'
import { createApi } from '../../../../../src/api/api-client.ts'
import { loadMessages } from '../../../../../src/i18n/locale.ts'
import { fetchOrders, inRange, orderRows } from '../../../../../src/orders/board/orders-export.tsx'
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
  const fetching = {
    signal: new AbortController().signal,
    onProgress: (done: number, of: number) => progress.push(`${done}/${of}`),
  }
  return { made: fetchOrders({ api, keyword }, fetching), server, progress }
}

/** The rows of the file as records by their titles, in English. */
function table(orders: Order[], locale: Locale = 'en') {
  const translate = ({ message = '' }: MessageDescriptor) => message
  const [titles = [], ...rows] = orderRows(orders, { locale, timeZone: 'Africa/Dakar', translate })
  return rows.map((row) => Object.fromEntries(row.map((value, at) => [String(titles[at]), value])))
}

test('the columns of the file have titles of their own in each language', async () => {
  for (const locale of locales) {
    const i18n = setupI18n({ locale, messages: { [locale]: await loadMessages(locale) } })
    const [titles = []] = orderRows([], { locale, timeZone: 'Africa/Dakar', translate: (text) => i18n._(text) })
    expect(new Set(titles).size).toBe(titles.length)
  }
})

const deal = () =>
  orderWith(
    [
      { kind: 'offer', side: 'shop', offer: offer({ currency: 'USD', place: 'Vigo' }) },
      {
        kind: 'offer',
        side: 'shop',
        at: '2026-06-11T23:30:00.000Z',
        offer: offer({
          lines: [
            { fishe: 'hake', qty: 1.25, price: 185_000 },
            { fishe: 'cod', qty: 3, price: null },
          ],
          charges: [
            { label: 'Insurance', amount: 12_050 },
            { label: '=Discount', amount: -5000 },
          ],
        }),
      },
      { kind: 'accept', side: 'buyer', at: '2026-06-12T00:10:00.000Z' },
    ],
    {
      orderItems: [
        {
          ...{ fishe: 'hake', name: 'Hake', name_fr: 'Merlu', name_es: 'Merluza', image: '', qty: 2 },
          ...{ code: 'HK-1', size: '2-4 kg', packing: '20 kg carton', glazing: 10 },
        },
        { fishe: 'cod', name: 'Cod', name_fr: 'Morue', name_es: 'Bacalao', image: '', qty: 3 },
      ],
    },
  )

test('an order has one row for each line and each charge, whose totals sum up to the offer’s', () => {
  const order = deal()
  const [hake, cod, insurance, discount, ...rest] = table([order])
  expect(rest).toEqual([])
  const shared = {
    ...{ Reference: order.reference, State: 'Accepted', Currency: 'EUR', 'Total of the offer': 2383 },
    ...{ 'Requested on': { day: '2026-06-09' }, 'Offered on': { day: '2026-06-11' } },
    ...{ 'Accepted on': { day: '2026-06-12' }, 'Delivery term': 'FOB', Place: 'Dakar' },
    ...{ 'Valid until': { day: '2026-06-30' }, Buyer: 'Ann', Country: 'France' },
  }
  expect(hake).toMatchObject({
    ...shared,
    ...{ 'Article number': 'HK-1', 'Product or charge': 'Hake', Size: '2-4 kg', Packing: '20 kg carton' },
    ...{ 'Glazing (%)': 10, 'Asked (t)': 2, 'Offered (t)': 1.25, 'Price per tonne': 1850, 'Line total': 2312.5 },
  })
  expect(cod).toMatchObject({ ...shared, 'Asked (t)': 3, 'Offered (t)': '', 'Price per tonne': '', 'Line total': '' })
  expect(insurance).toMatchObject({ ...shared, 'Product or charge': 'Insurance', 'Asked (t)': '', 'Line total': 120.5 })
  expect(discount).toMatchObject({ ...shared, 'Product or charge': '=Discount', 'Line total': -50 })
  const sum = [hake, cod, insurance, discount].reduce((all, row) => all + Number(row?.['Line total']), 0)
  expect(sum).toBe(2383)
  expect(csvText([['=Discount', -50]])).toContain("'=Discount,-50")
})

test('an alternative has a row of its own, and a line the price that the buyer asked for', () => {
  const order = deal()
  const [asked] = order.orderItems
  const current = order.events[1]?.offer
  if (!asked || typeof current !== 'object') throw new Error('the order has lines and an offer')
  const item = { ...asked, name: 'Octopus' }
  const line = { fishe: 'octopus', alternativeTo: 'cod', qty: 1, price: 400_000, total: 400_000, item }
  const offered = { ...current, lines: [...current.lines, line], total: current.total + 400_000 }
  const rows = table([
    {
      ...order,
      wishes: { currency: 'USD' },
      orderItems: order.orderItems.map((each) => (each === asked ? { ...each, target: 170_000 } : each)),
      events: order.events.map((event) => (event.seq === 2 ? { ...event, offer: offered } : event)),
    },
  ])
  expect(rows[0]).toMatchObject({ 'Target price': 1700, 'Currency of the target price': 'USD' })
  expect(rows[2]).toMatchObject({
    'Product or charge': 'Octopus',
    'Asked (t)': '',
    'Offered (t)': 1,
    'Target price': '',
  })
  expect(rows.reduce((all, row) => all + Number(row['Line total']), 0)).toBe(6383)
})

test('a request without an offer has its lines alone, in the reader’s language', () => {
  const [row, ...rest] = table([order(1)], 'fr')
  expect(rest).toHaveLength(1)
  expect(row).toMatchObject({ 'Asked (t)': 2.5, 'Offered (t)': '', 'Offered on': '', 'Valid until': '', Currency: '' })
  expect(table([deal()], 'fr')[0]).toMatchObject({ 'Product or charge': 'Merlu', Conditionnement: 'carton de 20 kg' })
})

test('a total is a number in major units', () => {
  const totals = (['EUR', 'XOF', 'KWD'] as const).map((currency) => {
    const thread = orderWith([{ kind: 'offer', side: 'shop', offer: offer({ currency }) }])
    return [currency, table([thread])[0]?.['Total of the offer']]
  })
  expect(totals).toEqual([
    ['EUR', 3700],
    ['XOF', 370000],
    ['KWD', 370],
  ])
})

test('a range has the orders of its days in the shop’s time zone, both included', () => {
  const times = ['2026-06-08T23:59:00Z', '2026-06-09T00:00:00Z', '2026-06-10T23:59:00Z', '2026-06-11T00:01:00Z']
  const orders = times.map((created_at) => orderWith([], { created_at }))
  const found = (from: string, to: string, zone = 'Africa/Dakar') =>
    inRange(orders, { from, to }, zone).map(({ created_at }) => times.indexOf(created_at))
  expect(found('', '')).toEqual([0, 1, 2, 3])
  expect(found('2026-06-09', '2026-06-10')).toEqual([1, 2])
  expect(found('2026-06-10', '')).toEqual([2, 3])
  expect(found('', '2026-06-08')).toEqual([0])
  expect(found('2026-06-09', '2026-06-09', 'Europe/Paris')).toEqual([0, 1])
})

test('all pages of the search are fetched; an order that moves to the next page appears once', async () => {
  const pages = [Array.from({ length: 100 }, (_, n) => order(n)), [order(99), order(100), order(101)]]
  const { made, server, progress } = run(({ path }) => {
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page'))
    return { body: pages[page - 1], headers: { 'x-total-count': '102' } }
  }, 'awa')
  const orders = await made
  expect('status' in orders ? [] : orders.map(({ _id }) => _id)).toEqual(
    Array.from({ length: 102 }, (_, n) => order(n)._id),
  )
  expect(server.calls.map(({ path }) => path)).toEqual([
    '/orders/?page=1&per_page=100&keyword=awa',
    '/orders/?page=2&per_page=100&keyword=awa',
  ])
  expect(progress).toEqual(['100/102', '102/102'])
})

test('a server without paging is called once', async () => {
  const { made, server } = run({ body: [order(1), order(2)] })
  expect(await made).toHaveLength(2)
  expect(server.calls).toHaveLength(1)
})

test('a refusal is thrown in place of an incomplete file', async () => {
  const { made } = run(refusal(403, 'forbidden'))
  await expect(made).rejects.toMatchObject({ refusal: { status: 403, code: 'forbidden' } })
})
