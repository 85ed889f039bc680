import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { openTestShop, password, type TestUser } from '../harness.ts'

const t = await openTestShop()
let admin = await t.addUser({ admin: true, name: 'Zoé Admin' })
afterAll(() => t.close())
const register = (body: unknown) => t.call('POST', '/users/register/', { body })
const login = (username: string, pass = password) =>
  t.call('POST', '/users/login/', { body: { username, password: pass } })
const works = async (token: string) => (await t.call('GET', '/orders/myorders/', { token })).status === 200
const profile = (user: TestUser, change: Record<string, unknown>) =>
  t.call('PUT', '/users/profile/update/', {
    token: user.token,
    body: { name: user.name, email: user.email, ...change },
  })

it('registers a customer, whatever else is in the body', async () => {
  const more = { isAdmin: true, is_admin: 1, is_staff: true, _id: v7(), token: 'x', created_at: '1999' }
  const { status, json } = await register({ name: ' Ida ', email: 'Ida@Example.org ', password, ...more })
  expect(status).toBe(201)
  expect(json.data).toEqual({
    _id: expect.any(String),
    name: 'Ida',
    email: 'ida@example.org',
    isAdmin: false,
    rights: [],
    token: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(json.data._id).not.toBe(more._id)
  expect((await t.call('GET', '/users/', { token: json.data.token })).status).toBe(403)
})

it.each(['ANNA@example.org', ' anna@example.org', 'ａｎｎａ@example.org'])('knows %s as one mailbox', async (email) => {
  await register({ name: 'Anna', email: 'anna@example.org', password })
  const { status, json } = await register({ name: 'Anna', email, password })
  expect([status, json.type]).toEqual([409, 'about:quayside/email-taken'])
  expect(json.errors).toMatchObject([{ path: 'email', rule: 'alreadyUsed' }])
  expect((await login(email)).status).toBe(200)
})

it.each([
  [{ name: 'A', email: 'no address', password }, 'email'],
  [{ name: 'A', email: 'a\nb@example.org', password }, 'email'],
  [{ name: '   ', email: 'blank@example.org', password }, 'name'],
  [{ name: 'A', email: 'short@example.org', password: '12345' }, 'password'],
  [{ name: 'A', email: 'long@example.org', password: 'x'.repeat(129) }, 'password'],
  [{ name: 'x'.repeat(121), email: 'n@example.org', password }, 'name'],
  [{ name: 5, email: 'n@example.org', password }, 'name'],
  [{ email: 'n@example.org', password }, 'name'],
  [{ name: 'nul\0', email: 'n@example.org', password }, 'name'],
  [{ name: 'A', email: 'n@example.org', password: 'lone \ud800 half' }, 'password'],
])('refuses to register %j', async (body, path) => {
  const { status, json } = await register(body)
  expect([status, json.errors[0].path]).toEqual([422, path])
})

it('accepts passwords of 6 and of 128 characters unchanged', async () => {
  for (const pass of ['123456', ` ${'é'.repeat(126)} `]) {
    const email = `${v7()}@example.org`
    expect((await register({ name: 'P', email, password: pass })).status).toBe(201)
    expect((await login(email, pass)).status).toBe(200)
    expect((await login(email, pass.trim().slice(0, -1))).status).toBe(401)
  }
})

it('changes only one’s own profile', async () => {
  const [user, other] = [await t.addUser(), await t.addUser()]
  const changed = await profile(user, { id: user.id, name: 'Renamed', password: '', isAdmin: true })
  expect(changed.json.data).toEqual({
    _id: user.id,
    name: 'Renamed',
    email: user.email,
    isAdmin: false,
    rights: [],
    token: user.token,
  })
  const foreign = await profile(user, { id: other.id, name: 'Hacked' })
  expect(foreign.status).toBe(403)
  expect((await profile(user, { email: other.email })).status).toBe(409)
  expect((await profile(user, { email: 'x' })).status).toBe(422)
  const { json } = await t.call('GET', `/users/${other.id}`, { token: other.token })
  expect(json).toEqual({ _id: other.id, name: other.name, email: other.email, isAdmin: false, rights: [] })
})

it('ends all other sessions when the password changes', async () => {
  const user = await t.addUser()
  const second = (await login(user.email)).json.data.token
  expect((await profile(user, { password: 'another one' })).status).toBe(200)
  expect([await works(user.token), await works(second)]).toEqual([true, false])
  expect((await login(user.email)).status).toBe(401)
  expect((await login(user.email, 'another one')).status).toBe(200)
})

it('ends them as well when the e-mail address changes with the password', async () => {
  const user = await t.addUser()
  const second = (await login(user.email)).json.data.token
  expect((await profile(user, { email: `new.${user.email}`, password: 'another one' })).status).toBe(200)
  expect([await works(user.token), await works(second)]).toEqual([true, false])
})

it('ends a session at logout, after 30 days without use, and not before', async () => {
  const user = await t.addUser()
  expect((await t.call('POST', '/users/logout', { token: user.token })).status).toBe(204)
  expect(await works(user.token)).toBe(false)
  const day = 24 * 3600 * 1000
  const lasting = await t.addUser()
  t.clock.pass(29 * day)
  expect(await works(lasting.token)).toBe(true)
  t.clock.pass(29 * day)
  expect(await works(lasting.token)).toBe(true)
  t.clock.pass(30 * day + 1)
  const { status, json } = await t.call('GET', '/orders/myorders/', { token: lasting.token })
  expect([status, json.type]).toEqual([401, 'about:quayside/login-required'])
  admin = await t.addUser({ admin: true })
})

it('lists users for administrators, with a keyword without accents', async () => {
  const user = await t.addUser({ name: 'Žofie Nováková' })
  const found = await t.call('GET', '/users/', { token: admin.token, query: { keyword: 'novakova ZOFIE' } })
  expect(found.json).toEqual([
    { _id: user.id, name: user.name, email: user.email, isAdmin: false, rights: [], isConfirmed: false },
  ])
  expect(found.headers['x-total-count']).toBe('1')
  const all = await t.call('GET', '/users/', { token: admin.token })
  expect(Number(all.headers['x-total-count'])).toBe(all.json.length)
  expect(all.text).not.toContain('argon2')
  expect((await t.call('GET', '/users/?page=0', { token: admin.token })).status).toBe(400)
})

it('refuses a deleted user at once, and lets the address register again', async () => {
  const user = await t.addUser()
  expect((await t.call('DELETE', `/users/delete/${user.id}/`, { token: admin.token })).status).toBe(204)
  const { status, json } = await t.call('GET', '/orders/myorders/', { token: user.token })
  expect([status, json.type]).toEqual([401, 'about:quayside/account-gone'])
  expect((await register({ name: 'Again', email: user.email, password })).status).toBe(201)
  expect((await t.call('GET', '/orders/myorders/', { token: user.token })).status).toBe(401)
})
