import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountMails } from '../../../server/accounts/account-mails.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { loginAgain, openTestShop, password, type TestShop, type TestUser, typeAgain } from '../harness.ts'

const minute = 60_000
const day = 24 * 60 * minute
const type = (code: string) => `about:quayside/${code}`

let t: TestShop
let [boss, ana]: TestUser[] = []
let mailFails = false
beforeEach(async () => {
  mailFails = false
  const env = { PUBLIC_URL: 'https://quay.example' }
  t = await openTestShop({ env, mailFails: () => mailFails })
  boss = await t.addUser({ admin: true, name: 'Boss', email: 'boss@example.org' })
  ana = await t.addUser({ name: 'Ana', email: 'ana@example.org' })
})
afterEach(() => t.close())

const profile = (change: object, user = ana) => {
  const body = { id: user?.id, name: user?.name, email: user?.email, ...change }
  return t.call('PUT', '/users/profile/update/', { token: user?.token, body })
}
const login = (username: string, word = password) =>
  t.call('POST', '/users/login/', { body: { username, password: word } })
const reset = (token: string | undefined, word?: string) =>
  t.call('POST', '/users/reset/', { body: { token, ...(word && { password: word }) } })
const register = (email: string) => t.call('POST', '/users/register/', { body: { name: 'X', email, password } })
const stateOf = async (email: string) => (await login(email)).status
/** The tokens of the links back, by the addresses that they were mailed to; in the order of the mails. */
async function waysBack(): Promise<[to: string, token: string][]> {
  await sendDue(t.shop, accountMails)
  const mails = t.notices.splice(0).filter(({ subject }) => subject === 'Your account was changed')
  return mails.map(({ recipient, text }) => [recipient, /#\/reset\/(\S+)/.exec(text)?.[1] ?? ''])
}
const log = async (who = boss) => {
  const { json } = await t.call('GET', '/admin/log/', { token: who?.token })
  return (json as { kind: string; changes: object[] }[]).map(({ kind, changes }) => [kind, changes])
}

it('changes no address and no password, until the password was typed in it', async () => {
  if (!ana || !boss) return
  const other = await loginAgain(t, ana)
  t.clock.pass(10 * minute)
  for (const change of [{ email: 'thief@example.org' }, { password: 'taken over' }, { email: 'a@b.example', password }])
    expect((await profile(change)).json.type).toBe(type('password-needed'))
  expect((await profile({ name: 'Anna', password: '' })).status).toBe(200)
  const wrong = await t.call('POST', '/users/password/', { token: ana.token, body: { password: 'a guess' } })
  expect(wrong.json.type).toBe(type('wrong-password'))
  await typeAgain(t, other)
  // it counts for the session in which it was typed
  expect((await profile({ email: 'thief@example.org' })).status).toBe(409)
  await typeAgain(t, ana)
  expect((await profile({ email: 'mine@example.org', password: 'another one' })).status).toBe(200)
  expect((await login('mine@example.org', 'another one')).status).toBe(200)
  await t.call('POST', '/users/logout/', { token: ana.token })
  expect((await t.call('POST', '/users/password/', { token: ana.token, body: { password } })).status).toBe(401)
})

it('limits how often the password may be guessed in it', async () => {
  t.shop.rateLimitFactor = 0.1
  const guess = () => t.call('POST', '/users/password/', { token: ana?.token, body: { password: 'a guess' } })
  const answers = [await guess(), await guess(), await guess()].map(({ status }) => status)
  expect(answers).toEqual([409, 409, 429])
})

const calls: [string, 'POST' | 'PUT', string, object?][] = [
  ['a key', 'POST', '/keys/', { name: 'ERP', rights: ['orders'] }],
  ['an invitation', 'POST', '/invitations/', { rights: ['orders'] }],
  ['a renewed invitation', 'POST', '/invitations/:invitation/renew/'],
  ['a webhook', 'POST', '/webhooks/', { url: 'https://erp.example/', events: ['order.created'] }],
  ['another address of a webhook', 'PUT', '/webhooks/:hook/', { url: 'https://x.example/', events: ['order.created'] }],
  ['an event of a webhook', 'PUT', '/webhooks/:hook/', { url: 'https://erp.example/', events: ['stock.changed'] }],
  ['a secret of a webhook', 'POST', '/webhooks/:hook/secret/'],
  ['a link to a new password', 'POST', '/users/:ana/reset-link/'],
  ['a right', 'PUT', '/users/update/:ana/', { name: 'Ana', email: 'ana@example.org', rights: ['orders'] }],
  ['an address of somebody', 'PUT', '/users/update/:ana/', { name: 'Ana', email: 'mine@example.org' }],
]
it('makes nothing that lets others in', async () => {
  const token = boss?.token
  const hook = await t.call('POST', '/webhooks/', { token, body: calls[3]?.[3] })
  const invitation = await t.call('POST', '/invitations/', { token, body: calls[1]?.[3] })
  const ids: Record<string, string> = { hook: hook.json._id, invitation: invitation.json._id, ana: ana?.id ?? '' }
  const send = ([, method, path, body]: (typeof calls)[number]) =>
    t.call(
      method,
      path.replace(/:(\w+)/, (_, name) => ids[name] ?? ''),
      { token, body },
    )
  t.clock.pass(10 * minute)
  for (const one of calls) expect([one[0], (await send(one)).json.type]).toEqual([one[0], type('password-needed')])
  // what lets nobody in needs no password
  const paused = { url: 'https://erp.example/', events: ['order.created'], active: false }
  expect((await t.call('PUT', `/webhooks/${ids.hook}/`, { token, body: paused })).status).toBe(200)
  const named = { name: 'Renamed', email: 'ana@example.org' }
  expect((await t.call('PUT', `/users/update/${ids.ana}/`, { token, body: named })).status).toBe(200)
  if (boss) await typeAgain(t, boss)
  for (const one of calls) expect([one[0], (await send(one)).status < 300]).toEqual([one[0], true])
})

it('does not join a team by an invitation, and only the one that joins stays', async () => {
  if (!ana) return
  const made = await t.call('POST', '/invitations/', { token: boss?.token, body: { rights: ['orders'] } })
  const body = { token: made.json.url.split('/').at(-1) }
  const other = await loginAgain(t, ana)
  t.clock.pass(10 * minute)
  const join = () => t.call('POST', '/invitations/join/', { token: ana?.token, body })
  expect((await join()).json.type).toBe(type('password-needed'))
  await typeAgain(t, ana)
  expect((await join()).status).toBe(200)
  expect((await t.call('GET', '/orders/', { token: ana.token })).status).toBe(200)
  expect((await t.call('GET', '/orders/', { token: other.token })).status).toBe(401)
})

it('tells the address before a change, with a way back for a week that works once', async () => {
  await profile({ email: 'thief@example.org', password: 'taken over' })
  const [[to, token] = []] = await waysBack()
  expect(to).toBe('ana@example.org')
  // nobody takes the address meanwhile
  expect((await register('ana@example.org')).json.type).toBe(type('email-taken'))
  expect((await profile({ email: 'ana@example.org' }, boss)).json.type).toBe(type('email-taken'))
  t.clock.pass(7 * day - minute)
  expect((await reset(token)).status).toBe(204)
  expect((await reset(token, 'mine again')).status).toBe(204)
  expect((await profile({})).status).toBe(401)
  expect((await login('thief@example.org', 'taken over')).status).toBe(401)
  expect((await login('ana@example.org', 'mine again')).status).toBe(200)
  expect((await reset(token, 'once more')).json.type).toBe(type('link-used'))
})

it('is over after a week, and the address is free', async () => {
  await profile({ email: 'new@example.org' })
  const [[, token] = []] = await waysBack()
  t.clock.pass(7 * day)
  expect((await reset(token, 'mine again')).json.type).toBe(type('link-expired'))
  expect((await register('ana@example.org')).status).toBe(201)
})

it('leads back over later changes, whose links neither end the earlier one nor outlive it', async () => {
  await profile({ email: 'first@thief.example' })
  await profile({ email: 'second@thief.example' })
  await profile({ email: 'second@thief.example', password: 'taken over' })
  const ways = await waysBack()
  expect(ways.map(([to]) => to)).toEqual(['ana@example.org', 'first@thief.example', 'second@thief.example'])
  const [mine, first, second] = ways.map(([, token]) => token)
  expect((await reset(first, 'thief again')).status).toBe(204)
  expect((await reset(mine, 'mine again')).status).toBe(204)
  for (const theirs of [first, second]) expect((await reset(theirs, 'and again')).json.type).toBe(type('link-used'))
  expect((await login('ana@example.org', 'mine again')).status).toBe(200)
  // a change after that has a way back of its own
  const again = await login('ana@example.org', 'mine again')
  await profile({ email: 'new@example.org', password: '' }, { ...again.json.data, id: ana?.id })
  const [[, later] = []] = await waysBack()
  expect((await reset(later)).status).toBe(204)
})

it('gets no way back from a mail that waited until the account was restored', async () => {
  await profile({ email: 'first@thief.example' })
  const [[, mine] = []] = await waysBack()
  mailFails = true
  await profile({ email: 'second@thief.example' })
  await sendDue(t.shop, accountMails)
  expect((await reset(mine, 'mine again')).status).toBe(204)
  mailFails = false
  t.clock.pass(minute)
  expect(await waysBack()).toEqual([])
})

it('keeps no right that came after the change, and gets back none that was taken', async () => {
  if (!ana || !boss) return
  await profile({ email: 'new@example.org' })
  const [[, token] = []] = await waysBack()
  const body = { name: 'Ana', email: 'new@example.org', rights: ['orders', 'shop'] }
  await t.call('PUT', `/users/update/${ana.id}/`, { token: boss.token, body })
  await reset(token, 'mine again')
  expect((await login('ana@example.org', 'mine again')).json.data.rights).toEqual([])
})

it('is in the log where somebody with rights changes, without the password', async () => {
  await profile({ email: 'chief@example.org', password: 'a new secret' }, boss)
  const entries = [
    ['password-changed', []],
    ['user-changed', [{ field: 'email', from: 'boss@example.org', to: 'chief@example.org' }]],
  ]
  expect(await log()).toEqual(entries)
  const [[, token] = []] = await waysBack()
  await reset(token, password)
  const { json } = await login('boss@example.org')
  const restored = ['account-restored', [{ field: 'email', from: 'chief@example.org', to: 'boss@example.org' }]]
  expect(await log(json.data)).toEqual([restored, ...entries])
})

it('is told who uses a link that an administrator has made, which ends with the rights of its maker', async () => {
  if (!ana || !boss) return
  const clerk = await t.addUser({ rights: ['people'] })
  const link = async () =>
    (await t.call('POST', `/users/${ana?.id}/reset-link/`, { token: clerk.token })).json.token as string
  expect((await reset(await link(), 'taken over')).status).toBe(204)
  const [[to, back] = []] = await waysBack()
  expect(to).toBe('ana@example.org')
  const late = await link()
  const body = { name: 'Clerk', email: clerk.email, rights: [] }
  await t.call('PUT', `/users/update/${clerk.id}/`, { token: boss.token, body })
  expect((await reset(late, 'taken over')).json.type).toBe(type('link-unknown'))
  expect((await reset(back, 'mine again')).status).toBe(204)
})

it('changes nothing beside another change at the same time', async () => {
  const changes = Array.from({ length: 4 }, (_, n) => profile({ email: `new${n}@example.org` }))
  await Promise.all(changes)
  const ways = await waysBack()
  expect(ways[0]?.[0]).toBe('ana@example.org')
  expect((await reset(ways[0]?.[1], 'mine again')).status).toBe(204)
  for (const [, token] of ways.slice(1)) expect((await reset(token, 'x'.repeat(8))).status).toBe(409)
  expect(await stateOf('ana@example.org')).toBe(401)
  expect((await login('ana@example.org', 'mine again')).status).toBe(200)
})
