import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '../../contract/orders.ts'
import { createMailer } from '../../server/mail/mailer.ts'
import { sendOrderMails } from '../../server/services/order-mails.ts'
import { openMailServer } from '../support/mail-server.ts'
import { dealer, offerFor, openDeal } from './deal.ts'
import { dialects, openTestShop, orderBody, type TestShop, type TestUser } from './harness.ts'

const env = { PUBLIC_URL: 'https://quay.example/shop/', MAIL_LANGUAGE: 'es' }

describe.each(dialects)('mails about orders on %s', (dialect) => {
  let t: TestShop
  let buyer: TestUser
  let admin: TestUser
  let fish: { _id: string }
  let deal: ReturnType<typeof dealer>
  let mailFails: boolean
  beforeEach(async () => {
    mailFails = false
    const shop = { env, mailFails: () => mailFails }
    const berta = { name: 'Berta', email: 'berta@example.org' }
    ;({ t, buyer, admin, fish, deal } = await openDeal(dialect, { shop, buyer: berta }))
  })
  afterEach(() => t.close())
  const sent = async () => {
    await sendOrderMails(t.shop)
    return t.notices.splice(0).map(({ recipient, subject }) => [recipient, subject])
  }
  const rows = () => t.db.query.selectFrom('order_mail').select('id').execute()

  it.each([
    ['en', 'Our offer is ready', 'New message', 'Our offer was withdrawn', 'We cannot make an offer'],
    [
      'fr',
      'Notre offre est prête',
      'Nouveau message',
      'Notre offre a été retirée',
      'Nous ne pouvons pas vous faire d’offre',
    ],
    [
      'es',
      'Nuestra oferta está lista',
      'Nuevo mensaje',
      'Hemos retirado nuestra oferta',
      'No podemos hacerle una oferta',
    ],
  ])('informs each side of the other’s events, buyers in %s', async (language, offer, message, withdraw, close) => {
    const order = await deal.request([fish], { language })
    const desk = (what: string) => ['', `${order.reference}: ${what}`]
    const to = (what: string) => [buyer.email, `${order.reference}: ${what}`]
    expect(await sent()).toEqual([desk('Nueva solicitud de presupuesto')])
    let now: Order = await deal.offer(order, { note: 'Price 185,000' })
    expect(await sent()).toEqual([to(offer)])
    now = await deal.must(now, admin.token, { kind: 'message', text: 'Any question?' })
    now = await deal.must(now, buyer.token, { kind: 'message', text: 'None' })
    expect(await sent()).toEqual([to(message), desk('Nuevo mensaje del comprador')])
    now = await deal.must(now, admin.token, { kind: 'withdraw', after: now.version, offer: now.events[0]?._id })
    now = await deal.offer(now)
    now = await deal.must(now, buyer.token, { kind: 'decline', offer: now.events.at(-1)?._id, note: 'Too dear' })
    expect(await sent()).toEqual([to(withdraw), to(offer), desk('Oferta rechazada')])
    await deal.must(now, admin.token, { kind: 'close', after: now.version, note: 'No fish' })
    const second = await deal.request([fish])
    await deal.accept(await deal.offer(second))
    const third = await deal.request([fish])
    await deal.must(third, buyer.token, { kind: 'cancel' })
    expect((await sent()).map(([, subject = '']) => subject.replace(/^Q-\S+ /, ''))).toEqual([
      close,
      'Nueva solicitud de presupuesto',
      'Our offer is ready',
      'Oferta aceptada',
      'Nueva solicitud de presupuesto',
      'Solicitud anulada',
    ])
    expect(await rows()).toEqual([])
  })

  it('has a link, the message, and no price in the subject', async () => {
    const order = await deal.request([fish], { language: 'fr' })
    await deal.offer(order, { note: 'First\nsecond' })
    await sendOrderMails(t.shop)
    const [desk, mail] = t.notices
    expect(desk?.text).toContain('De Berta, Morocco\n\n2.5 t Atlantic cod')
    expect(mail?.text).toBe(
      `Bonjour Berta,\n\nNotre offre est prête.\n\nL’offre est valable jusqu’au 20/01/2026.\n\n> First\n> second\n\n` +
        `Pour lire et répondre\u202f:\nhttps://quay.example/shop/#/order/${order._id}`,
    )
    expect(t.notices.map(({ subject }) => subject.replace(order.reference, '')).join()).not.toMatch(/\d/)
  })

  it('has the last day of an offer unchanged, whatever the server’s time zone', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    await deal.offer(await deal.request([fish], { language: 'en' }))
    await sendOrderMails(t.shop)
    vi.unstubAllEnvs()
    expect(t.notices[1]?.text).toContain('The offer is valid until 20 January 2026.')
  })

  it('has the reasons of a declined offer and of a closed order', async () => {
    const offered = await deal.offer(await deal.request([fish], { language: 'es' }))
    const no = { kind: 'decline', offer: offered.events[0]?._id, note: 'Too dear' }
    const declined = await deal.must(offered, buyer.token, no)
    await deal.must(declined, admin.token, { kind: 'close', after: 2, note: 'No fish' })
    await sendOrderMails(t.shop)
    const [, , desk, mail] = t.notices
    expect(desk?.text).toContain('De Berta, Morocco\n\n> Too dear\n\nPara leer')
    expect(mail?.text).toContain('No podemos hacerle una oferta.\n\n> No fish\n\nPara leer')
  })

  it('is queued in the same transaction as its event', async () => {
    const key = v7()
    const body = { token: buyer.token, key, body: orderBody([fish]) }
    await t.call('POST', '/orders/add/', body)
    await t.call('POST', '/orders/add/', body)
    await t.call('POST', '/orders/add/', { ...body, key: v7(), body: orderBody([{ _id: v7() }]) })
    expect(await rows()).toHaveLength(1)
    const order = await deal.read({ _id: key })
    const yes = { kind: 'accept', offer: v7() }
    expect((await deal.say(order, buyer.token, yes)).status).toBe(409)
    await deal.say(
      order,
      admin.token,
      { kind: 'offer', after: 0, offer: offerFor(order.orderItems) },
      { key: undefined },
    )
    expect(await rows()).toHaveLength(2)
    await t.call('DELETE', `/orders/delete/${key}/`, { token: admin.token })
    expect(await rows()).toEqual([])
  })

  it('is retried by one of two instances, and dropped in the end', async () => {
    await deal.request([fish])
    mailFails = true
    expect(await sendOrderMails(t.shop)).toBe(1)
    expect(await sendOrderMails(t.shop)).toBe(0)
    t.clock.pass(61_000)
    mailFails = false
    await Promise.all([sendOrderMails(t.shop), sendOrderMails(t.shop)])
    expect(t.notices).toHaveLength(1)
    await deal.request([fish])
    mailFails = true
    for (let n = 0; n < 16; n++) {
      expect(await sendOrderMails(t.shop)).toBe(1)
      t.clock.pass(7 * 3600_000)
    }
    expect(await rows()).toEqual([])
  })

  it('goes to the buyer’s new address, and not to a deleted account', async () => {
    const [first, second] = [await deal.request([fish]), await deal.request([fish])]
    const { id, name } = buyer
    const moved = { _id: id, name, email: 'new@example.org', isAdmin: false }
    await t.call('PUT', `/users/update/${id}/`, { token: admin.token, body: moved })
    await sent()
    await deal.offer(first)
    expect((await sent()).map(([to]) => to)).toEqual(['new@example.org'])
    await t.call('DELETE', `/users/delete/${id}/`, { token: admin.token })
    await deal.offer(second)
    expect(await sent()).toEqual([])
  })

  it('is sent again with the same Message-ID when the mail server’s answer was lost', async () => {
    const server = await openMailServer()
    const mailer = createMailer({ smtpUrl: server.url, contactTo: 'desk@quay.example' })
    const orderMails = { publicUrl: 'https://quay.example', language: 'en' as const, send: mailer.sendNotice }
    const shop = { ...t.shop, orderMails }
    const order = await deal.request([fish])
    await deal.offer(order)
    server.loseNext(1)
    expect(await sendOrderMails(shop)).toBe(1)
    t.clock.pass(61_000)
    expect(await sendOrderMails(shop)).toBe(0)
    const ids = server.taken.map(({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1])
    expect(server.taken.map(({ to }) => to)).toEqual(['desk@quay.example', buyer.email, 'desk@quay.example'])
    expect([ids[0], new Set(ids).size]).toEqual([ids[2], 2])
    expect(server.taken[1]?.source).toMatch(/^Subject: Q-\S+: Our offer is ready\r$/m)
    expect(server.taken[1]?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    await mailer.close()
    await server.close()
  })
})

it('queues no mail without PUBLIC_URL, which its links need', async () => {
  const t = await openTestShop('sqlite')
  const [buyer, admin] = [await t.addUser(), await t.addUser({ admin: true })]
  const deal = dealer(t, buyer, admin)
  await deal.offer(await deal.request([await t.addFish()]))
  expect(await t.db.query.selectFrom('order_mail').select('id').execute()).toEqual([])
  await t.close()
})
