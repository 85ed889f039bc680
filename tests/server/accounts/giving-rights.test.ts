import { afterAll, expect, it } from 'vitest'
import { type Right, rights } from '../../../contract/accounts.ts'
import { enqueue } from '../../../server/outbox/outbox-queue.ts'
import { loginAgain, openTestShop, password, type TestUser } from '../harness.ts'

const t = await openTestShop()
const boss = await t.addUser({ admin: true })
afterAll(() => t.close())
const update = (by: TestUser, { id: _id, name, email }: TestUser, change: object) =>
  t.call('PUT', `/users/update/${_id}/`, { token: by.token, body: { _id, name, email, ...change } })
const read = async ({ id, token }: TestUser) => (await t.call('GET', `/users/${id}`, { token })).json

it('makes an administrator of whoever has one of them, in every answer', async () => {
  let user = await t.addUser()
  const given = await update(boss, user, { rights: ['shop', 'orders'] })
  expect(given.json).toMatchObject({ isAdmin: true, rights: ['orders', 'shop'] })
  user = await loginAgain(t, user)
  const login = await t.call('POST', '/users/login/', { body: { username: user.email, password } })
  expect(login.json.data).toMatchObject({ isAdmin: true, rights: ['orders', 'shop'] })
  expect(await read(user)).toMatchObject({ isAdmin: true, rights: ['orders', 'shop'] })
  const listed = (await t.call('GET', '/users/', { token: boss.token })).json
  expect(listed).toContainEqual(expect.objectContaining({ _id: user.id, rights: ['orders', 'shop'] }))
  const { name, email, token } = user
  const profile = await t.call('PUT', '/users/profile/update/', { token, body: { name, email } })
  expect(profile.json.data.rights).toEqual(['orders', 'shop'])
})

const some: Right[] = ['products']
it.each<[object, Right[], Right[]]>([
  [{ isAdmin: true }, [], [...rights]],
  [{ isAdmin: false }, [], []],
  [{ isAdmin: true }, some, some],
  [{ isAdmin: false }, some, []],
  [{ rights: ['people'] }, some, ['people']],
  [{ isAdmin: true, rights: ['people'] }, some, ['people']],
  [{ isAdmin: true, rights: [] }, some, []],
  [{}, some, some],
])('understands %j of somebody with %j', async (change, before, expected) => {
  const user = await t.addUser({ rights: before })
  expect((await update(boss, user, change)).json.rights).toEqual(expected)
  expect(await read(await loginAgain(t, user))).toMatchObject({ isAdmin: expected.length > 0, rights: expected })
})

it.each([[['all']], [['shop', 'shop']], ['shop'], [{ shop: true }], [[...rights, 'orders']]])(
  'refuses the rights %j',
  async (wrong) => {
    const user = await t.addUser()
    expect((await update(boss, user, { rights: wrong })).status).toBe(422)
  },
)

it('needs the right to all of the shop', async () => {
  const user = await t.addUser()
  const clerk = await t.addUser({ rights: ['orders', 'products', 'people'] })
  expect((await update(clerk, user, { name: 'Renamed', isAdmin: false })).status).toBe(200)
  for (const change of [{ isAdmin: true }, { rights: ['people'] }, { rights: ['shop'] }])
    expect((await update(clerk, user, change)).status).toBe(403)
  for (const change of [{ isAdmin: false }, { rights: ['people'] }, { rights: ['shop'] }])
    expect((await update(clerk, clerk, change)).status).toBe(403)
  expect(await read(user)).toMatchObject({ name: 'Renamed', rights: [] })
  for (const unchanged of [{}, { isAdmin: true }])
    expect((await update(clerk, clerk, { name: 'My own name', ...unchanged })).status).toBe(200)
})

it('lets nobody get at another administrator by a link, an address or a deletion', async () => {
  const clerk = await t.addUser({ rights: ['people'] })
  const other = await t.addUser({ rights: ['orders'] })
  const tries = [
    await t.call('POST', `/users/${other.id}/reset-link/`, { token: clerk.token }),
    await update(clerk, other, { email: 'mine@example.org' }),
    await t.call('DELETE', `/users/delete/${other.id}/`, { token: clerk.token }),
  ]
  expect(tries.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(await read(other)).toMatchObject({ email: other.email, rights: ['orders'] })
  const customer = await t.addUser()
  const link = await t.call('POST', `/users/${customer.id}/reset-link/`, { token: clerk.token })
  expect(link.status).toBe(201)
  await update(boss, customer, { rights: ['shop'] })
  const body = { token: link.json.token, password: 'taken over' }
  expect((await t.call('POST', '/users/reset/', { body })).json.type).toMatch(/link-used|link-unknown/)
})

it('lets nobody hand out a right that they do not have: by a grant, a key, a webhook, an address or a link', async () => {
  const clerk = await t.addUser({ rights: ['people', 'shop'] })
  const [customer, all] = [await t.addUser(), await t.addUser({ admin: true })]
  const token = clerk.token
  const hook = { url: 'https://erp.example/', events: ['order.created'] }
  const { _id } = (await t.call('POST', '/webhooks/', { token: boss.token, body: hook })).json
  const tries = [
    await update(clerk, clerk, { rights }),
    await update(clerk, clerk, { rights: ['people', 'shop', 'orders'] }),
    await update(clerk, customer, { isAdmin: true }),
    await update(clerk, customer, { rights: ['orders'] }),
    await update(clerk, all, { email: 'mine@example.org' }),
    await t.call('POST', `/users/${all.id}/reset-link/`, { token }),
    await t.call('POST', '/keys/', { token, body: { name: 'ERP', rights: ['orders'], readOnly: true } }),
    await t.call('POST', '/keys/', { token, body: { name: 'ERP', rights: ['shop', 'products'] } }),
    await t.call('POST', '/invitations/', { token, body: { rights: ['orders'] } }),
    await t.call('POST', '/webhooks/', { token, body: hook }),
    await t.call('PUT', `/webhooks/${_id}/`, {
      token,
      body: { ...hook, events: ['order.created', 'order.changed'] },
    }),
    await t.call('PUT', `/webhooks/${_id}/`, {
      token,
      body: { url: 'https://mine.example/', events: ['stock.changed'] },
    }),
  ]
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 403))
  // what was taken from a webhook may still be stored for it
  await t.call('PUT', `/webhooks/${_id}/`, { token, body: { ...hook, events: ['stock.changed'] } })
  await enqueue(t.shop, t.db, { kind: 'webhook', target: _id, event: 'order.created', payload: '{}' })
  const moved = { url: 'https://mine.example/', events: ['stock.changed'] }
  expect((await t.call('PUT', `/webhooks/${_id}/`, { token, body: moved })).status).toBe(403)
  const given = [
    await update(clerk, customer, { rights: ['people', 'shop'] }),
    await update(clerk, all, { rights: ['shop'] }),
    await t.call('POST', '/keys/', { token, body: { name: 'ERP', rights: ['people'] } }),
    await t.call('POST', '/webhooks/', { token, body: { ...hook, events: ['stock.changed', 'message.created'] } }),
  ]
  expect(given.map(({ status }) => status)).toEqual([200, 200, 201, 201])
})

it('lets nobody give rights to themselves, not even those that they have just given up', async () => {
  const own = await t.addUser({ admin: true })
  expect((await update(own, own, { rights: ['people', 'shop'] })).status).toBe(200)
  expect((await update(own, own, { rights: ['people', 'shop', 'orders'] })).status).toBe(403)
  expect((await update(own, own, { isAdmin: true, rights })).status).toBe(403)
})

it('ends all sessions of who gains a right, and none of who only loses one', async () => {
  const user = await t.addUser()
  const clerk = await t.addUser({ rights: ['people'] })
  const { json } = await t.call('POST', `/users/${user.id}/reset-link/`, { token: clerk.token })
  await t.call('POST', '/users/reset/', { body: { token: json.token, password } })
  const [theirs, own] = [await loginAgain(t, user), await loginAgain(t, user)]
  await update(boss, user, { rights: ['orders', 'products'] })
  for (const { token } of [user, theirs, own]) expect((await t.call('GET', '/orders/', { token })).status).toBe(401)
  const fresh = await loginAgain(t, user)
  await update(boss, user, { rights: ['orders'] })
  expect((await t.call('GET', '/orders/', { token: fresh.token })).status).toBe(200)
})

it('leaves one with the right to the shop, though others have rights', async () => {
  const own = await openTestShop()
  const last = await own.addUser({ rights: ['shop', 'people'] })
  await own.addUser({ rights: ['orders', 'products', 'people'] })
  const path = `/users/update/${last.id}/`
  const { name, email, token } = last
  const answers = [
    await own.call('PUT', path, { token, body: { name, email, rights: ['people'] } }),
    await own.call('PUT', path, { token, body: { name, email, isAdmin: false } }),
    await own.call('DELETE', `/users/delete/${last.id}/`, { token }),
    await own.call('POST', '/users/delete-account/', { token, body: { password } }),
  ]
  expect(answers.map(({ json }) => json.type)).toEqual(Array(4).fill('about:quayside/last-admin'))
  const changed = await own.call('PUT', path, { token, body: { name, email, rights: ['shop'] } })
  expect(changed.json.rights).toEqual(['shop'])
  await own.close()
})

it('is in the log with the rights', async () => {
  const user = await t.addUser()
  await update(boss, user, { rights: ['orders'] })
  await update(boss, user, { rights: ['orders', 'people'] })
  await update(boss, user, { rights: ['people'] })
  const { json } = await t.call('GET', '/admin/log/', { token: boss.token })
  const own = json.filter(({ thing }: { thing: { _id: string } }) => thing._id === user.id)
  expect(own.map(({ kind }: { kind: string }) => kind)).toEqual(['rights-taken', 'rights-given', 'rights-given'])
  expect(own[0].changes).toEqual([{ field: 'rights', from: 'orders, people', to: 'people' }])
})
