import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { rights } from '../../../contract/accounts.ts'
import { openTestShop, password } from '../harness.ts'

const t = await openTestShop()
afterAll(() => t.close())
const login = (username: unknown, pass: unknown) =>
  t.call('POST', '/users/login/', { body: { username, password: pass } })

it('returns the user and a valid token', async () => {
  const user = await t.addUser({ admin: true })
  const { status, json } = await login(` ${user.email.toUpperCase()} `, password)
  expect(status).toBe(200)
  expect(json).toEqual({
    data: { _id: user.id, name: user.name, email: user.email, isAdmin: true, rights, token: expect.any(String) },
  })
  expect((await t.call('GET', '/users/', { token: json.data.token })).status).toBe(200)
})

it('gives the same answer for an unknown address and a wrong password', async () => {
  const { email } = await t.addUser()
  const unknown = await login(`${v7()}@example.org`, 'wrong password')
  const wrong = await login(email, 'wrong password')
  expect([unknown.status, unknown.text]).toEqual([401, wrong.text])
  expect(wrong.status).toBe(401)
})

it.each([
  ['', password],
  ['x@example.org', ''],
  ['x@example.org', 'x'.repeat(129)],
  ['x@example.org', 5],
  [null, password],
  ['x@example.org', ['a']],
])('refuses %j with %j before it checks the password', async (username, pass) => {
  expect((await login(username, pass)).status).toBe(422)
})
