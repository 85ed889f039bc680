import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountMails } from '../../server/accounts/account-mails.ts'
import { sendDue } from '../../server/outbox/deliver.ts'
import { password, type TestUser } from '../server/harness.ts'
import type { Reply } from '../support/http-call.ts'
import { type AttackedShop, bodyOf, openAttackedShop } from './shop.ts'

let t: AttackedShop
let admin: TestUser
beforeEach(async () => {
  const env = { PUBLIC_URL: 'https://quay.example', RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' }
  t = await openAttackedShop({ env })
  admin = await t.addUser({ admin: true })
})
afterEach(() => t.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const invite = (body: object, who = admin) => t.call('POST', '/invitations/', { token: who.token, body })
async function tokenOf(body: object = { rights: ['orders'] }, who = admin) {
  const made = await invite(body, who)
  expect(made.status).toBe(201)
  return bodyOf<{ url: string }>(made).url.split('/').at(-1) ?? ''
}
const accept = (token: string, n: number) => {
  const body = { token, name: `Thief ${n}`, email: `thief${n}@example.org`, password }
  return t.call('POST', '/invitations/accept/', { body, headers: from(`198.51.100.${n}`) })
}
const join = (token: string, { token: session }: TestUser, n: number) =>
  t.call('POST', '/invitations/join/', { token: session, body: { token }, headers: from(`203.0.113.${n}`) })
const admins = () => t.db.query.selectFrom('account').select(['id', 'rights']).where('rights', '<>', '').execute()

it('are accepted once, however many try at once, with new accounts and old ones', async () => {
  const token = await tokenOf()
  const users = await Promise.all([1, 2, 3].map(() => t.addUser()))
  const answers = await Promise.all([
    ...[1, 2, 3, 4].map((n) => accept(token, n)),
    ...users.map((user, n) => join(token, user, n)),
  ])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(answers.length - 1)
  expect(await admins()).toHaveLength(2)
  // replayed afterwards
  expect((await accept(token, 9)).status).toBe(409)
  expect(await admins()).toHaveLength(2)
})

it('withdrawn while they are accepted give rights to nobody, or were accepted before', async () => {
  for (let round = 0; round < 5; round++) {
    await t.db.query.deleteFrom('account').where('id', '<>', admin.id).execute()
    const made = bodyOf<{ _id: string; url: string }>(await invite({ rights: ['orders'] }))
    const [accepted, withdrawn] = await Promise.all([
      accept(made.url.split('/').at(-1) ?? '', round),
      t.call('DELETE', `/invitations/${made._id}/`, { token: admin.token }),
    ])
    expect([accepted.status, withdrawn.status]).toEqual(accepted.status === 201 ? [201, 404] : [409, 204])
    expect(await admins()).toHaveLength(accepted.status === 201 ? 2 : 1)
  }
})

it('cannot be guessed for long from one address', async () => {
  const guess = (n: number) =>
    t.call('POST', '/invitations/open/', {
      body: { token: String(n).padStart(43, 'A') },
      headers: from('198.51.100.7'),
    })
  const statuses = (await Promise.all(Array.from({ length: 70 }, (_, n) => guess(n)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 409)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

it('reach a mailbox three times a day, by many administrators at once and in any spelling', async () => {
  const bosses = await Promise.all([1, 2, 3].map(() => t.addUser({ admin: true })))
  const ask = (n: number) => invite({ email: `vic.tim+${n}@gmail.com`, rights: ['orders'] }, bosses[n % 3])
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(17)
  const made = answers.find(({ status }) => status === 201)
  const { _id } = bodyOf<{ _id: string }>(made as Reply)
  const renewed = await t.call('POST', `/invitations/${_id}/renew/`, { token: admin.token })
  expect(renewed.status).toBe(429)
  for (let round = 0; round < 4; round++) await sendDue(t.shop, accountMails)
  expect(t.notices).toHaveLength(3)
})

it('are sixty a day for an administrator, whose name and words are in none of the mails', async () => {
  const body = { name: 'Click https://evil.example', email: admin.email }
  await t.call('PUT', '/users/profile/update/', { token: admin.token, body })
  const answers = []
  for (let n = 0; n < 62; n++) {
    answers.push(await invite({ email: `guest${n}@example.org`, rights: ['orders'] }))
    await t.db.query.deleteFrom('invitation').where('email', '<>', `guest${n}@example.org`).execute()
  }
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(60)
  expect(answers.at(-1)?.status).toBe(429)
  await sendDue(t.shop, accountMails)
  expect(t.notices.map(({ text }) => text).join()).not.toMatch(/evil|Click/)
})
