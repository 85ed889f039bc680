import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Invitation, InvitationMade } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { accountMails } from '../../../server/accounts/account-mails.ts'
import { hashToken } from '../../../server/accounts/sessions.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { cleanUp } from '../../../server/start-server.ts'
import { loginAgain, openTestShop, outboxOf, password, type TestShop, type TestUser } from '../harness.ts'

const day = 24 * 60 * 60 * 1000
const email = 'ana@example.org'
const person = { name: 'Ana', password }
const refusal = (code: string, status = 409) => ({ status, json: { type: `about:quayside/${code}` } })

let t: TestShop
let admin: TestUser
beforeEach(async () => {
  t = await openTestShop({ env: { PUBLIC_URL: 'https://quay.example' } })
  admin = await t.addUser({ admin: true, name: 'Boss' })
})
afterEach(() => t.close())

const ask = (body: object, who = admin) => t.call('POST', '/invitations/', { token: who.token, body })
const tokenIn = (text: string) => /#\/invitation\/([\w-]{43})/.exec(text)?.[1] ?? ''
async function invited(body: object = { rights: ['orders'] }, who = admin) {
  const made = await ask(body, who)
  expect(made.status).toBe(201)
  const answer: InvitationMade = made.json
  return { ...answer, token: tokenIn(answer.url) }
}
async function mailed(body: object = {}) {
  const made = await invited({ email, rights: ['orders', 'products'], ...body })
  await sendDue(t.shop, accountMails)
  const mail = t.notices.pop()
  return { ...made, mail, token: tokenIn(mail?.text ?? '') }
}
const see = (token: string) => t.call('POST', '/invitations/open/', { body: { token } })
const accept = (token: string, more: object = {}) =>
  t.call('POST', '/invitations/accept/', { body: { token, ...person, ...more } })
const join = (token: string, who: TestUser) =>
  t.call('POST', '/invitations/join/', { token: who.token, body: { token } })
const list = async (): Promise<Invitation[]> => (await t.call('GET', '/invitations/', { token: admin.token })).json
const log = async () => (await t.call('GET', '/admin/log/', { token: admin.token })).json
const userOf = async (address: string) =>
  t.db.query.selectFrom('account').selectAll().where('email', '=', address).executeTakeFirst()

it('go by mail in the chosen language, and make a confirmed colleague with these rights who is logged in', async () => {
  const { url, until, isMailed, mail, token } = await mailed({ email: ' Ana@Example.org ', language: 'es' })
  expect(isMailed).toBe(true)
  expect(url).toMatch(/^https:\/\/quay\.example\/#\/invitation\/[\w-]{43}$/)
  expect(mail).toMatchObject({ recipient: email, language: 'es', subject: 'Únase al equipo de nuestra tienda' })
  expect(mail?.text).not.toContain(admin.name)
  expect((await see(token)).json).toEqual({ email, rights: ['orders', 'products'], until, hasAccount: false })
  // whatever is sent along
  const accepted = await accept(token, { rights: ['shop', 'people'], isAdmin: true })
  expect(accepted).toMatchObject({
    status: 201,
    json: { data: { name: 'Ana', email, isAdmin: true, rights: ['orders', 'products'] } },
  })
  const { token: session, _id } = accepted.json.data
  expect((await t.call('GET', '/orders/', { token: session })).status).toBe(200)
  expect((await t.call('GET', '/users/', { token: session })).status).toBe(403)
  expect((await t.call('GET', '/users/confirmation/', { token: session })).json.isConfirmed).toBe(true)
  expect((await t.call('POST', '/users/login/', { body: { username: email, password } })).status).toBe(200)
  expect(await list()).toEqual([])
  expect((await log()).slice(0, 2)).toMatchObject([
    { kind: 'invitation-accepted', by: { _id }, thing: { _id, name: 'Ana' }, changes: [{ to: 'orders, products' }] },
    { kind: 'invitation-made', by: { name: 'Boss' }, thing: { name: email }, changes: [{ field: 'rights' }] },
  ])
})

it('have two links, neither of which is stored or listed; the one that was handed over confirms no address', async () => {
  const made = await invited({ email, rights: ['people'] })
  const listed = await t.call('GET', '/invitations/', { token: admin.token })
  expect(listed.json).toEqual([
    { _id: made._id, email, rights: ['people'], at: expect.any(String), until: made.until, by: 'Boss' },
  ])
  await sendDue(t.shop, accountMails)
  const other = tokenIn(t.notices.pop()?.text ?? '')
  expect(other).not.toBe(made.token)
  const rows = await t.db.query.selectFrom('invitation_link').selectAll().execute()
  expect(rows.map((row) => row.token_hash).sort()).toEqual([made.token, other].map(hashToken).sort())
  const stored = JSON.stringify([
    rows,
    await t.db.query.selectFrom('invitation').selectAll().execute(),
    await outboxOf(t.db, 'account_mail'),
    await log(),
    listed.json,
  ])
  for (const token of [made.token, other]) expect(stored).not.toContain(token)
  const accepted = await accept(made.token)
  expect(accepted.status).toBe(201)
  expect((await userOf(email))?.confirmed_at).toBeNull()
  await sendDue(t.shop, accountMails)
  expect(t.notices.pop()).toMatchObject({ recipient: email, subject: 'Confirm your e-mail address' })
  expect(await accept(other, { name: 'Eve' })).toMatchObject(refusal('link-used'))
})

it('without an address let the colleague name one, which is confirmed like any other', async () => {
  const { token, isMailed } = await invited()
  expect(isMailed).toBe(false)
  expect(await accept(token)).toMatchObject({ status: 422, json: { errors: [{ path: 'email' }] } })
  expect((await accept(token, { email: admin.email })).json.type).toBe('about:quayside/email-taken')
  expect((await accept(token, { email })).status).toBe(201)
  expect((await userOf(email))?.confirmed_at).toBeNull()
})

it('make an account under the invited address only', async () => {
  const { token } = await mailed()
  const other = await accept(token, { email: 'eve@example.org' })
  expect(other).toMatchObject({ status: 422, json: { errors: [{ path: 'email', rule: 'unchangeable' }] } })
  expect((await accept(token, { email: 'ANA@example.org' })).status).toBe(201)
})

it('give their rights to an account that is there, to what it has, once its owner is logged in', async () => {
  const colleague = await t.addUser({ email, rights: ['people'] })
  const { token } = await mailed()
  expect((await see(token)).json.hasAccount).toBe(true)
  expect(await accept(token)).toMatchObject(refusal('email-taken'))
  expect(await join(token, await t.addUser())).toMatchObject(refusal('invitation-of-another'))
  const joined = await join(token, colleague)
  expect(joined).toMatchObject({ status: 200, json: { _id: colleague.id, rights: ['orders', 'products', 'people'] } })
  expect((await t.call('GET', '/orders/', { token: colleague.token })).status).toBe(200)
  expect((await userOf(email))?.confirmed_at).not.toBeNull()
  expect(await join(token, colleague)).toMatchObject(refusal('link-used'))
  expect((await log())[0]).toMatchObject({
    kind: 'invitation-accepted',
    changes: [{ field: 'rights', from: 'people', to: 'orders, products, people' }],
  })
})

it('end password links of the account that joins', async () => {
  const colleague = await t.addUser({ email })
  const reset = await t.call('POST', `/users/${colleague.id}/reset-link/`, { token: admin.token })
  const { token } = await mailed()
  await join(token, colleague)
  const used = await t.call('POST', '/users/reset/', { body: { token: reset.json.token } })
  expect(used).toMatchObject(refusal('link-used'))
})

it('ask for consent where the shop has terms, like a registration', async () => {
  const { token } = await mailed()
  const terms = { en: 'Be fair', fr: '', es: '' }
  await t.call('PUT', '/shop/texts/terms/', { token: admin.token, body: terms })
  expect((await accept(token)).json.errors).toMatchObject([{ path: 'terms', rule: 'required' }])
  expect((await accept(token, { terms: 9 })).json.errors).toMatchObject([{ rule: 'changedMeanwhile' }])
  expect((await accept(token, { terms: 1 })).status).toBe(201)
  expect(await userOf(email)).toMatchObject({ terms_version: 1, terms_at: expect.any(String) })
})

it('last seven days, and say afterwards that they are over', async () => {
  const { token, until, _id } = await mailed()
  expect(Date.parse(until) - t.clock.now()).toBeGreaterThan(7 * day - 60_000)
  t.clock.pass(7 * day)
  for (const answer of [await see(token), await accept(token), await join(token, await t.addUser())])
    expect(answer).toMatchObject(refusal('link-expired'))
  expect((await list()).map((one) => one._id)).toEqual([_id])
  t.clock.pass(30 * day)
  await cleanUp(t.shop)
  expect(await see(token)).toMatchObject(refusal('link-unknown'))
  expect(await t.db.query.selectFrom('invitation').selectAll().execute()).toEqual([])
})

it('can be sent again, which makes another link and lets the first one end when it would', async () => {
  const { token: first, _id } = await mailed()
  t.clock.pass(5 * day)
  const colleague = await t.addUser({ admin: true, name: 'Other' })
  const renewed = await t.call('POST', `/invitations/${_id}/renew/`, { token: colleague.token })
  expect(renewed).toMatchObject({ status: 200, json: { _id, isMailed: true } })
  await sendDue(t.shop, accountMails)
  const second = tokenIn(t.notices.pop()?.text ?? '')
  expect((await see(first)).status).toBe(200)
  t.clock.pass(3 * day)
  expect(await see(first)).toMatchObject(refusal('link-expired'))
  expect(await list()).toMatchObject([{ _id, by: 'Other', until: renewed.json.until }])
  expect((await accept(second)).status).toBe(201)
  expect((await log())[1]).toMatchObject({ kind: 'invitation-renewed', thing: { name: email } })
  expect(await t.call('POST', `/invitations/${_id}/renew/`, { token: admin.token })).toMatchObject(
    refusal('not-found', 404),
  )
})

it('can be withdrawn, which the link says; a mail that still waits is not sent', async () => {
  const { token, _id } = await invited({ email, rights: ['orders'] })
  expect((await t.call('DELETE', `/invitations/${_id}/`, { token: admin.token })).status).toBe(204)
  expect(await sendDue(t.shop, accountMails)).toBe(0)
  expect(t.notices).toEqual([])
  for (const answer of [await see(token), await accept(token)]) expect(answer).toMatchObject(refusal('link-withdrawn'))
  expect(await list()).toEqual([])
  expect((await log())[0]).toMatchObject({ kind: 'invitation-withdrawn', thing: { name: email } })
  const again = await t.call('DELETE', `/invitations/${_id}/`, { token: admin.token })
  expect(again).toMatchObject(refusal('not-found', 404))
})

it('replace an earlier one to the same address, and end with what is decided about its account', async () => {
  const earlier = await invited({ email, rights: ['people'] })
  const later = await invited({ email, rights: ['orders'] })
  expect(await see(earlier.token)).toMatchObject(refusal('link-withdrawn'))
  expect((await list()).map(({ _id }) => _id)).toEqual([later._id])
  const colleague = await t.addUser({ email })
  const change = { name: 'Ana', email, rights: ['products'] }
  await t.call('PUT', `/users/update/${colleague.id}/`, { token: admin.token, body: change })
  expect(await join(later.token, await loginAgain(t, colleague))).toMatchObject(refusal('link-withdrawn'))
})

it('are forgotten with the account of their address', async () => {
  const kept = await mailed()
  const stranger = await t.addUser({ email })
  // whoever has not confirmed the address may be anybody
  await t.call('POST', '/users/delete-account/', { token: stranger.token, body: { password } })
  const owner = (await accept(kept.token)).json.data
  const data = await t.call('GET', '/users/data/', { token: owner.token })
  expect(data.json.invitations).toEqual([{ email, rights: ['orders', 'products'], created_at: expect.any(String) }])
  await t.call('POST', '/users/delete-account/', { token: owner.token, body: { password } })
  expect(await t.db.query.selectFrom('invitation').selectAll().execute()).toEqual([])
  const again = await t.addUser({ email })
  const { token } = await invited({ email, rights: ['orders'] })
  await t.call('DELETE', `/users/delete/${again.id}/`, { token: admin.token })
  expect(await see(token)).toMatchObject(refusal('link-unknown'))
})

it('give no right that whoever invites has not, neither now nor when they are accepted', async () => {
  const boss = await t.addUser({ rights: ['shop', 'orders'] })
  for (const rights of [['products'], ['shop', 'people']])
    expect(await ask({ rights }, boss)).toMatchObject(refusal('forbidden', 403))
  const { token } = await invited({ rights: ['orders', 'shop'] }, boss)
  const setRights = async (rights: string[]) => {
    const { name, email } = boss
    const changed = await t.call('PUT', `/users/update/${boss.id}/`, {
      token: admin.token,
      body: { name, email, rights },
    })
    expect(changed.status).toBe(200)
  }
  await setRights(['shop'])
  expect(await see(token)).toMatchObject(refusal('link-withdrawn'))
  expect(await accept(token, { email })).toMatchObject(refusal('link-withdrawn'))
  await setRights(['orders'])
  expect(await join(token, await t.addUser())).toMatchObject(refusal('link-withdrawn'))
  await setRights(['orders', 'shop'])
  expect((await accept(token, { email })).status).toBe(201)
  const other = await invited({ rights: ['orders'] }, await loginAgain(t, boss))
  await t.call('DELETE', `/users/delete/${boss.id}/`, { token: admin.token })
  expect(await accept(other.token, { email: 'b@example.org' })).toMatchObject(refusal('link-withdrawn'))
  // somebody else may stand for it
  const renewed = await t.call('POST', `/invitations/${other._id}/renew/`, { token: admin.token })
  expect((await accept(tokenIn(renewed.json.url), { email: 'b@example.org' })).status).toBe(201)
})

it('are not mailed once their maker may not give their rights any more', async () => {
  const makers = [await t.addUser({ rights: ['shop', 'orders'] }), await t.addUser({ rights: ['shop', 'orders'] })]
  for (const [at, maker] of makers.entries()) await invited({ email: `a${at}@example.org`, rights: ['orders'] }, maker)
  const [demoted, deleted] = makers
  const body = { name: demoted?.name, email: demoted?.email, rights: ['orders'] }
  expect((await t.call('PUT', `/users/update/${demoted?.id}/`, { token: admin.token, body })).status).toBe(200)
  expect((await t.call('DELETE', `/users/delete/${deleted?.id}/`, { token: admin.token })).status).toBe(204)
  expect(await sendDue(t.shop, accountMails)).toBe(0)
  expect(t.notices.filter(({ text }) => text.includes('/#/invitation/'))).toEqual([])
})

it.each<[object, RegExp]>([
  [{ rights: [] }, /^rights/],
  [{ rights: ['everything'] }, /^rights/],
  [{ rights: ['orders', 'orders'] }, /^rights/],
  [{ email: 'nobody', rights: ['orders'] }, /^email$/],
  [{ email, rights: ['orders'], language: 'de' }, /^language$/],
  [{ email }, /^rights$/],
])('with %j are refused', async (wrong, path) => {
  expect(await ask(wrong)).toMatchObject({ status: 422, json: { errors: [{ path: expect.stringMatching(path) }] } })
  expect(await list()).toEqual([])
})

it('of a shop without mail are links to hand over', async () => {
  const other = await openTestShop()
  try {
    const boss = await other.addUser({ admin: true })
    const made = await other.call('POST', '/invitations/', { token: boss.token, body: { email, rights: ['orders'] } })
    expect(made.json).toMatchObject({ isMailed: false, url: expect.stringMatching(/^\/#\/invitation\/[\w-]{43}$/) })
  } finally {
    await other.close()
  }
})

it('are at most a hundred', async () => {
  await invited()
  const row = await t.db.query.selectFrom('invitation').selectAll().executeTakeFirstOrThrow()
  const rows = Array.from({ length: limits.invitations - 1 }, (_, n) => ({ ...row, id: `${row.id}${n}` }))
  await t.db.query.insertInto('invitation').values(rows).execute()
  expect(await ask({ rights: ['orders'] })).toMatchObject(refusal('invitations-full'))
})
