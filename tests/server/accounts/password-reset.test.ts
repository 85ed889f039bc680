import { DefaultQueryCompiler } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { accountMails } from '../../../server/accounts/account-mails.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { cleanUp } from '../../../server/start-server.ts'
import { openTestShop, outboxOf, password, type TestShop, type TestUser } from '../harness.ts'

const env = { PUBLIC_URL: 'https://quay.example/shop/' }
const hour = 60 * 60 * 1000
const newPassword = 'a better password'
const codeOf = ({ status, json }: { status: number; json: { type?: string } }) => `${status} ${json?.type}`

describe('a forgotten password', () => {
  let t: TestShop
  let user: TestUser
  let admin: TestUser
  let mailFails: boolean
  beforeEach(async () => {
    mailFails = false
    t = await openTestShop({ env, mailFails: () => mailFails })
    user = await t.addUser({ name: 'Berta', email: 'berta@example.org' })
    admin = await t.addUser({ admin: true })
  })
  afterEach(() => t.close())
  const ask = (email = user.email, language = 'en') =>
    t.call('POST', '/users/forgot/', { body: { email }, headers: { 'accept-language': language } })
  const reset = (token: string, chosen?: string) =>
    t.call('POST', '/users/reset/', { body: { token, ...(chosen && { password: chosen }) } })
  const login = (chosen: string) =>
    t.call('POST', '/users/login/', { body: { username: user.email, password: chosen } })
  const me = () => t.call('GET', `/users/${user.id}`, { token: user.token })
  async function mailedToken(): Promise<string> {
    await ask()
    await sendDue(t.shop, accountMails)
    return /#\/reset\/(\S+)/.exec(t.notices.at(-1)?.text ?? '')?.[1] ?? ''
  }

  it('is changed once by the mailed link, which ends all sessions and other links', async () => {
    const [first, second] = [await mailedToken(), await mailedToken()]
    expect(first).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect((await reset(first)).status).toBe(204)
    expect((await me()).status).toBe(200)
    expect((await reset(first, newPassword)).status).toBe(204)
    expect((await me()).status).toBe(401)
    expect([(await login(password)).status, (await login(newPassword)).status]).toEqual([401, 200])
    expect(codeOf(await reset(first, 'again again'))).toBe('409 about:quayside/link-used')
    expect(codeOf(await reset(second))).toBe('409 about:quayside/link-used')
    expect((await login(newPassword)).status).toBe(200)
  })

  it('is changed by only one of many concurrent uses of the link', async () => {
    const token = await mailedToken()
    const all = await Promise.all(Array.from({ length: 6 }, (_, n) => reset(token, `password ${n}`)))
    expect(all.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409])
  })

  it('has a link that works for an hour and is recognised for a month', async () => {
    const token = await mailedToken()
    t.clock.pass(hour - 60_000)
    expect((await reset(token)).status).toBe(204)
    t.clock.pass(60_000)
    expect(codeOf(await reset(token, newPassword))).toBe('409 about:quayside/link-expired')
    expect(codeOf(await reset('x'.repeat(43)))).toBe('409 about:quayside/link-unknown')
    await cleanUp(t.shop)
    expect(codeOf(await reset(token))).toBe('409 about:quayside/link-expired')
    t.clock.pass(31 * 24 * hour)
    await cleanUp(t.shop)
    expect(codeOf(await reset(token))).toBe('409 about:quayside/link-unknown')
    expect((await login(password)).status).toBe(200)
  })

  it('needs a valid new password; an invalid one does not use up the link', async () => {
    const token = await mailedToken()
    const wrong = await reset(token, 'short')
    expect([wrong.status, wrong.json.errors[0].path]).toEqual([422, 'password'])
    expect((await reset(token, newPassword)).status).toBe(204)
  })

  it('has no valid link once the address or the password has changed, or the account is deleted', async () => {
    const [token, profile] = [await mailedToken(), { name: user.name, email: 'moved@example.org' }]
    await t.call('PUT', '/users/profile/update/', { token: user.token, body: profile })
    expect(codeOf(await reset(token, newPassword))).toBe('409 about:quayside/link-unknown')
    await t.call('PUT', '/users/profile/update/', { token: user.token, body: { ...profile, email: user.email } })
    expect((await reset(token)).status).toBe(204)
    const changed = { ...profile, email: user.email, password: newPassword }
    await t.call('PUT', '/users/profile/update/', { token: user.token, body: changed })
    expect(codeOf(await reset(token, password))).toBe('409 about:quayside/link-used')
    const other = await mailedToken()
    await t.call('DELETE', `/users/delete/${user.id}/`, { token: admin.token })
    expect(codeOf(await reset(other, password))).toBe('409 about:quayside/link-unknown')
  })

  it('gets the same answer for an unknown address, which gets no mail', async () => {
    const [known, unknown] = [await ask(), await ask('nobody@example.org')]
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    await sendDue(t.shop, accountMails)
    expect(t.notices.map(({ recipient }) => recipient)).toEqual([user.email])
    expect(await outboxOf(t.db, 'account_mail')).toEqual([])
    expect((await ask('no address')).status).toBe(422)
  })

  it('runs the same queries for an unknown address', async () => {
    const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery')
    onTestFinished(() => compiled.mockRestore())
    const queriesFor = async (email: string) => {
      compiled.mockClear()
      expect((await ask(email)).status).toBe(204)
      return compiled.mock.results.map(({ value }) => value.sql)
    }
    const known = await queriesFor(user.email)
    expect(known.join('\n')).toContain('outbox')
    expect(await queriesFor('nobody@example.org')).toEqual(known)
  })

  it.each([
    ['en', 'Choose a new password', 'Hello,'],
    ['fr-CA, en;q=0.5', 'Choisissez un nouveau mot de passe', 'Bonjour,'],
    ['es', 'Elija una contraseña nueva', 'Hola:'],
  ])('gets a mail in the language of the request: %s', async (language, subject, hello) => {
    await ask(user.email, language)
    await sendDue(t.shop, accountMails)
    expect(t.notices[0]).toMatchObject({ recipient: user.email, subject })
    expect(t.notices[0]?.text).toMatch(
      new RegExp(`^${hello}\n\n[^\n]+\n\nhttps://quay.example/shop/#/reset/\\S{43}\n\n[^\n]+$`),
    )
  })

  it('leaves no token in the database', async () => {
    const token = await mailedToken()
    const rows = await t.db.query.selectFrom('account_link').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    mailFails = true
    await ask()
    await sendDue(t.shop, accountMails)
    const [waiting] = await outboxOf(t.db, 'account_mail')
    expect(waiting).toMatchObject({ target: user.email, event: 'reset', subject: '', payload: '{"language":"en"}' })
  })

  it('drops the mail after some hours', async () => {
    await ask()
    mailFails = true
    for (let n = 0; n < 8; n++) {
      expect(await sendDue(t.shop, accountMails)).toBe(1)
      t.clock.pass(2 * hour)
    }
    expect(await outboxOf(t.db, 'account_mail')).toEqual([])
  })

  it('can be reset by a link from an administrator', async () => {
    const made = await t.call('POST', `/users/${user.id}/reset-link/`, { token: admin.token })
    expect(made.json).toEqual({ token: expect.stringMatching(/^\S{43}$/), expires_at: expect.any(String) })
    expect(Date.parse(made.json.expires_at) - t.clock.now()).toBeLessThanOrEqual(hour)
    expect((await reset(made.json.token, newPassword)).status).toBe(204)
    expect((await login(newPassword)).status).toBe(200)
    const nobody = await t.call('POST', `/users/${admin.id.replace(/.$/, '0')}/reset-link/`, { token: admin.token })
    expect(nobody.status).toBe(admin.id.endsWith('0') ? 201 : 404)
  })

  it('unlocks an account that failed logins have locked', async () => {
    for (let n = 0; n < 12; n++) await login('wrong password')
    expect((await login(password)).status).toBe(429)
    await reset(await mailedToken(), newPassword)
    expect((await login(newPassword)).status).toBe(200)
  })
})

describe('limits of forgotten passwords', () => {
  let t: TestShop
  beforeEach(async () => {
    t = await openTestShop({ env: { ...env, RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } })
  })
  afterEach(() => t.close())
  const ask = async (email: string, from = '198.51.100.1') => {
    const headers = { 'x-forwarded-for': from }
    return (await t.call('POST', '/users/forgot/', { body: { email }, headers })).status
  }

  const mailed = async () => {
    for (let round = 0; round < 4; round++) await sendDue(t.shop, accountMails)
    return t.notices.splice(0).length
  }

  it('never change the answer, and count per address group and mailbox, so that nobody can block another’s reset', async () => {
    const user = await t.addUser({ email: 'berta.b@gmail.com' })
    const statuses = new Set<number>()
    for (const email of [user.email, 'nobody@example.org'])
      for (let n = 0; n < 40; n++) statuses.add(await ask(email, '198.51.100.1'))
    expect([[...statuses], await mailed()]).toEqual([[204], 5])
    // all addresses that are hers count as one
    await ask('berta.b+2@gmail.com', '198.51.100.1')
    expect([await ask(user.email, '198.51.100.2'), await mailed()]).toEqual([204, 1])
    t.clock.pass(hour)
    expect([await ask(user.email, '198.51.100.1'), await mailed()]).toEqual([204, 1])
  })

  it('count the mails of a mailbox, from any address groups, for as long as one of their links works', async () => {
    const user = await t.addUser()
    for (let n = 0; n < 30; n++) {
      expect(await ask(user.email, `198.51.100.${n}`)).toBe(204)
      t.clock.pass(60_000)
    }
    await sendDue(t.shop, accountMails)
    expect(t.notices).toHaveLength(20)
    const token = /#\/reset\/(\S+)/.exec(t.notices.at(-1)?.text ?? '')?.[1]
    expect((await t.call('POST', '/users/reset/', { body: { token } })).status).toBe(204)
  })

  it('count requests per address group', async () => {
    const users = await Promise.all(Array.from({ length: 32 }, () => t.addUser()))
    for (const { email } of users) expect(await ask(email)).toBe(204)
    expect(await mailed()).toBe(30)
    expect([await ask(users[31]?.email ?? '', '198.51.100.2'), await mailed()]).toEqual([204, 1])
  })

  it('count attempted tokens per address group', async () => {
    const body = { token: 'x'.repeat(43) }
    const statuses = []
    for (let n = 0; n < 61; n++) statuses.push((await t.call('POST', '/users/reset/', { body })).status)
    expect(statuses.indexOf(429)).toBe(60)
  })
})

it('without mail, refuses with no-mail, and an administrator can still make a link', async () => {
  const t = await openTestShop({ on: 'sqlite' })
  const [user, admin] = [await t.addUser(), await t.addUser({ admin: true })]
  expect(codeOf(await t.call('POST', '/users/forgot/', { body: { email: user.email } }))).toBe(
    '409 about:quayside/no-mail',
  )
  const made = await t.call('POST', `/users/${user.id}/reset-link/`, { token: admin.token })
  expect(made.status).toBe(201)
  await t.close()
})
