import { afterAll, expect, it } from 'vitest'
import { normaliseText, searchTerms } from '../../../contract/catalogue-query.ts'
import { seedInto } from '../../support/seed-many.ts'
import { openTestShop, orderBody } from '../harness.ts'

/** More rows than an index lookup returns, so that some keywords use the index and others do not. */
const orders = 4000

const t = await openTestShop()
await seedInto(t.db, { products: 60, orders })
const admin = await t.addUser({ admin: true, name: 'Admin' })
afterAll(() => t.close())
const ask = async (list: 'orders' | 'users', query: Record<string, string>) => {
  const { json, headers } = await t.call('GET', `/${list}/`, { token: admin.token, query })
  return { ids: json.map(({ _id }: { _id: string }) => _id) as string[], total: Number(headers['x-total-count']) }
}

/** The orders with what a reader would look for, from the tables themselves and not from the column for searching. */
const ordersWithTexts = async () => {
  const all = await t.db.query
    .selectFrom('shop_order')
    .select(['id', 'created_at', 'reference', 'buyer_name', 'buyer_email', 'city', 'country'])
    .execute()
  const items = await t.db.query.selectFrom('order_item').selectAll().execute()
  const names = new Map<string, string[]>()
  for (const { order_id, name, name_fr, name_es, code } of items)
    names.set(order_id, [...(names.get(order_id) ?? []), name, name_fr, name_es, code])
  return all.map(({ id, created_at, ...order }) => {
    const texts = [id, ...Object.values(order), ...(names.get(id) ?? [])]
    return { id, created_at, text: texts.map((each) => normaliseText(each)).join('\n') }
  })
}

const texts = ordersWithTexts()

it.each(['orders', 'users'] as const)('%s have a last page that is not full', async (list) => {
  const { total } = await ask(list, { page: '1', per_page: '1' })
  const size = [2, 3, 5, 7].find((each) => total % each !== 0) ?? 1
  const pages = Math.ceil(total / size)
  const last = await ask(list, { page: String(pages), per_page: String(size) })
  expect(last.ids).toHaveLength(total % size)
  expect(await ask(list, { page: String(pages + 5), per_page: String(size) })).toEqual(last)
})

it.each([
  'buyer42',
  'buyer 42',
  'YER42',
  'r42@ex',
  'q-',
  'r4',
  '42',
  'buyer',
  'zzzz',
  '%',
  '"',
  '" OR "',
  'buyer42 9',
  '',
])('finds the orders that contain "%s", newest first', async (keyword) => {
  const expected = (await texts)
    .filter(({ text }) => searchTerms(keyword).every((term) => text.includes(term)))
    .sort((a, b) => (a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? 1 : -1))
    .map(({ id }) => id)
  const first = await ask('orders', { keyword, page: '1', per_page: '20' })
  expect(first).toEqual({ ids: expected.slice(0, 20), total: expected.length })
  const last = Math.max(1, Math.ceil(expected.length / 20))
  const { ids } = await ask('orders', { keyword, page: '9999', per_page: '20' })
  expect(ids).toEqual(expected.slice((last - 1) * 20))
})

it('finds an order by each of its texts, and an account by name and e-mail', async () => {
  const buyer = await t.addUser({ name: 'Zacharias Quint' })
  const fish = await t.addFish({
    ...{ trade_name: 'Wolffish', trade_name_fr: 'Loupzzz', trade_name_es: 'Lobozzz', code: 'WO-991' },
  })
  const body = orderBody([fish as { _id: string }])
  const shippingAddress = { ...body.shippingAddress, city: 'Querqueville', country: 'Zemblanien' }
  const { json } = await t.call('POST', '/orders/add/', { token: buyer.token, body: { ...body, shippingAddress } })
  const { _id, reference } = json.data
  const texts = [reference, _id, 'zacharias', buyer.email, 'querqueville', 'zemblanien']
  for (const keyword of [...texts, 'wolffish', 'loupzzz', 'lobozzz', 'wo-991'])
    expect(await ask('orders', { keyword }), keyword).toEqual({ ids: [_id], total: 1 })
  for (const keyword of ['zacharias', 'QUINT', buyer.email])
    expect(await ask('users', { keyword }), keyword).toEqual({ ids: [buyer.id], total: 1 })
  await t.call('DELETE', `/orders/delete/${_id}/`, { token: admin.token })
})

it('finds the current state of orders and accounts', async () => {
  const buyer = await t.addUser({ name: 'Quirina Vandersloot' })
  const fish = await t.addFish()
  const { json } = await t.call('POST', '/orders/add/', {
    token: buyer.token,
    body: orderBody([fish as { _id: string }]),
  })
  expect(await ask('orders', { keyword: 'vandersloot' })).toEqual({ ids: [json.data._id], total: 1 })
  expect(await ask('users', { keyword: 'quirina' })).toEqual({ ids: [buyer.id], total: 1 })

  const body = { name: 'Philomène Vandersloot', email: buyer.email, isAdmin: false }
  await t.call('PUT', `/users/update/${buyer.id}/`, { token: admin.token, body })
  expect((await ask('users', { keyword: 'quirina' })).total).toBe(0)
  expect((await ask('users', { keyword: 'philomene' })).ids).toEqual([buyer.id])

  await t.call('DELETE', `/orders/delete/${json.data._id}/`, { token: admin.token })
  await t.call('DELETE', `/users/delete/${buyer.id}/`, { token: admin.token })
  expect((await ask('orders', { keyword: 'vandersloot' })).total).toBe(0)
  expect((await ask('users', { keyword: 'vandersloot' })).total).toBe(0)
})
