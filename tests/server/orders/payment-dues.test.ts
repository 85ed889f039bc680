import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order } from '../../../contract/orders.ts'
import { orderMails } from '../../../server/orders/order-mails.ts'
import { remindOfDues } from '../../../server/orders/reminders.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { dealer, openDeal } from './deal.ts'

const hour = 3600_000
let opened: Awaited<ReturnType<typeof openDeal>>
beforeEach(async () => {
  opened = await openDeal({ shop: { env: { PUBLIC_URL: 'https://quay.example/', TIME_ZONE: 'Europe/Madrid' } } })
})
afterEach(() => opened.t.close())

const sell = async (terms: object): Promise<Order> => {
  const { deal, fish } = opened
  return deal.accept(await deal.offer(await deal.request([fish]), terms))
}
const mails = async () => {
  const { t } = opened
  await sendDue(t.shop, orderMails)
  const late = t.notices.splice(0).filter(({ subject }) => subject.endsWith('A payment is overdue'))
  return late.map(({ recipient, text }) => `${recipient ? 'buyer' : 'desk'} ${/(Deposit|Balance): .*/.exec(text)?.[0]}`)
}
/** Each hour until this moment, as a server that is restarted all the time, and twice at once. */
async function passUntil(moment: number) {
  const { t } = opened
  const told: string[] = []
  while (t.clock.now() < moment) {
    t.clock.pass(hour)
    await Promise.all([remindOfDues(t.shop), remindOfDues(t.shop)])
    told.push(...(await mails()))
  }
  return told
}
const at = (month: number, day: number, hours = 0) => Date.UTC(2026, month - 1, day, hours)
const step = (name: string, on: string, more: object = {}) => ({ kind: 'milestone', step: name, on, ...more })
const paid = (amount: number, part: string) => step('paid', '2026-01-03', { paid: { amount, on: '2026-01-03', part } })

it('mails buyer and desk once a part, in the morning after its last day', async () => {
  const { deal, admin } = opened
  let order = await sell({ deposit: 30, balance: { kind: 'days-after-arrival', days: 10 } })
  // Madrid is at UTC+1: eight in the morning of the ninth
  expect(await passUntil(at(1, 9, 6))).toEqual([])
  expect(await passUntil(at(1, 9, 8))).toEqual(['desk Deposit: €1,387.50', 'buyer Deposit: €1,387.50'])
  expect(await passUntil(at(1, 20))).toEqual([])
  order = await deal.must(order, admin.token, paid(138_750, 'deposit'))
  await deal.must(order, admin.token, step('arrived', '2026-02-01'))
  expect(await passUntil(at(2, 12, 6))).toEqual([])
  expect(await passUntil(at(2, 12, 8))).toEqual(['desk Balance: €3,237.50', 'buyer Balance: €3,237.50'])
  expect(await passUntil(at(3, 1))).toEqual([])
})

it('counts days of the calendar across the change of the clocks', async () => {
  const { t, fish } = opened
  t.clock.pass(at(3, 26) - t.clock.now())
  const [buyer, admin] = [await t.addUser(), await t.addUser({ admin: true })]
  const deal = dealer(t, buyer, admin)
  const terms = { balance: { kind: 'days-after-loading', days: 3 }, validUntil: '2026-04-20' }
  const order = await deal.accept(await deal.offer(await deal.request([fish]), terms))
  const lines = order.orderItems.map(({ fishe, qty }) => ({ fishe, qty }))
  const loaded = { container: 'CSQU3054383', lines }
  // the clocks go forward on the last day, 29 March
  await deal.must(order, admin.token, step('loaded', '2026-03-26', { loaded }))
  expect(await passUntil(at(3, 30, 5))).toEqual([])
  expect(await passUntil(at(3, 30, 7))).toEqual(['desk Balance: €4,625.00', 'buyer Balance: €4,625.00'])
})

it('a corrected step moves the day, and what is paid is not overdue', async () => {
  const { deal, admin } = opened
  const order = await sell({ deposit: 100 })
  const half = await deal.must(order, admin.token, paid(200_000, 'deposit'))
  const whole = await deal.must(half, admin.token, paid(262_500, 'deposit'))
  expect(await passUntil(at(1, 12))).toEqual([])
  await deal.must(whole, admin.token, { kind: 'correct', of: whole.events.at(-1)?._id, note: 'Another order’s' })
  expect(await passUntil(at(1, 14))).toEqual(['desk Deposit: €2,625.00', 'buyer Deposit: €2,625.00'])
})

it('says nothing of orders that the shop removed, and of buyers who are gone', async () => {
  const { t, admin, buyer } = opened
  const [removed] = [await sell({ deposit: 30 }), await sell({ deposit: 50 })]
  const query = { reference: removed.reference }
  expect((await t.call('DELETE', `/orders/delete/${removed._id}/`, { token: admin.token, query })).status).toBe(204)
  await t.call('DELETE', `/users/delete/${buyer.id}/`, { token: admin.token })
  expect(await passUntil(at(1, 12))).toEqual([])
})
