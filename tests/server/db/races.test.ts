import { createHash } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { rights } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { requiredTexts } from '../../../contract/product-fields.ts'
import { deleteUser, updateUser } from '../../../server/accounts/manage-users.ts'
import { updateProfile } from '../../../server/accounts/users.ts'
import { productWith } from '../../support/product-with.ts'
import { asCall, endOf } from '../end-of.ts'
import { caller, openTestShop, password, type TestUser } from '../harness.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

const rounds = Array.from({ length: 15 }, (_, round) => round)

const t = await openTestShop()
const calls = [t.call, caller(await t.another())]
afterAll(() => t.close())
const admins = async () =>
  (await t.db.query.selectFrom('account').select('id').where('rights', 'like', '%shop%').execute()).length

it('leaves one administrator when two delete or demote each other', async () => {
  for (const round of rounds) {
    await t.db.query.deleteFrom('account').execute()
    const [a, b] = [await t.addUser({ admin: true }), await t.addUser({ admin: true })]
    const against = (from: typeof a, to: typeof a, at: number) =>
      round % 2 === 0
        ? calls[at]?.('DELETE', `/users/delete/${to.id}/`, { token: from.token })
        : calls[at]?.('PUT', `/users/update/${to.id}/`, {
            token: from.token,
            body: { name: 'x', email: to.email, isAdmin: false },
          })
    const statuses = (await Promise.all([against(a, b, 0), against(b, a, 1)])).map((answer) => answer?.status)
    expect(await admins()).toBe(1)
    expect(statuses.filter((status) => status === 200 || status === 204)).toHaveLength(1)
  }
})

it('leaves no session of the old password when it changes during a login', async () => {
  for (const _ of rounds) {
    const user = await t.addUser()
    const body = { name: user.name, email: user.email, password: 'changed it' }
    const login = { body: { username: user.email, password } }
    const [, ...logins] = await Promise.all([
      calls[0]?.('PUT', '/users/profile/update/', { token: user.token, body }),
      ...[0, 1, 0].map((at) => calls[at]?.('POST', '/users/login/', login)),
    ])
    for (const answer of logins) {
      if (answer?.status !== 200) continue
      expect((await t.call('GET', '/orders/myorders/', { token: answer.json.data.token })).status).toBe(401)
    }
    expect((await t.call('GET', '/orders/myorders/', { token: user.token })).status).toBe(200)
  }
})

it('creates one account when one address registers many times at once', async () => {
  const body = { name: 'Same', email: 'same@example.org', password }
  const answers = await Promise.all(rounds.map((round) => calls[round % 2]?.('POST', '/users/register/', { body })))
  expect(answers.map((answer) => answer?.status).sort()).toEqual([201, ...rounds.slice(1).map(() => 409)])
})

it('leaves one invitation when two administrators invite the same person at once', async () => {
  const inviters = [await t.addUser({ admin: true }), await t.addUser({ admin: true })]
  for (const round of rounds.slice(0, 5)) {
    const body = { email: `colleague${round}@example.org`, rights: ['orders'] }
    const answers = await Promise.all(
      inviters.map(({ token }, at) => calls[at]?.('POST', '/invitations/', { token, body })),
    )
    expect(answers.map((answer) => answer?.status)).toEqual([201, 201])
    const open = await t.call('GET', '/invitations/', { token: inviters[0]?.token })
    expect(open.json).toHaveLength(round + 1)
  }
})

it('makes no more keys and webhooks than allowed when several are made at once', async () => {
  const { token } = await t.addUser({ admin: true })
  for (const [path, most, body] of [
    ['/keys/', limits.apiKeys, { name: 'ERP', rights: ['orders'] }],
    ['/webhooks/', limits.webhooks, { url: 'https://erp.example/', events: ['order.created'] }],
  ] as const) {
    const make = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, at) => calls[at % 2]?.('POST', path, { token, body })))
    const answers = []
    for (let left = most - 1; left > 0; left -= 9) answers.push(...(await make(Math.min(9, left))))
    answers.push(...(await make(rounds.length)))
    expect([path, answers.filter((answer) => answer?.status === 201).length]).toEqual([path, most])
  }
})

it('gives an address to only one of two users', async () => {
  for (const round of rounds) {
    const users = [await t.addUser(), await t.addUser()]
    const body = { name: 'x', email: `wanted${round}@example.org` }
    const answers = await Promise.all(
      users.map(({ token }, at) => calls[at]?.('PUT', '/users/profile/update/', { token, body })),
    )
    expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 409])
  }
})

it('stores one of many concurrent reviews of the same user', async () => {
  const [fish, user] = [await t.addFish(), await t.addUser()]
  const request = { token: user.token, body: { rating: 5, comment: '' } }
  const path = `/fishes/${fish._id}/reviews/`
  const answers = await Promise.all(rounds.map((round) => calls[round % 2]?.('POST', path, request)))
  expect(answers.filter((answer) => answer?.status === 201)).toHaveLength(1)
  expect((await t.call('GET', `/fishes/${fish._id}`)).json.numReviews).toBe(1)
})

it('never mixes two concurrent edits of one product', async () => {
  const admin = await t.addUser({ admin: true })
  const { _id } = await t.addFish()
  const edit = (name: string) => ({ token: admin.token, body: productWith(name) })
  for (const round of rounds) {
    const names = [`left${round}`, `right${round}`]
    await Promise.all(names.map((name, at) => calls[at]?.('PUT', `/fishes/update/${_id}/`, edit(name))))
    const { json } = await t.call('GET', `/fishes/${_id}`)
    const seen = new Set(requiredTexts.map((name) => json[name]))
    expect(seen.size).toBe(1)
    expect(names).toContain(json.trade_name)
  }
})

it('lets one of two sessions of an account change the password, and ends the other', async () => {
  for (const round of rounds) {
    const user = await t.addUser()
    const own = (await t.call('POST', '/users/login/', { body: { username: user.email, password } })).json.data.token
    const tokens = [user.token, own]
    const change = (at: number) => ({ name: user.name, email: user.email, password: `password ${at}` })
    const answers = await Promise.all(
      tokens.map((token, at) => calls[at]?.('PUT', '/users/profile/update/', { token, body: change(at) })),
    )
    expect([round, answers.map((answer) => answer?.status).sort()]).toEqual([round, [200, 401]])
    const won = answers.findIndex((answer) => answer?.status === 200)
    expect(answers[1 - won]?.json.type).toBe('about:quayside/login-required')
    const works = async (token = '') => (await t.call('GET', '/orders/myorders/', { token })).status
    expect([await works(tokens[won]), await works(tokens[1 - won])]).toEqual([200, 401])
    const login = { username: user.email, password: `password ${won}` }
    expect((await t.call('POST', '/users/login/', { body: login })).status).toBe(200)
  }
})

it('refuses a waiting change whose session or admin rights end meanwhile', async () => {
  const victim = await t.addUser()
  const stale = async (end: (admin: TestUser) => Promise<unknown>) => {
    const admin = await t.addUser({ admin: true })
    const user = { ...admin, tokenHash: hashOf(admin.token), rights, from: '192.0.2.1' }
    await end(admin)
    const input = { name: 'Taken over', email: victim.email, isAdmin: true }
    return [
      await endOf(updateUser(t.shop, asCall({ param: victim.id, body: input, user, language: 'en' }))),
      await endOf(deleteUser(t.shop, asCall({ param: victim.id, user }))),
      await endOf(
        updateProfile(t.shop, asCall({ user, language: 'en', body: { name: 'Still here', email: admin.email } })),
      ),
    ]
  }
  await t.addUser({ admin: true })
  const loggedOut = await stale(({ token }) => t.call('POST', '/users/logout/', { token }))
  expect(loggedOut).toEqual(['login-required', 'login-required', 'login-required'])
  const demoted = await stale(({ id }) =>
    t.db.query.updateTable('account').set({ rights: '' }).where('id', '=', id).execute(),
  )
  expect(demoted).toEqual(['forbidden', 'forbidden', 'done'])
  const deleted = await stale(({ id }) => t.db.query.deleteFrom('account').where('id', '=', id).execute())
  expect(deleted).toEqual(['account-gone', 'account-gone', 'account-gone'])
  expect((await t.call('GET', `/users/${victim.id}`, { token: victim.token })).json.isAdmin).toBe(false)
})
