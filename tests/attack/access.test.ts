import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import type { Order } from '../../contract/orders.ts'
import { orderBody, password } from '../server/harness.ts'
import { bodyOf, openAttackedShop } from './shop.ts'

const t = await openAttackedShop()
afterAll(() => t.close())
const [one, other] = [await t.addUser(), await t.addUser({ email: 'other@example.org' })]
const fish = await t.addFish()

it('hides even the existence of an order from others', async () => {
  const { _id } = await t.newOrder(one, fish)
  const [hidden, unknown] = [_id, v7()].map((id) => t.call('GET', `/orders/${id}/`, { token: other.token }))
  expect(await hidden).toMatchObject({ status: 404, text: (await unknown)?.text })
})

it('writes an order to the account of the token, though the body names another', async () => {
  const before = await t.call('GET', '/orders/myorders/', { token: other.token })
  const forged = { user: other.id, user_id: other.id, buyer_id: other.id, userEmail: other.email, _id: v7() }
  const made = await t.call('POST', '/orders/add/', { token: one.token, body: { ...orderBody([fish]), ...forged } })
  const { data } = bodyOf<{ data: Order }>(made)
  expect(data.user).toEqual({ _id: one.id, name: one.name, email: one.email })
  expect(data._id).not.toBe(forged._id)
  expect((await t.call('GET', '/orders/myorders/', { token: other.token })).text).toBe(before.text)
})

it('writes down a request for another person by the right to orders alone, and makes no account without it', async () => {
  const colleague = await t.addUser({ rights: ['products', 'people', 'shop'] })
  const people = async () => (await t.db.query.selectFrom('account').select('id').execute()).length
  const before = await people()
  const own = await t.call('GET', '/orders/myorders/', { token: other.token })
  const customers = [other.id, { name: 'Mallory' }, { name: 'Mallory', email: other.email, invite: true }, v7()]
  for (const customer of customers) {
    const body = { ...orderBody([fish]), for: customer }
    const send = (token?: string) => t.statusOf('POST', '/orders/add/', { body, ...(token && { token }) })
    expect([await send(), await send(one.token), await send(colleague.token)]).toEqual([401, 403, 403])
  }
  expect([await people(), (await t.call('GET', '/orders/myorders/', { token: other.token })).text]).toEqual([
    before,
    own.text,
  ])
})

it('takes no rights and no inner fields from a body', async () => {
  const rights = { isAdmin: true, is_admin: 1, rights: ['shop'], is_staff: true }
  const forged = { ...rights, _id: v7(), user: other.id, token: 'x', rating: 5 }
  const person = { name: 'Mallory', email: 'mallory@example.org', password }
  const registered = await t.call('POST', '/users/register/', { body: { ...person, ...forged } })
  const { data } = bodyOf<{ data: { _id: string; isAdmin: boolean; token: string } }>(registered)
  expect([registered.status, data.isAdmin, data._id === forged._id]).toEqual([201, false, false])
  const profile = { name: 'Mallory', email: person.email, ...forged, created_at: '1999', password_hash: 'x' }
  const changed = await t.call('PUT', '/users/profile/update/', { token: data.token, body: profile })
  expect(changed.json).toMatchObject({ data: { isAdmin: false, rights: [], _id: data._id } })
  expect(await t.statusOf('GET', '/users/', { token: data.token })).toBe(403)
  const rated = { rating: 5, comment: 'good', _id: v7(), name: 'The Shop', created_at: '1999' }
  const review = await t.call('POST', `/fishes/${fish._id}/reviews/`, { token: data.token, body: rated })
  expect(review.json).toMatchObject({ name: 'Mallory' })
  expect(review.text).not.toContain('"1999')
  const item = { fishe: fish._id, qty: 1, name: 'Caviar', image: 'https://evil.example/x.png', price: 0 }
  const body = { ...orderBody([fish]), orderItems: [item], reference: 'Q-0000-0000', created_at: '1999' }
  const bought = await t.call('POST', '/orders/add/', { token: data.token, body })
  expect(bought.text).not.toMatch(/Caviar|evil|Q-0000-0000|"1999/)
})

it.each(['/orders/myorders/', '/live/'])(
  '%s takes nothing but a whole token that the shop gave itself',
  async (path) => {
    const { token } = one
    const unsigned = ['{"alg":"none"}', '{"isAdmin":true}']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.')
    const wrong = ['', `${unsigned}.`, 'x', 'x'.repeat(43), token.slice(0, -1), `${token}x`, ` ${token}`]
    const odd = [`${token}, Bearer ${token}`, 'x'.repeat(10_000), `${token}' or '1'='1`]
    const bearers = [...wrong, ...odd].map((text) => `Bearer ${text}`)
    const basic = `Basic ${Buffer.from('a:b').toString('base64')}`
    expect(await t.statusOf('GET', path, { token })).toBe(200)
    const twice = [`Bearer ${token}`, `Bearer ${token}`]
    for (const authorization of [...bearers, basic, `Basic ${token}`, '', 'Bearer', twice]) {
      const { status, headers } = await t.call('GET', path, {
        headers: { authorization } as Record<string, string | string[]>,
      })
      expect([authorization, status, headers['www-authenticate']]).toEqual([authorization, 401, 'Bearer'])
      expect(headers.vary).toContain('Authorization')
    }
    expect(await t.statusOf('GET', `${path}?token=${token}&access_token=${token}`)).toBe(401)
  },
)
