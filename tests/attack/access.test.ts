import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/orders.ts'
import { multipart, orderBody, password, type TestUser } from '../server/harness.ts'
import { type AttackedShop, bodyOf, openAttackedShop } from './shop.ts'

const day = 24 * 60 * 60 * 1000

describe('access', () => {
  let t: AttackedShop
  let admin: TestUser
  let one: TestUser
  let other: TestUser
  let fish: { _id: string }
  let order: Order
  beforeAll(async () => {
    t = await openAttackedShop()
    admin = await t.addUser({ admin: true })
    one = await t.addUser({ email: 'one@example.org' })
    other = await t.addUser({ email: 'other@example.org' })
    fish = await t.addFish()
    order = await t.newOrder(one, fish)
  })
  afterAll(() => t.close())

  it('shows an order to its buyer and to administrators, and hides even its existence from others', async () => {
    const path = `/orders/${order._id}/`
    const asked = [one, admin, other, undefined].map((who) => t.statusOf('GET', path, { token: who?.token }))
    expect(await Promise.all(asked)).toEqual([200, 200, 404, 401])
    const hidden = await t.call('GET', path, { token: other.token })
    const unknown = await t.call('GET', `/orders/${v7()}/`, { token: other.token })
    expect(hidden.text).toBe(unknown.text)
  })

  it('shows a user nobody else, and never a password', async () => {
    const path = `/users/${other.id}`
    expect(await t.statusOf('GET', path, { token: one.token })).toBe(404)
    expect(await t.statusOf('GET', path)).toBe(401)
    for (const who of [other, admin]) {
      const answer = await t.call('GET', path, { token: who.token })
      expect([answer.status, Object.keys(bodyOf(answer)).sort()]).toEqual([
        200,
        ['_id', 'email', 'isAdmin', 'name', 'rights'],
      ])
      expect(answer.text).not.toMatch(/argon|password|hash/i)
    }
  })

  it('changes nobody else by a profile with their id', async () => {
    const body = { id: other.id, name: 'Taken over', email: 'taken@example.org' }
    expect(await t.statusOf('PUT', '/users/profile/update/', { token: one.token, body })).toBe(403)
    const { json } = await t.call('GET', `/users/${other.id}`, { token: admin.token })
    expect(json).toMatchObject({ name: other.name, email: other.email })
    // under names that are no fields it is nobody's id, and the profile is one's own
    const body2 = { _id: other.id, user: other.id, name: one.name, email: one.email }
    const own = await t.call('PUT', '/users/profile/update/', { token: one.token, body: body2 })
    expect(bodyOf<{ data: object }>(own).data).toMatchObject({ _id: one.id })
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

  it('takes no rights and no inner fields from a body', async () => {
    const forged = {
      isAdmin: true,
      is_admin: 1,
      rights: ['shop'],
      is_staff: true,
      _id: v7(),
      id: undefined,
      token: 'x',
      rating: 5,
    }
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

  it('keeps the demoted, the deleted and the logged-out out at once', async () => {
    const second = await t.addUser({ admin: true })
    expect(await t.statusOf('GET', '/orders/', { token: second.token })).toBe(200)
    const demoted = { name: second.name, email: second.email, isAdmin: false }
    await t.call('PUT', `/users/update/${second.id}/`, { token: admin.token, body: demoted })
    expect(await t.statusOf('GET', '/orders/', { token: second.token })).toBe(403)
    await t.call('DELETE', `/users/delete/${second.id}/`, { token: admin.token })
    for (const path of ['/orders/', '/orders/myorders/', `/users/${second.id}`, `/orders/${order._id}/`]) {
      const { status, json } = await t.call('GET', path, { token: second.token })
      expect([status, bodyOf<{ type: string }>({ json } as never).type]).toEqual([401, 'about:quayside/account-gone'])
    }
    expect(await t.statusOf('POST', '/orders/add/', { token: second.token, body: orderBody([fish]) })).toBe(401)
    const third = await t.addUser()
    expect(await t.statusOf('POST', '/users/logout/', { token: third.token })).toBe(204)
    expect(await t.statusOf('GET', '/orders/myorders/', { token: third.token })).toBe(401)
  })

  it('ends the other sessions of a person who changes the password', async () => {
    const user = await t.addUser({ email: 'twice@example.org' })
    const login = await t.call('POST', '/users/login/', { body: { username: user.email, password } })
    const { token } = bodyOf<{ data: { token: string } }>(login).data
    const body = { name: user.name, email: user.email, password: 'another password' }
    const changed = await t.call('PUT', '/users/profile/update/', { token, body })
    const saved = bodyOf<{ data: { token: string } }>(changed).data.token
    expect(await t.statusOf('GET', '/orders/myorders/', { token: user.token })).toBe(401)
    expect(await t.statusOf('GET', '/orders/myorders/', { token: saved })).toBe(200)
    const old = { body: { username: user.email, password } }
    expect(await t.statusOf('POST', '/users/login/', old)).toBe(401)
  })

  it('shows and ends nobody else’s sessions, by no id that it gives out', async () => {
    type Sessions = { _id: string; isCurrent: boolean }[]
    const user = await t.addUser({ email: 'devices@example.org' })
    const own = await t.call('GET', '/users/sessions/', { token: user.token })
    const [session] = bodyOf<Sessions>(own)
    expect(own.text).not.toContain(user.token)
    const hashes = await t.db.query
      .selectFrom('login_session')
      .select('token_hash')
      .where('account_id', '=', user.id)
      .execute()
    expect(hashes).toHaveLength(1)
    for (const { token_hash } of hashes) {
      expect(own.text).not.toContain(token_hash)
      expect(await t.statusOf('DELETE', `/users/sessions/${token_hash}/`, { token: user.token })).toBe(404)
    }
    for (const who of [one, admin]) {
      const list = await t.call('GET', `/users/sessions/?user=${user.id}`, { token: who.token })
      expect(list.text).not.toContain(session?._id)
      expect(await t.statusOf('DELETE', `/users/sessions/${session?._id}/`, { token: who.token })).toBe(404)
    }
    expect(await t.statusOf('GET', '/orders/myorders/', { token: user.token })).toBe(200)
  })

  it('gives out and deletes the account of the token alone, though the request names another', async () => {
    const user = await t.addUser({ email: 'leaving@example.org' })
    await t.newOrder(user, fish)
    const data = await t.call('GET', `/users/data/?user=${one.id}&id=${one.id}`, { token: user.token })
    expect(bodyOf<{ account: object }>(data).account).toMatchObject({ _id: user.id })
    expect(data.text).not.toMatch(/one@example\.org|argon|hash|token/i)
    const forged = { password, id: one.id, _id: one.id, user: one.id, email: one.email }
    expect(await t.statusOf('POST', '/users/delete-account/', { body: forged })).toBe(401)
    const wrong = { ...forged, password: 'not the password' }
    expect(await t.statusOf('POST', '/users/delete-account/', { token: user.token, body: wrong })).toBe(409)
    expect(await t.statusOf('POST', '/users/delete-account/', { token: user.token, body: forged })).toBe(204)
    expect(await t.statusOf('GET', '/orders/myorders/', { token: user.token })).toBe(401)
    expect(await t.statusOf('GET', '/orders/myorders/', { token: one.token })).toBe(200)
  })

  it('forgets a token after 30 days without use', async () => {
    const user = await t.addUser()
    t.clock.pass(29 * day)
    expect(await t.statusOf('GET', '/orders/myorders/', { token: user.token })).toBe(200)
    t.clock.pass(29 * day)
    expect(await t.statusOf('GET', '/orders/myorders/', { token: user.token })).toBe(200)
    t.clock.pass(31 * day)
    expect(await t.statusOf('GET', '/orders/myorders/', { token: user.token })).toBe(401)
  })
})

describe('the last administrator', () => {
  let t: AttackedShop
  beforeAll(async () => {
    t = await openAttackedShop()
  })
  afterAll(() => t.close())
  const admins = async () =>
    (await t.db.query.selectFrom('account').select('id').where('rights', 'like', '%shop%').execute()).length

  it('can neither leave nor give the right away', async () => {
    const only = await t.addUser({ admin: true })
    const body = { name: only.name, email: only.email, isAdmin: false }
    expect(await t.statusOf('DELETE', `/users/delete/${only.id}/`, { token: only.token })).toBe(409)
    expect(await t.statusOf('PUT', `/users/update/${only.id}/`, { token: only.token, body })).toBe(409)
    expect(await admins()).toBe(1)
    await t.db.query.deleteFrom('account').execute()
  })

  it('is left, a hundred times, when two of them remove each other at the same moment', async () => {
    for (let round = 0; round < 100; round++) {
      const [a, b] = [await t.addUser({ admin: true }), await t.addUser({ admin: true })]
      const demote = { name: a.name, email: a.email, isAdmin: false }
      const answers = await Promise.all([
        round % 2
          ? t.statusOf('DELETE', `/users/delete/${a.id}/`, { token: b.token })
          : t.statusOf('PUT', `/users/update/${a.id}/`, { token: b.token, body: demote }),
        t.statusOf('DELETE', `/users/delete/${b.id}/`, { token: a.token }),
      ])
      expect([round, await admins()]).toEqual([round, 1])
      for (const status of answers) expect([200, 204, 401, 403, 409]).toContain(status)
      await t.db.query.deleteFrom('account').execute()
    }
  })
})

describe('tokens and methods', () => {
  let t: AttackedShop
  let user: TestUser
  let fish: { _id: string }
  beforeAll(async () => {
    t = await openAttackedShop()
    user = await t.addUser()
    fish = await t.addFish()
  })
  afterAll(() => t.close())

  it('takes nothing but a whole token that it gave itself', async () => {
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"isAdmin":true}').toString('base64url')}.`
    const wrong = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${Buffer.from('a:b').toString('base64')}`,
      `Bearer ${unsigned}`,
      `Bearer ${'x'.repeat(43)}`,
      `Bearer ${user.token.slice(0, -1)}`,
      `Bearer ${user.token}x`,
      `Bearer  ${user.token}`,
      `Bearer ${user.token}, Bearer ${user.token}`,
      `Bearer ${'x'.repeat(10_000)}`,
      `Bearer ${user.token}' or '1'='1`,
      [`Bearer ${user.token}`, `Bearer ${user.token}`],
    ]
    await t.call('GET', '/orders/myorders/', { token: user.token })
    for (const authorization of wrong) {
      const headers: Record<string, string | string[]> = authorization === undefined ? {} : { authorization }
      const { status, headers: said } = await t.call('GET', '/orders/myorders/', { headers })
      expect([authorization, status, said['www-authenticate']]).toEqual([authorization, 401, 'Bearer'])
    }
  })

  it('does by a method only what that method is for', async () => {
    for (const [method, path, status] of [
      ['PUT', '/fish/', 405],
      ['DELETE', '/orders/', 405],
      ['POST', `/fishes/${fish._id}`, 405],
      ['TRACE', '/fish/', 404],
      ['PATCH', '/users/', 405],
    ] as const) {
      const answer = await t.call(method, path, { token: user.token })
      expect([method, path, [status, 404, 405].includes(answer.status)]).toEqual([method, path, true])
    }
    const headers = { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' }
    expect(await t.statusOf('GET', `/fishes/${fish._id}`, { headers })).toBe(200)
    expect(await t.statusOf('GET', `/fishes/${fish._id}?_method=DELETE`)).toBe(200)
    expect(await t.statusOf('GET', `/fishes/${fish._id}`)).toBe(200)
  })

  it('uploads nothing for anybody but administrators, and writes nothing before it has asked', async () => {
    let stored = 0
    const { storePicture } = t.shop
    t.shop.storePicture = (bytes) => {
      stored += 1
      return storePicture(bytes)
    }
    const form = multipart({ fishe_id: fish._id, image: Buffer.from('not even a picture') })
    for (const [token, status] of [
      [undefined, 401],
      [user.token, 403],
    ] as const) {
      expect(await t.statusOf('POST', '/fishes/upload/', { token, ...form })).toBe(status)
    }
    expect(stored).toBe(0)
    const admin = await t.addUser({ admin: true })
    expect(await t.statusOf('POST', '/fishes/upload/', { token: admin.token, ...form })).toBe(422)
    expect(stored).toBe(1)
  })

  it('gives ids that tell nothing about the next one', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await t.newOrder(user, fish))._id))
    const tails = ids.map((id) => id.replaceAll('-', '').slice(13))
    expect(new Set(tails.map((tail) => tail.slice(3, 15))).size).toBe(20)
  })
})
