import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountMails } from '../../../server/accounts/account-mails.ts'
import { orderMails } from '../../../server/orders/order-mails.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { cleanUp } from '../../../server/start-server.ts'
import { openTestShop, orderBody, outboxOf, password, type TestShop, type TestUser, typeAgain } from '../harness.ts'

const day = 24 * 60 * 60 * 1000

describe('a new e-mail address', () => {
  let t: TestShop
  let admin: TestUser
  beforeEach(async () => {
    t = await openTestShop({ env: { PUBLIC_URL: 'https://quay.example/shop' } })
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
    await sendDue(t.shop, accountMails)
    return /\/api(\/users\/confirm\/[\w-]{43})$/m.exec(t.notices.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const isConfirmed = async () => {
    const { json } = await t.call('GET', '/users/', { token: admin.token, query: { keyword: 'berta' } })
    return (json as { isConfirmed: boolean }[]).map((user) => user.isConfirmed)
  }

  it('is confirmed by the button of the mailed page, which redirects to the app each time', async () => {
    const { _id } = await register('fr')
    expect(await isConfirmed()).toEqual([false])
    const path = await mailedPath()
    expect(t.notices.at(-1)).toMatchObject({
      recipient: 'berta@example.org',
      subject: 'Confirmez votre adresse e-mail',
    })
    for (const method of ['HEAD', 'GET', 'GET']) {
      const { status, headers } = await t.call(method, path)
      expect([status, headers.location]).toEqual([200, undefined])
      expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
      expect(await isConfirmed()).toEqual([false])
    }
    for (let n = 0; n < 2; n++) {
      const { status, headers } = await t.call('POST', path)
      expect([status, headers.location]).toEqual([303, `https://quay.example/shop/#/activation/${_id}`])
      expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
      expect(await isConfirmed()).toEqual([true])
    }
    t.clock.pass(8 * day)
    await cleanUp(t.shop)
    expect([(await t.call('GET', path)).status, (await t.call('POST', path)).status]).toEqual([200, 303])
  })

  it.each([
    ['fr-CA,en;q=0.5', '', 'Oui, confirmer'],
    ['es', '', 'Sí, confirmar'],
    ['es', '?lng=en', 'Yes, confirm'],
  ])(
    'has a page for the languages %s%s, with one button and nothing that needs a script',
    async (languages, query, button) => {
      await register()
      const page = await t.call('GET', (await mailedPath()) + query, { headers: { 'accept-language': languages } })
      expect(page.text.match(/<button>[^<]+/g)).toEqual([`<button>${button}`])
      expect(page.text).not.toContain('<script')
      expect(page.text).toContain('<form method="post">')
      const { 'content-security-policy': policy, 'x-content-type-options': sniffing } = page.headers
      expect(policy).toMatch(/^default-src 'none'; .*form-action 'self'; .*frame-ancestors 'none'$/)
      expect(sniffing).toBe('nosniff')
    },
  )

  it('is not confirmed by a week-old link, an unknown link or a password-reset link', async () => {
    await register()
    const path = await mailedPath()
    t.clock.pass(7 * day)
    const late = await t.call('GET', path, { headers: { 'accept-language': 'es' } })
    expect([late.status, late.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(late.text).toContain('Este enlace no funciona, o ya no.')
    expect((await t.call('POST', path)).status).toBe(404)
    for (const method of ['GET', 'POST'])
      expect((await t.call(method, `/users/confirm/${'x'.repeat(43)}`)).status).toBe(404)
    await t.call('POST', '/users/forgot/', { body: { email: 'berta@example.org' } })
    await sendDue(t.shop, accountMails)
    const token = /#\/reset\/(\S+)/.exec(t.notices.at(-1)?.text ?? '')?.[1]
    expect((await t.call('POST', `/users/confirm/${token}`)).status).toBe(404)
    const confirming = path.split('/').at(-1)
    const reset = await t.call('POST', '/users/reset/', { body: { token: confirming, password } })
    expect(reset.json.type).toBe('about:quayside/link-unknown')
    expect(await isConfirmed()).toEqual([false])
  })

  it('is unconfirmed again when its owner or an administrator changes it, and gets a new mail', async () => {
    const { _id, token } = await register()
    const first = await mailedPath()
    await t.call('POST', first)
    const profile = (email: string) =>
      t.call('PUT', '/users/profile/update/', { token, body: { name: 'Berta B', email } })
    await profile('berta@example.org')
    expect([await isConfirmed(), await sendDue(t.shop, accountMails), t.notices.length]).toEqual([[true], 0, 1])
    await profile('berta.b@example.org')
    expect(await isConfirmed()).toEqual([false])
    expect((await t.call('POST', first)).status).toBe(404)
    await t.call('POST', await mailedPath())
    expect([await isConfirmed(), t.notices.at(-1)?.recipient]).toEqual([[true], 'berta.b@example.org'])
    const body = { name: 'Berta', email: 'berta@example.org', isAdmin: false }
    const changed = await t.call('PUT', `/users/update/${_id}/`, { token: admin.token, body })
    expect(changed.json.isConfirmed).toBe(false)
    expect((await t.call('POST', await mailedPath())).status).toBe(303)
    expect(await isConfirmed()).toEqual([true])
    const same = await t.call('PUT', `/users/update/${_id}/`, { token: admin.token, body })
    expect(same.json.isConfirmed).toBe(true)
  })

  it('gets the mail again on demand, until it is confirmed', async () => {
    const { token } = await register()
    const state = async () => (await t.call('GET', '/users/confirmation/', { token })).json
    const again = () => t.call('POST', '/users/confirmation/', { token, headers: { 'accept-language': 'es' } })
    expect(await state()).toEqual({ isConfirmed: false, isMailed: true })
    const first = await mailedPath()
    expect((await again()).json).toEqual({ isConfirmed: false, isMailed: true })
    const second = await mailedPath()
    expect(t.notices.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['berta@example.org', 'Confirm your e-mail address'],
      ['berta@example.org', 'Confirme su correo electrónico'],
    ])
    // both links work
    expect(first).not.toBe(second)
    expect([(await t.call('GET', first)).status, (await t.call('POST', second)).status]).toEqual([200, 303])
    expect(await state()).toEqual({ isConfirmed: true, isMailed: true })
    expect((await again()).json).toEqual({ isConfirmed: true, isMailed: true })
    expect([await sendDue(t.shop, accountMails), t.notices.length]).toEqual([0, 2])
  })

  it('gets a mail only if the registration succeeds', async () => {
    await register()
    await register()
    expect(await outboxOf(t.db, 'account_mail')).toMatchObject([{ event: 'confirm' }])
  })
})

describe('mails to addresses that nobody has confirmed', () => {
  let t: TestShop
  beforeEach(async () => {
    const env = { PUBLIC_URL: 'https://quay.example', RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' }
    t = await openTestShop({ env })
  })
  afterEach(() => t.close())
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const profile = ({ name, token }: TestUser, email: string) =>
    t.call('PUT', '/users/profile/update/', { token, body: { name, email }, headers: from('192.0.2.1') })
  async function mailed() {
    for (let round = 0; round < 4; round++) await sendDue(t.shop, accountMails)
    // those to addresses before a change are counted for themselves
    return t.notices.splice(0).filter(({ subject }) => subject !== 'Your account was changed')
  }

  it('are three a day for a mailbox, however it is written and whoever asks', async () => {
    const spellings = [
      'v.ictim@gmail.com',
      'victim+a@gmail.com',
      'VIC.TIM@GoogleMail.com',
      'victim+b+c@googlemail.com',
      'victim@gmail.com',
    ]
    for (const [n, email] of spellings.entries()) {
      const body = { name: 'You won', email, password }
      const headers = from(`198.51.100.${n}`)
      expect((await t.call('POST', '/users/register/', { body, headers })).status).toBe(201)
    }
    expect(await mailed()).toHaveLength(3)
    expect((await profile(await t.addUser(), 'victim+c@gmail.com')).status).toBe(200)
    expect(await mailed()).toHaveLength(0)
    t.clock.pass(day)
    expect((await profile(await t.addUser(), 'victim+d@gmail.com')).status).toBe(200)
    expect(await mailed()).toHaveLength(1)
  })

  it('are three a day for a caller, who changes between two addresses or takes ever new ones', async () => {
    const [swapping, wandering] = [await t.addUser(), await t.addUser()]
    let count = 0
    for (let n = 0; n < 20; n++) {
      expect((await profile(swapping, `third+${n % 2}@party.example`)).status).toBe(200)
      count += (await mailed()).length
    }
    expect(count).toBe(3)
    t.clock.pass(day)
    await typeAgain(t, wandering)
    for (let n = 0; n < 20; n++) {
      expect((await profile(wandering, `person${n}@party.example`)).status).toBe(200)
      count += (await mailed()).length
    }
    expect(count).toBe(6)
  })

  it('are three a day also when they are asked for again, and the next day there are new ones', async () => {
    const address = '198.51.100.7'
    const register = async (n: number) => {
      const body = { name: 'Ana', email: `ana${n}@party.example`, password }
      return (await t.call('POST', '/users/register/', { body, headers: from(address) })).json.data as TestUser
    }
    const again = ({ token }: TestUser, address: string) =>
      t.call('POST', '/users/confirmation/', { token, headers: from(address) })
    const refused = { type: 'about:quayside/mails-used-up', status: 429 }
    const [first, ...others] = [await register(0), await register(1), await register(2), await register(3)]
    const last = others.at(-1) ?? first
    // also the fourth registration from one address
    expect(await mailed()).toHaveLength(4)
    for (const expected of [1, 1, 0]) {
      const { status } = await again(last, address)
      expect([status, (await mailed()).length]).toEqual([expected === 1 ? 200 : 429, expected])
    }
    const answer = await again(last, address)
    expect(answer.json).toMatchObject(refused)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3600)
    // two more to the mailbox of the first, wherever they are asked for
    for (const [n, expected] of [1, 1, 0, 0].entries()) {
      await again(first, `203.0.113.${10 + n}`)
      expect(await mailed()).toHaveLength(expected)
    }
    t.clock.pass(day)
    expect((await again(last, address)).status).toBe(200)
    expect(await mailed()).toHaveLength(1)
  })

  it('have no word of the stranger who gave the address', async () => {
    const name = 'you won 500 EUR, claim at https://evil.example'
    const body = { name, email: 'victim@party.example', password }
    const { json } = await t.call('POST', '/users/register/', { body })
    await t.call('POST', '/users/forgot/', { body: { email: body.email } })
    const order = orderBody([await t.addFish()])
    order.shippingAddress.city = 'evil.example'
    order.shippingAddress.country = 'Claim at evil.example'
    const said = {
      wishes: { note: 'evil.example' },
      orderItems: order.orderItems.map((item) => ({ ...item, note: 'evil.example' })),
    }
    for (let n = 0; n < 5; n++)
      expect(
        (await t.call('POST', '/orders/add/', { token: json.data.token, body: { ...order, ...said } })).status,
      ).toBe(201)
    for (let round = 0; round < 3; round++) await sendDue(t.shop, orderMails)
    const mails = (await mailed()).filter(({ recipient }) => recipient === body.email)
    expect(mails.map(({ subject }) => subject.replace(/^Q-\S+: /, '')).sort()).toEqual([
      'Choose a new password',
      'Confirm your e-mail address',
      'We have received your request',
      'We have received your request',
      'We have received your request',
    ])
    expect(JSON.stringify(mails)).not.toMatch(/evil|won/)
    await t.db.query
      .updateTable('account')
      .set({ confirmed_at: '2026-01-01' })
      .where('email', '=', body.email)
      .execute()
    await t.call('POST', '/users/forgot/', { body: { email: body.email } })
    expect((await mailed())[0]?.text).toContain(`Hello ${name},`)
  })

  it('never have more than one line of a name, even one that was stored by an older version', async () => {
    const user = await t.addUser({ name: 'Ana\r\n\r\nClaim\u2028at\u0085evil.example' })
    await t.db.query.updateTable('account').set({ confirmed_at: '2026-01-01' }).where('id', '=', user.id).execute()
    await t.call('POST', '/users/forgot/', { body: { email: user.email } })
    expect((await mailed())[0]?.text).toMatch(/^Hello Ana Claim at evil.example,\n\nsomebody/)
  })
})

it('a shop without mail does not ask to confirm an e-mail address', async () => {
  const t = await openTestShop({ on: 'sqlite' })
  const { json } = await t.call('POST', '/users/register/', {
    body: { name: 'Ana', email: 'ana@example.org', password },
  })
  const { token } = json.data
  const { json: state } = await t.call('GET', '/users/confirmation/', { token })
  expect(state).toEqual({ isConfirmed: false, isMailed: false })
  expect((await t.call('POST', '/users/confirmation/', { token })).json.type).toBe('about:quayside/no-mail')
  expect(await outboxOf(t.db, 'account_mail')).toEqual([])
  await t.close()
})
