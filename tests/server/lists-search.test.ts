import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchTerms } from '../../contract/catalogue-query.ts'
import { seedInto } from '../support/seed-many.ts'
import { dialects, openTestShop, orderBody, type TestShop, type TestUser } from './harness.ts'

/** More rows than an index lookup returns, so that some keywords use the index and others do not. */
const orders = 4000

describe.each(dialects)('keywords in admin lists on %s', (dialect) => {
  let t: TestShop
  let admin: TestUser
  beforeAll(async () => {
    t = await openTestShop(dialect)
    await seedInto(t.db, { products: 60, orders })
    admin = await t.addUser({ admin: true, name: 'Admin' })
  }, 60_000)
  afterAll(() => t.close())
  const ask = async (list: 'orders' | 'users', query: Record<string, string>) => {
    const { json, headers } = await t.call('GET', `/${list}/`, { token: admin.token, query })
    return { ids: json.map(({ _id }: { _id: string }) => _id) as string[], total: Number(headers['x-total-count']) }
  }

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
    const all = await t.db.query.selectFrom('shop_order').select(['id', 'search', 'created_at']).execute()
    const expected = all
      .filter(({ search }) => searchTerms(keyword).every((term) => search.includes(term)))
      .sort((a, b) => (a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? 1 : -1))
      .map(({ id }) => id)
    const first = await ask('orders', { keyword, page: '1', per_page: '20' })
    expect(first).toEqual({ ids: expected.slice(0, 20), total: expected.length })
    const last = Math.max(1, Math.ceil(expected.length / 20))
    const { ids } = await ask('orders', { keyword, page: '9999', per_page: '20' })
    expect(ids).toEqual(expected.slice((last - 1) * 20))
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
})
