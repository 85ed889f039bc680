import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { orderBody } from '../harness.ts'
import { openDeal } from './deal.ts'

const { t, buyer, admin, fish } = await openDeal({ admin: { name: 'Ana' } })
afterAll(() => t.close())

const write = (body: object, { token, key = v7() }: { token: string; key?: string } = admin) =>
  t.call('POST', '/orders/add/', { token, key, body: { ...orderBody([fish]), ...body } })

it('staff write down the request of a customer, in whose lists it is', async () => {
  const { json, status } = await write({ for: buyer.id })
  expect([status, json.data]).toMatchObject([201, { user: { _id: buyer.id, name: buyer.name }, writtenBy: 'Ana' }])
  const own = (await t.call('GET', '/orders/myorders/', { token: buyer.token })).json.data
  expect(own.map(({ _id }: { _id: string }) => _id)).toEqual([json.data._id])
  expect((await t.call('GET', '/orders/myorders/', { token: admin.token })).json.data).toEqual([])
})

it('nobody else may, and an unknown customer is named', async () => {
  const other = await t.addUser()
  expect((await write({ for: buyer.id }, other)).status).toBe(403)
  expect((await write({ for: { name: 'Ada' } }, other)).status).toBe(403)
  expect((await write({ for: v7() })).json.errors).toMatchObject([{ path: 'for', rule: 'allowedValue' }])
  // one's own request needs no right
  expect((await write({ for: other.id }, other)).status).toBe(201)
})

it('a new customer is made once, with the account of the address if there is one', async () => {
  const key = v7()
  const body = { for: { name: 'Ada Boss', email: 'ada@example.org', invite: true } }
  const first = (await write(body, { ...admin, key })).json.data
  expect((await write(body, { ...admin, key })).json.data).toEqual(first)
  const second = (await write({ for: { name: 'Ada B.', email: 'ADA@example.org' } })).json.data
  expect([first.user.email, second.user._id]).toEqual(['ada@example.org', first.user._id])
  expect((await write({ for: { name: 'Old', email: buyer.email } })).json.data.user._id).toBe(buyer.id)
  // nobody can log in before a password was chosen
  const login = { username: 'ada@example.org', password: '' }
  for (const password of ['', 'password'])
    expect((await t.call('POST', '/users/login/', { body: { ...login, password } })).status).toBeGreaterThanOrEqual(400)
})

it('a customer without an address gets no mail', async () => {
  const { user } = (await write({ for: { name: 'At the quay' } })).json.data
  expect(user.email).toMatch(/@no-mail\.invalid$/)
  const rows = await t.db.query.selectFrom('outbox').select('target').execute()
  expect(rows.map(({ target }) => target).filter((target) => target.endsWith('.invalid'))).toEqual([])
})
