import { afterEach, beforeEach, expect, it } from 'vitest'
import { colonIn } from '../../../contract/locales.ts'
import type { Order } from '../../../contract/orders.ts'
import { orderMails } from '../../../server/orders/order-mails.ts'
import { orderPushes } from '../../../server/orders/order-notices.ts'
import { notifyEndingOffers } from '../../../server/orders/reminders.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { openPushService, pushBrowser } from '../accounts/push-service.ts'
import { outboxOf, type TestShop, type TestUser } from '../harness.ts'
import { type dealer, openDeal } from './deal.ts'

const subjects = {
  en: 'Our offer expires tomorrow',
  fr: 'Notre offre expire demain',
  es: 'Nuestra oferta vence mañana',
}
const today = {
  en: 'Our offer expires today',
  fr: 'Notre offre expire aujourd’hui',
  es: 'Nuestra oferta vence hoy',
}

let service: Awaited<ReturnType<typeof openPushService>>
let t: TestShop
let buyer: TestUser
let admin: TestUser
let fish: { _id: string }
let deal: ReturnType<typeof dealer>
beforeEach(async () => {
  service = await openPushService()
  // 14 hours before UTC in winter
  const env = { PUBLIC_URL: 'https://quay.example/', TIME_ZONE: 'Pacific/Kiritimati' }
  ;({ t, buyer, admin, fish, deal } = await openDeal({ shop: { env, pushAgent: service.agent } }))
})
afterEach(async () => {
  await t.close()
  await service.close()
})

/** Sets the clock to this hour of a day of January 2026, in the shop's time zone. */
function setClock(dayOfMonth: number, hours: number) {
  t.clock.pass(Date.UTC(2026, 0, dayOfMonth, hours - 14) - t.clock.now())
}
/** An offer that is valid until the end of January 20. */
const offered = async (more: object = {}): Promise<Order> => deal.offer(await deal.request([fish], more))
/** What one round tells the buyers. */
async function told() {
  await notifyEndingOffers(t.shop)
  await sendDue(t.shop, orderMails)
  await sendDue(t.shop, orderPushes)
  const pushes = service.taken.splice(0).length
  return [...t.notices.splice(0).map(({ subject }) => subject), ...(pushes ? [pushes] : [])]
}
async function sendEarlier() {
  await sendDue(t.shop, orderMails)
  await sendDue(t.shop, orderPushes)
  t.notices.length = 0
  service.taken.length = 0
}

it.each(['en', 'fr', 'es'] as const)('tells the buyer on the day before, once, in %s', async (language) => {
  await t.call('PUT', '/push/subscriptions/', { token: buyer.token, body: pushBrowser().input })
  const { reference } = await offered({ language })
  await sendEarlier()
  setClock(18, 23)
  expect(await told()).toEqual([])
  // at night
  setClock(19, 7)
  expect(await told()).toEqual([])
  setClock(19, 9)
  await notifyEndingOffers(t.shop)
  await sendDue(t.shop, orderMails)
  const [mail] = t.notices
  expect(mail).toMatchObject({ recipient: buyer.email, subject: reference + colonIn(language) + subjects[language] })
  expect(mail?.text).toMatch({ en: /20 January 2026/, fr: /20 janvier 2026/, es: /20 de enero de 2026/ }[language])
  t.notices.length = 0
  expect(await told()).toEqual([1])
  for (const hours of [10, 23]) {
    setClock(19, hours)
    expect(await told()).toEqual([])
  }
  setClock(20, 9)
  expect(await told()).toEqual([])
})

it('tells once when several instances look at the same time', async () => {
  const { reference } = await offered()
  await sendEarlier()
  setClock(19, 12)
  // on PostgreSQL each has a connection of its own
  await Promise.all([notifyEndingOffers(t.shop), notifyEndingOffers(t.shop), notifyEndingOffers(t.shop)])
  expect(await told()).toEqual([`${reference}: ${subjects.en}`])
})

it('says nothing of an offer that is accepted, declined, withdrawn or cancelled', async () => {
  const offers = [await offered(), await offered(), await offered(), await offered()] as const
  const [accepted, declined, withdrawn, cancelled] = offers
  await deal.accept(accepted)
  await deal.must(declined, buyer.token, { kind: 'decline', offer: declined.events.at(-1)?._id })
  const { version, events } = withdrawn
  await deal.must(withdrawn, admin.token, { kind: 'withdraw', after: version, offer: events.at(-1)?._id })
  await deal.must(cancelled, buyer.token, { kind: 'cancel' })
  await sendEarlier()
  setClock(19, 12)
  expect(await told()).toEqual([])
})

it('says nothing of an offer that was replaced; the new one is told of on the day before its own end', async () => {
  const first = await offered()
  setClock(15, 12)
  const second = await deal.offer(first, { validUntil: '2026-01-25' })
  await deal.must(second, buyer.token, { kind: 'message', text: 'Thank you' })
  await sendEarlier()
  setClock(19, 12)
  expect(await told()).toEqual([])
  setClock(24, 12)
  expect(await told()).toEqual([`${first.reference}: ${subjects.en}`])
})

it('says nothing in the hours after an offer has named its last day itself', async () => {
  setClock(19, 12)
  const { reference } = await offered()
  await sendEarlier()
  setClock(19, 17)
  expect(await told()).toEqual([])
  setClock(19, 19)
  expect(await told()).toEqual([`${reference}: ${subjects.en}`])
})

it.each(['en', 'fr', 'es'] as const)(
  'tells on the last day of an offer that was made in the evening before, not at night, once, in %s',
  async (language) => {
    await t.call('PUT', '/push/subscriptions/', { token: buyer.token, body: pushBrowser().input })
    setClock(19, 20)
    const { reference } = await offered({ language })
    await sendEarlier()
    for (const hours of [3, 7]) {
      setClock(20, hours)
      expect(await told()).toEqual([])
    }
    setClock(20, 9)
    expect(await told()).toEqual([reference + colonIn(language) + today[language], 1])
    setClock(20, 23)
    expect(await told()).toEqual([])
  },
)

it('says nothing of an offer that has expired', async () => {
  await offered()
  await sendEarlier()
  setClock(21, 0)
  expect(await told()).toEqual([])
})

it('has the words of the day on which the mail goes out, and none once the offer has expired', async () => {
  const { reference } = await offered()
  await offered()
  await sendEarlier()
  setClock(19, 12)
  await notifyEndingOffers(t.shop)
  setClock(20, 1)
  const [first] = await outboxOf(t.db, 'order_mail')
  await t.db.query
    .updateTable('outbox')
    .set({ next_at: new Date(t.clock.now() + 3_600_000).toISOString() })
    .where('kind', '=', 'order_mail')
    .where('id', '!=', first?.id ?? '')
    .execute()
  await sendDue(t.shop, orderMails)
  expect(t.notices.splice(0).map(({ subject }) => subject)).toEqual([`${reference}: ${today.en}`])
  setClock(21, 1)
  await t.db.query.updateTable('outbox').set({ next_at: '2026' }).execute()
  expect(await told()).toEqual([])
  expect(await outboxOf(t.db, 'order_mail')).toEqual([])
})

it.each(['accept', 'decline'])(
  'says nothing once the buyer has answered with %s while the mail waited',
  async (kind) => {
    const order = await offered()
    await sendEarlier()
    setClock(19, 12)
    await notifyEndingOffers(t.shop)
    await deal.must(order, buyer.token, { kind, offer: order.events.at(-1)?._id })
    await sendDue(t.shop, orderMails)
    expect(t.notices.map(({ recipient }) => recipient)).toEqual([''])
  },
)

it('tells of each offer only its own buyer', async () => {
  const other = await t.addUser()
  await t.call('PUT', '/push/subscriptions/', { token: other.token, body: pushBrowser().input })
  await t.call('PUT', '/push/subscriptions/', { token: admin.token, body: pushBrowser().input })
  await offered()
  await sendEarlier()
  setClock(19, 12)
  await notifyEndingOffers(t.shop)
  await sendDue(t.shop, orderMails)
  expect(t.notices.map(({ recipient }) => recipient)).toEqual([buyer.email])
  await sendDue(t.shop, orderPushes)
  expect(service.taken).toEqual([])
})
