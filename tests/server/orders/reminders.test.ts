import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order } from '../../../contract/orders.ts'
import { orderMails } from '../../../server/orders/order-mails.ts'
import { notifyEndingOffers, remindOfUnanswered } from '../../../server/orders/reminders.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { dealer, openDeal } from './deal.ts'

const hour = 3600_000
let opened: Awaited<ReturnType<typeof openDeal>>
beforeEach(async () => {
  const env = { PUBLIC_URL: 'https://quay.example/', TIME_ZONE: 'Europe/Madrid' }
  opened = await openDeal({ shop: { env } })
})
afterEach(() => opened.t.close())

const offered = async (change: object = {}): Promise<Order> =>
  opened.deal.offer(await opened.deal.request([opened.fish]), change)
const mails = async () => {
  const { t } = opened
  await sendDue(t.shop, orderMails)
  return t.notices.splice(0).map(({ subject }) => subject.replace(/^.*: /, ''))
}
/** Each hour until this moment, as a server that is restarted all the time. */
async function passUntil(moment: number) {
  const { t } = opened
  const told: string[] = []
  while (t.clock.now() < moment) {
    t.clock.pass(hour)
    await remindOfUnanswered(t.shop)
    await notifyEndingOffers(t.shop)
    told.push(...(await mails()))
  }
  return told
}

it('reminds of an unanswered offer once after three days, in the morning, and on the day before it ends', async () => {
  await offered()
  await mails()
  expect(await passUntil(Date.UTC(2026, 0, 4, 6))).toEqual([])
  expect(await passUntil(Date.UTC(2026, 0, 4, 8))).toEqual(['Our offer awaits your answer'])
  expect(await passUntil(Date.UTC(2026, 0, 25))).toEqual(['Our offer expires tomorrow'])
})

it('counts days of the calendar across the change of the clocks', async () => {
  const { t } = opened
  // the clocks of Madrid go forward on 29 March
  t.clock.pass(Date.UTC(2026, 2, 27, 12) - t.clock.now())
  const [buyer, admin] = [await t.addUser(), await t.addUser({ admin: true })]
  const deal = dealer(t, buyer, admin)
  await deal.offer(await deal.request([opened.fish]), { validUntil: '2026-04-20' })
  await mails()
  expect(await passUntil(Date.UTC(2026, 2, 30, 5))).toEqual([])
  expect(await passUntil(Date.UTC(2026, 2, 30, 7))).toEqual(['Our offer awaits your answer'])
})

it('does not remind of what was answered, and twice at most of one request', async () => {
  const { t, deal, buyer } = opened
  const order = await offered({ validUntil: '2026-03-20' })
  await deal.must(order, buyer.token, { kind: 'message', text: 'We think about it' })
  await mails()
  expect(await passUntil(Date.UTC(2026, 0, 10))).toEqual([])
  const other = await offered({ validUntil: '2026-02-20' })
  await passUntil(t.clock.now() + 4 * 24 * hour)
  const second = await deal.offer(await deal.read(other), { validUntil: '2026-02-21' })
  await passUntil(t.clock.now() + 4 * 24 * hour)
  await deal.offer(await deal.read(second), { validUntil: '2026-01-24' })
  await mails()
  // not even of the end of its validity
  expect(await passUntil(t.clock.now() + 6 * 24 * hour)).toEqual([])
})

it('tells staff of a request without an answer, once, and nothing where the shop has switched it off', async () => {
  const { t, deal, fish, admin, buyer } = opened
  const asked = await deal.request([fish])
  await mails()
  expect(await passUntil(Date.UTC(2026, 0, 6))).toEqual(['This request has no answer yet'])
  await deal.must(asked, buyer.token, { kind: 'message', text: 'Hello?' })
  expect(await passUntil(Date.UTC(2026, 0, 8))).toEqual(['New message from the buyer'])
  const { version, legal: _, ...shop } = (await t.call('GET', '/shop/')).json
  const body = { ...shop, version, remindAfter: 0, alertAfter: 0 }
  expect((await t.call('PUT', '/shop/', { token: admin.token, body })).status).toBe(200)
  await deal.request([fish])
  await mails()
  expect(await passUntil(Date.UTC(2026, 0, 12))).toEqual([])
})

it('lays a request aside for all staff until a day', async () => {
  const { t, deal, fish, admin, buyer } = opened
  const order = await deal.request([fish])
  const put = (until: string, token = admin.token) =>
    t.call('PUT', `/orders/${order._id}/snooze/`, { token, body: { until } })
  expect((await put('2026-01-05')).status).toBe(204)
  const list = async () => (await t.call('GET', '/orders/snoozes/', { token: admin.token })).json
  expect(await list()).toEqual([{ order: order._id, until: '2026-01-05', version: 0 }])
  expect((await put('2026-01-07', buyer.token)).status).toBe(403)
  t.clock.pass(4 * 24 * hour)
  expect(await list()).toEqual([])
  await put('2026-01-08')
  expect(await list()).toHaveLength(1)
  await put('')
  expect(await list()).toEqual([])
})
