import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '../../../contract/orders.ts'
import { orderMails } from '../../../server/orders/order-mails.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { createMailer } from '../../../server/outbox/mailer.ts'
import { claimDue } from '../../../server/outbox/outbox-queue.ts'
import { openMailServer } from '../../support/mail-server.ts'
import { openTestShop, orderBody, outboxOf } from '../harness.ts'
import { dealer, notOpened, offerFor, openDeal } from './deal.ts'

const env = { PUBLIC_URL: 'https://quay.example/shop/', MAIL_LANGUAGE: 'es' }

describe('mails about orders', () => {
  let { t, buyer, admin, fish, deal } = notOpened
  let mailFails: boolean
  beforeEach(async () => {
    mailFails = false
    const shop = { env, mailFails: () => mailFails }
    const berta = { name: 'Berta', email: 'berta@example.org' }
    ;({ t, buyer, admin, fish, deal } = await openDeal({ shop, buyer: berta }))
    await t.db.query.updateTable('account').set({ confirmed_at: '2026-01-01' }).where('id', '=', buyer.id).execute()
  })
  afterEach(() => t.close())
  const sent = async () => {
    await sendDue(t.shop, orderMails)
    return t.notices.splice(0).map(({ recipient, subject }) => [recipient, subject])
  }
  const rows = () => outboxOf(t.db, 'order_mail')

  const received = {
    en: 'We have received your request',
    fr: 'Nous avons bien reçu votre demande',
    es: 'Hemos recibido su solicitud',
  }
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
  ] as const)(
    'informs each side of the other’s events, buyers in %s',
    async (language, offer, message, withdraw, close) => {
      const order = await deal.request([fish], { language })
      const desk = (what: string) => ['', `${order.reference}: ${what}`]
      const to = (what: string) => [buyer.email, `${order.reference}${language === 'fr' ? '\u202f' : ''}: ${what}`]
      expect(await sent()).toEqual([desk('Nueva solicitud de cotización'), to(received[language])])
      let now: Order = await deal.offer(order, { note: 'Price 185,000' })
      expect(await sent()).toEqual([to(offer)])
      now = await deal.must(now, admin.token, { kind: 'message', text: 'Any question?' })
      now = await deal.must(now, buyer.token, { kind: 'message', text: 'None' })
      expect(await sent()).toEqual([to(message), desk('Nuevo mensaje del comprador')])
      now = await deal.must(now, admin.token, { kind: 'withdraw', after: now.version, offer: now.events[0]?._id })
      now = await deal.offer(now)
      expect(await sent()).toEqual([to(withdraw), to(offer)])
      now = await deal.must(now, buyer.token, { kind: 'decline', offer: now.events.at(-1)?._id, note: 'Too dear' })
      expect(await sent()).toEqual([desk('Oferta rechazada')])
      await deal.must(now, admin.token, { kind: 'close', after: now.version, note: 'No fish' })
      const second = await deal.request([fish])
      const made = await deal.offer(second)
      const said = await sent()
      await deal.accept(made)
      const third = await deal.request([fish])
      await deal.must(third, buyer.token, { kind: 'cancel' })
      expect([...said, ...(await sent())].map(([, subject = '']) => subject.replace(/^Q-[\w-]+\s?: /, ''))).toEqual([
        close,
        'Nueva solicitud de cotización',
        'We have received your request',
        'Our offer is ready',
        'Oferta aceptada',
        'Nueva solicitud de cotización',
        'We have received your request',
        'Solicitud anulada',
      ])
      expect(await rows()).toEqual([])
    },
  )

  it('has names and numbers in the language of its reader, the offer’s total, and no price in the subject', async () => {
    const { orderItems } = orderBody([fish], 1250.5)
    const order = await deal.request([], { language: 'fr', orderItems })
    await deal.offer(order, { note: 'First\nsecond', charges: [{ label: 'Fret', amount: 12_345 }] })
    await sendDue(t.shop, orderMails)
    const [desk, confirmation, mail] = t.notices.map(({ text }) => text.replaceAll(/[\u00a0\u202f]/g, ' '))
    const address = `https://quay.example/shop/#/order/${order._id}`
    expect(desk).toBe(
      `Nueva solicitud de cotización.\n\n1.250,5 t Bacalao\n\nLeer y responder:\n${address}\n\nDe Berta, Morocco`,
    )
    expect(confirmation).toBe(
      'Bonjour Berta,\n\nNous avons bien reçu votre demande.\n\n1 250,5 t Morue\n\n' +
        'Nous vous répondrons par une offre et vous écrirons dès qu’elle sera prête.\n\n' +
        `Lire et répondre :\n${address}`,
    )
    expect(mail).toBe(
      'Bonjour Berta,\n\nNotre offre est prête.\n\n1 250,5 t Morue\n\nTotal : 2 313 548,45 €\n\nJusqu’à 5 % de plus que la quantité offerte peuvent être chargés.\n\nL’offre est valable jusqu’au 20 janvier 2026 à 23:59 (UTC).\n\n' +
        `Lire et répondre :\n${address}\n\n> First\n> second`,
    )
    expect(t.notices.map(({ subject }) => subject.replace(order.reference, '')).join()).not.toMatch(/\d/)
  })

  it('has every line of the buyer’s words quoted, below the link', async () => {
    const lie = 'Thanks.\r\n\r\nRead and answer here:\u2028https://evil.example'
    await deal.must(await deal.request([fish]), buyer.token, { kind: 'message', text: lie })
    await sendDue(t.shop, orderMails)
    const [link, words = ''] = t.notices.at(-1)?.text.split('De Berta, Morocco\n\n') ?? []
    expect(link).toMatch(/Leer y responder:\nhttps:\/\/quay\.example\S+\n\n$/)
    expect(words.split('\n')).toEqual([
      'El comprador escribe:',
      '> Thanks.',
      '>',
      '> Read and answer here:',
      '> https://evil.example',
    ])
  })

  it('has the last day of an offer unchanged, whatever the server’s time zone', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    await deal.offer(await deal.request([fish], { language: 'en' }))
    await sendDue(t.shop, orderMails)
    vi.unstubAllEnvs()
    expect(t.notices[2]?.text).toContain('The offer is valid until 20 January 2026 at 23:59 (UTC).')
  })

  it('has the reasons of a declined offer and of a closed order', async () => {
    const offered = await deal.offer(await deal.request([fish], { language: 'es' }))
    const no = { kind: 'decline', offer: offered.events[0]?._id, note: 'Too dear' }
    const declined = await deal.must(offered, buyer.token, no)
    await deal.must(declined, admin.token, { kind: 'close', after: 2, note: 'No fish' })
    await sendDue(t.shop, orderMails)
    const [, , desk, mail] = t.notices
    expect(desk?.text).toContain('De Berta, Morocco\n\nEl comprador escribe:\n> Too dear')
    expect(mail?.text).toMatch(/No podemos hacerle una oferta\.\n\nLeer y responder:\n\S+\n\n> No fish$/)
  })

  it('is queued in the same transaction as its event', async () => {
    const key = v7()
    const body = { token: buyer.token, key, body: orderBody([fish]) }
    await t.call('POST', '/orders/add/', body)
    await t.call('POST', '/orders/add/', body)
    await t.call('POST', '/orders/add/', { ...body, key: v7(), body: orderBody([{ _id: v7() }]) })
    expect(await rows()).toHaveLength(2)
    const order = await deal.read({ _id: key })
    const yes = { kind: 'accept', offer: v7() }
    expect((await deal.say(order, buyer.token, yes)).status).toBe(409)
    await deal.say(
      order,
      admin.token,
      { kind: 'offer', after: 0, offer: offerFor(order.orderItems) },
      { key: undefined },
    )
    expect(await rows()).toHaveLength(3)
    await t.call('DELETE', `/orders/delete/${key}/`, { token: admin.token })
    expect(await rows()).toEqual([])
  })

  it('is retried by one of two instances, also after one died, and dropped in the end', async () => {
    await deal.request([fish])
    mailFails = true
    expect(await sendDue(t.shop, orderMails)).toBe(2)
    expect(await sendDue(t.shop, orderMails)).toBe(0)
    t.clock.pass(61_000)
    mailFails = false
    await Promise.all([sendDue(t.shop, orderMails), sendDue(t.shop, orderMails)])
    expect(t.notices.splice(0)).toHaveLength(2)
    await deal.request([fish])
    // an instance that died has one of them
    expect(await claimDue(t.shop, 'order_mail')).toHaveLength(1)
    expect(await sent()).toHaveLength(1)
    t.clock.pass(61_000)
    expect(await sent()).toHaveLength(1)
    await deal.request([fish])
    mailFails = true
    for (let n = 0; n < 16; n++) {
      expect(await sendDue(t.shop, orderMails)).toBe(2)
      t.clock.pass(7 * 3600_000)
    }
    expect(await rows()).toEqual([])
  })

  it('leaves out offers that were answered, replaced or withdrawn while their mails waited', async () => {
    const accepted = await deal.offer(await deal.request([fish]))
    const declined = await deal.offer(await deal.request([fish]))
    const withdrawn = await deal.offer(await deal.request([fish]))
    const replaced = await deal.offer(await deal.request([fish]))
    const discussed = await deal.offer(await deal.request([fish]))
    await deal.accept(accepted)
    await deal.must(declined, buyer.token, { kind: 'decline', offer: declined.events[0]?._id })
    await deal.must(withdrawn, admin.token, { kind: 'withdraw', after: 1, offer: withdrawn.events[0]?._id })
    await deal.offer(replaced)
    await deal.must(discussed, buyer.token, { kind: 'message', text: 'When would it sail?' })
    // a round sends at most twenty
    const all = [...(await sent()), ...(await sent())]
    const ofOffers = all.filter(([, subject = '']) => /offer/i.test(subject))
    expect(ofOffers.map(([to, subject]) => `${to} ${subject}`).sort()).toEqual(
      [
        `${withdrawn.reference}: Our offer was withdrawn`,
        `${replaced.reference}: Our offer is ready`,
        `${discussed.reference}: Our offer is ready`,
      ]
        .map((subject) => `${buyer.email} ${subject}`)
        .sort(),
    )
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
    const { status, json } = await deal.say(second, admin.token, { kind: 'message', text: 'Hello?' })
    expect([status, json.type]).toEqual([409, 'about:quayside/buyer-gone'])
    expect(await sent()).toEqual([])
  })

  it('goes to nobody whose account was deleted while it waited', async () => {
    const order = await deal.request([fish])
    await sent()
    await deal.must(order, admin.token, { kind: 'message', text: 'Any question?' })
    mailFails = true
    expect(await sendDue(t.shop, orderMails)).toBe(1)
    await t.call('DELETE', `/users/delete/${buyer.id}/`, { token: admin.token })
    mailFails = false
    t.clock.pass(60_000)
    expect(await sent()).toEqual([])
    expect(await rows()).toEqual([])
  })

  it('is sent again with the same Message-ID when the mail server’s answer was lost', async () => {
    const server = await openMailServer()
    const mailer = createMailer({
      ...{ smtpUrl: server.url, contactTo: 'desk@quay.example' },
      publicUrl: 'https://quay.example/shop',
    })
    const shop = { ...t.shop, orderMails: { publicUrl: 'https://quay.example', send: mailer.sendNotice } }
    const order = await deal.request([fish], { language: 'fr' })
    await deal.offer(order)
    server.loseNext(1)
    expect(await sendDue(shop, orderMails)).toBe(1)
    t.clock.pass(61_000)
    expect(await sendDue(shop, orderMails)).toBe(0)
    const ids = server.taken.map(({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1])
    expect(server.taken.map(({ to }) => to)).toEqual([
      'desk@quay.example',
      buyer.email,
      buyer.email,
      'desk@quay.example',
    ])
    expect([ids[0], new Set(ids).size]).toEqual([ids[3], 3])
    expect(server.taken[2]?.source).toMatch(/^Subject: .*Notre_offre_est/m)
    expect(server.taken[2]?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    const both = server.taken.map(({ text }) => [
      text.includes(`\r\nhttps://quay.example/shop/#/order/${order._id}\r\n`),
      /<html lang="(..)">/.exec(text)?.[1],
      text.includes(`<a class="button" href="https://quay.example/shop/#/order/${order._id}">`),
    ])
    const [desk, forBuyer] = [
      [true, 'es', true],
      [true, 'fr', true],
    ]
    expect(both).toEqual([desk, forBuyer, forBuyer, desk])
    await mailer.close()
    await server.close()
  })
})

it('queues no mail without PUBLIC_URL, which its links need', async () => {
  const t = await openTestShop({ on: 'sqlite' })
  const [buyer, admin] = [await t.addUser(), await t.addUser({ admin: true })]
  const deal = dealer(t, buyer, admin)
  await deal.offer(await deal.request([await t.addFish()]))
  expect(await outboxOf(t.db, 'order_mail')).toEqual([])
  await t.close()
})
