import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendAccountMails } from '../../server/services/account-mails.ts'
import { cleanUp } from '../../server/services/chores.ts'
import { dialects, openTestShop, password, type TestShop, type TestUser } from './harness.ts'

const day = 24 * 60 * 60 * 1000

describe.each(dialects)('a new e-mail address on %s', (dialect) => {
  let t: TestShop
  let admin: TestUser
  beforeEach(async () => {
    t = await openTestShop(dialect, { env: { PUBLIC_URL: 'https://quay.example/shop' } })
    admin = await t.addUser({ admin: true })
  })
  afterEach(() => t.close())

  async function register(language = 'en') {
    const body = { name: 'Berta', email: 'berta@example.org', password }
    const headers = { 'accept-language': language }
    const { json } = await t.call('POST', '/users/register/', { body, headers })
    return json.data as { _id: string; token: string }
  }
  async function mailedPath(): Promise<string> {
    await sendAccountMails(t.shop)
    return /\/api(\/users\/confirm\/[\w-]{43})$/m.exec(t.notices.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const isConfirmed = async () => {
    const { json } = await t.call('GET', '/users/', { token: admin.token, query: { keyword: 'berta' } })
    return (json as { isConfirmed: boolean }[]).map((user) => user.isConfirmed)
  }

  it('is confirmed by the mailed link, which redirects to the app each time it is opened', async () => {
    const { _id } = await register('fr')
    expect(await isConfirmed()).toEqual([false])
    const path = await mailedPath()
    expect(t.notices.at(-1)).toMatchObject({
      recipient: 'berta@example.org',
      subject: 'Confirmez votre adresse e-mail',
    })
    for (const method of ['HEAD', 'GET', 'GET']) {
      const { status, headers } = await t.call(method, path)
      expect([status, headers.location]).toEqual([303, `https://quay.example/shop/#/activation/${_id}`])
      expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
    }
    expect(await isConfirmed()).toEqual([true])
    t.clock.pass(8 * day)
    await cleanUp(t.shop)
    expect((await t.call('GET', path)).status).toBe(303)
  })

  it('is not confirmed by a week-old link, an unknown link or a password-reset link', async () => {
    await register()
    const path = await mailedPath()
    t.clock.pass(7 * day)
    const late = await t.call('GET', path, { headers: { 'accept-language': 'es' } })
    expect([late.status, late.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(late.text).toContain('Este enlace no funciona, o ya no.')
    expect((await t.call('GET', `/users/confirm/${'x'.repeat(43)}`)).status).toBe(404)
    await t.call('POST', '/users/forgot/', { body: { email: 'berta@example.org' } })
    await sendAccountMails(t.shop)
    const token = /#\/reset\/(\S+)/.exec(t.notices.at(-1)?.text ?? '')?.[1]
    expect((await t.call('GET', `/users/confirm/${token}`)).status).toBe(404)
    const confirming = path.split('/').at(-1)
    const reset = await t.call('POST', '/users/reset/', { body: { token: confirming, password } })
    expect(reset.json.type).toBe('about:quayside/link-unknown')
    expect(await isConfirmed()).toEqual([false])
  })

  it('is unconfirmed again when its owner or an administrator changes it, and gets a new mail', async () => {
    const { _id, token } = await register()
    const first = await mailedPath()
    await t.call('GET', first)
    const profile = (email: string) =>
      t.call('PUT', '/users/profile/update/', { token, body: { name: 'Berta B', email } })
    await profile('berta@example.org')
    expect([await isConfirmed(), await sendAccountMails(t.shop), t.notices.length]).toEqual([[true], 0, 1])
    await profile('berta.b@example.org')
    expect(await isConfirmed()).toEqual([false])
    expect((await t.call('GET', first)).status).toBe(404)
    await t.call('GET', await mailedPath())
    expect([await isConfirmed(), t.notices.at(-1)?.recipient]).toEqual([[true], 'berta.b@example.org'])
    const body = { name: 'Berta', email: 'berta@example.org', isAdmin: false }
    const changed = await t.call('PUT', `/users/update/${_id}/`, { token: admin.token, body })
    expect(changed.json.isConfirmed).toBe(false)
    expect((await t.call('GET', await mailedPath())).status).toBe(303)
    expect(await isConfirmed()).toEqual([true])
    const same = await t.call('PUT', `/users/update/${_id}/`, { token: admin.token, body })
    expect(same.json.isConfirmed).toBe(true)
  })

  it('gets a mail only if the registration succeeds', async () => {
    await register()
    await register()
    expect(await t.db.query.selectFrom('account_mail').select('kind').execute()).toEqual([{ kind: 'confirm' }])
  })
})

it('a shop without mail does not ask to confirm an e-mail address', async () => {
  const t = await openTestShop('sqlite')
  await t.call('POST', '/users/register/', { body: { name: 'Ana', email: 'ana@example.org', password } })
  expect(await t.db.query.selectFrom('account_mail').select('id').execute()).toEqual([])
  await t.close()
})
