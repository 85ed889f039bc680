import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../../contract/orders.ts'
import { orderMails } from '../../../server/orders/order-mails.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { typeAgain } from '../harness.ts'
import { openDeal } from './deal.ts'

const { t, buyer, admin, fish, deal } = await openDeal({
  shop: { env: { PUBLIC_URL: 'https://quay.example/', TIME_ZONE: 'Africa/Dakar' } },
})
await t.db.query.updateTable('account').set({ confirmed_at: '2026-01-01' }).where('id', '=', buyer.id).execute()
afterAll(() => t.close())

const hour = 3600_000
let order: Order
beforeEach(async () => {
  const terms = { deposit: 30, balance: { kind: 'days-after-loading', days: 10 } }
  order = await deal.accept(await deal.offer(await deal.request([fish]), terms))
  await mails()
})

/** 2.5 tonnes at 1,850.00 */
const total = 462_500
const step = (name: string, more: object = {}) => ({ kind: 'milestone', step: name, on: '2026-01-05', ...more })
const paid = (amount: number, more: object = {}) => ({
  ...{ kind: 'milestone', step: 'paid', paid: { amount, on: '2026-01-04', part: 'deposit' } },
  ...more,
})
const report = async (body: object, token = admin.token) => {
  order = await deal.must(order, token, body)
  return order.events.at(-1)?._id ?? ''
}
const refusal = async (body: object, token = admin.token) => {
  const { status, json } = await deal.say(order, token, body)
  const errors = (json.errors ?? []).map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)
  return [status, ...(errors.length > 0 ? errors : [json.type?.replace('about:quayside/', '')])]
}
const mails = async () => {
  await sendDue(t.shop, orderMails)
  return t.notices.splice(0).map(({ recipient, subject, text }) => ({
    to: recipient === '' ? 'desk' : recipient === buyer.email ? 'buyer' : recipient,
    subject: subject.replace(/^.*: /, ''),
    text,
  }))
}
const claim = (kg: number, more: object = {}) => ({
  ...{ kind: 'claim', lines: [{ fishe: fish._id, kg, reason: 'quality', note: 'Soft' }] },
  ...more,
})
const settle = (id: string, more: object) => ({ kind: 'settle', after: order.version, claim: id, ...more })
const credit = (kg: number, amount: number) => ({ credit: [{ fishe: fish._id, kg, amount }] })
const pdf = () => ({ _id: v7(), name: 'BL.pdf', type: 'application/pdf', bytes: 9, sha256: '0'.repeat(64) })

it('an offer says when it is to be paid, and how long claims are possible', async () => {
  const request = await deal.request([fish])
  const made = (balance: object) => ({ kind: 'offer', after: request.version, offer: { ...terms(request), balance } })
  const terms = ({ orderItems }: Order) => {
    const lines = orderItems.map(({ fishe, qty }) => ({ fishe, qty, price: 185_000 }))
    return { currency: 'EUR', lines, incoterm: 'CIF', place: 'Vigo', validUntil: '2026-01-20', claimDays: 60 }
  }
  order = request
  expect(await refusal(made({ kind: 'days-after-arrival' }))).toEqual([422, 'offer.balance.days required'])
  const { json } = await deal.say(request, admin.token, made({ kind: 'before-loading', days: 9 }))
  expect(json.data.events[0].offer).toMatchObject({ claimDays: 5, balance: { kind: 'before-loading' } })
  expect(json.data.events[0].offer.balance).not.toHaveProperty('days')
})

describe('payments', () => {
  it('only the shop’s counts; the buyer’s is reported until the shop confirms it, once', async () => {
    const first = await report(paid(100_000), buyer.token)
    expect(order.events.at(-1)).toMatchObject({ on: '2026-01-04', by: { side: 'buyer' } })
    expect(order).toMatchObject({
      needs: 3,
      shipment: { step: 'deposit', reported: [{ _id: first, amount: 100_000 }] },
    })
    expect(order.shipment).not.toHaveProperty('paid')
    expect(await mails()).toMatchObject([
      { to: 'desk', subject: 'The buyer reports a payment', text: expect.stringContaining('Deposit: €1,000.00') },
    ])
    const confirmed = await report(paid(99_950, { confirms: first }))
    expect(order.shipment).toMatchObject({ paid: { deposit: 99_950, balance: 0 } })
    expect(order.shipment).not.toHaveProperty('reported')
    expect(await mails()).toMatchObject([
      { to: 'buyer', subject: 'We have received your payment', text: expect.stringContaining('Deposit: €999.50') },
    ])
    expect(await refusal(paid(1, { confirms: first }))).toEqual([422, 'confirms reportOfBuyer'])
    expect(await refusal(paid(1, { confirms: confirmed }))).toEqual([422, 'confirms reportOfBuyer'])
    expect(await refusal(paid(1, { confirms: first }), buyer.token)).toEqual([403, 'not-your-side'])
    await report({ kind: 'correct', of: confirmed, note: 'Not ours' })
    expect(order.shipment).toMatchObject({ reported: [{ _id: first }] })
    expect(order.shipment).not.toHaveProperty('paid')
  })

  it('a corrected payment is not told any more, and the buyer corrects only the own one', async () => {
    const [mine, theirs] = [await report(paid(5), buyer.token), await report(paid(7))]
    expect(await refusal({ kind: 'correct', of: theirs, note: 'No' }, buyer.token)).toEqual([403, 'not-your-side'])
    await report({ kind: 'correct', of: mine, note: 'Slip' }, buyer.token)
    await report({ kind: 'correct', of: theirs, note: 'Slip' })
    expect(await mails()).toEqual([])
    expect(order.shipment).toEqual({ step: null, done: [], loaded: [] })
  })

  it('names what is wrong', async () => {
    expect(await refusal(step('paid'))).toEqual([422, 'paid required'])
    expect(await refusal(paid(0))).toEqual([422, 'paid.amount minimum'])
    expect(await refusal(paid(1.5))).toEqual([422, 'paid.amount wholeNumber'])
    expect(await refusal({ ...step('packed'), confirms: v7() })).toEqual([422, 'confirms reportOfBuyer'])
  })
})

describe('claims', () => {
  const dakar = (day: number) => Date.UTC(2026, 0, day)

  it('are made with the goods, settled once, and never credit more than is left of the price', async () => {
    const first = await report(claim(1200, { note: 'Boxes crushed' }), buyer.token)
    expect(order.events.at(-1)?.lines).toEqual([
      { fishe: fish._id, kg: 1200, qty: 1.2, reason: 'quality', note: 'Soft' },
    ])
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: 'desk', subject: 'The buyer makes a claim' })
    expect(mail?.text).toContain('1.2 t Atlantic cod')
    expect(mail?.text).toContain('Boxes crushed')
    expect(await refusal(claim(2500.001), buyer.token)).toEqual([422, 'lines.0.kg maximum'])
    expect(await refusal(claim(1), admin.token)).toEqual([403, 'not-your-side'])
    expect(await refusal(settle(first, credit(1200, 1)), buyer.token)).toEqual([403, 'not-your-side'])
    expect(await refusal(settle(v7(), credit(1, 1)))).toEqual([422, 'claim claimOfOrder'])
    expect(await refusal(settle(first, {}))).toEqual([422, 'credit required'])
    expect(await refusal(settle(first, credit(1201, 1)))).toEqual([422, 'credit.0.kg maximum'])
    expect(await refusal(settle(first, credit(1200, total + 1)))).toEqual([422, 'credit.0.amount maximum'])
    await report(settle(first, credit(1200, 400_000)))
    expect(order.shipment?.claims).toEqual([{ _id: first, credit: 400_000 }])
    expect(await mails()).toMatchObject([
      { to: 'buyer', subject: 'Our answer to your claim', text: expect.stringContaining('Credit: €4,000.00') },
    ])
    expect(await refusal(settle(first, { refused: 'No' }))).toEqual([409, 'claim-settled'])
    const second = await report(claim(500), buyer.token)
    expect(await refusal(settle(second, credit(500, 62_501)))).toEqual([422, 'credit.0.amount maximum'])
    await report(settle(second, { refused: 'They were sound when loaded.' }))
    expect(order.shipment?.claims?.[1]).toEqual({ _id: second, credit: 0 })
    expect((await mails()).at(-1)?.text).toContain('They were sound when loaded.')
  })

  it('are possible until the end of the last day, or of when they were written without a network', async () => {
    const at = dakar(13)
    t.clock.pass(Math.max(0, at - t.clock.now()))
    await report(step('received', { on: '2026-01-08' }), buyer.token)
    // five days after the day of the arrival
    t.clock.pass(dakar(14) - 1000 - t.clock.now())
    await report(claim(1), buyer.token)
    t.clock.pass(hour)
    expect(await refusal(claim(1), buyer.token)).toEqual([409, 'claim-too-late'])
    const written = new Date(dakar(13) + 20 * hour).toISOString()
    await report(claim(1, { reportedAt: written }), buyer.token)
    expect(order.events.at(-1)?.reportedAt).toBe(written)
    for (const reportedAt of [new Date(t.clock.now() + hour), new Date(t.clock.now() - 25 * hour)])
      expect(await refusal(claim(1, { reportedAt: reportedAt.toISOString() }), buyer.token)).toEqual([
        ...[409, 'claim-too-late'],
      ])
  })

  it('a time that does not count is not kept, and twenty are enough', async () => {
    for (const reportedAt of ['x', 'yesterday\n', '2026-01-01'])
      expect((await refusal(claim(1, { reportedAt }), buyer.token))[0]).toBe(422)
    await report(claim(1, { reportedAt: '2020-01-01T00:00:00.000Z' }), buyer.token)
    expect(order.events.at(-1)).not.toHaveProperty('reportedAt')
    for (let n = 1; n < 20; n++) await report(claim(1), buyer.token)
    expect(await refusal(claim(1), buyer.token)).toEqual([422, 'thread-full'])
  })

  it('name only what went', async () => {
    const lots = [{ code: 'L-7', cartons: 10, net: 2000, gross: 2100 }]
    const lines = [{ fishe: fish._id, qty: 2, lots }]
    await report(step('loaded', { loaded: { container: 'CSQU3054383', lines } }))
    const line = (more: object) => ({ kind: 'claim', lines: [{ fishe: fish._id, kg: 1, reason: 'short', ...more }] })
    expect(await refusal(line({ kg: 2001 }), buyer.token)).toEqual([422, 'lines.0.kg maximum'])
    expect(await refusal(line({ lot: 'L-8' }), buyer.token)).toEqual([422, 'lines.0.lot lotOfShipment'])
    expect(await refusal(line({ fishe: v7() }), buyer.token)).toEqual([422, 'lines.0.fishe productOfOffer'])
    await report(line({ lot: 'L-7' }), buyer.token)
  })
})

it('documents of the shop are in the order, and sent to the buyer', async () => {
  const document = { kind: 'bill-of-lading', number: 'BL-1', on: '2026-01-06' }
  const body = { kind: 'document', document, files: [pdf()] }
  expect(await refusal({ ...body, files: undefined })).toEqual([422, 'files required'])
  expect(await refusal(body, buyer.token)).toEqual([403, 'not-your-side'])
  await report(body)
  expect(order).toMatchObject({ needs: 3, shipment: { papers: ['bill-of-lading'] } })
  expect(await mails()).toMatchObject([
    { to: 'buyer', subject: 'A document of your order', text: expect.stringContaining('BL.pdf') },
  ])
  // after a page of messages it is still known
  for (let n = 0; n < 55; n++) await report({ kind: 'message', text: `${n}` })
  const { json } = await t.call('GET', `/orders/${order._id}/`, { token: buyer.token })
  expect(json).toMatchObject({ needs: 3, shipment: { papers: ['bill-of-lading'] } })
})

it('an order of a thread that every app knows needs nothing', async () => {
  await report(step('packed'))
  await report(step('deposit'))
  expect(order).not.toHaveProperty('needs')
})

it('webhooks are told of reported payments and of claims, beside the change of the order', async () => {
  const events = ['order.changed', 'payment.reported', 'claim.opened', 'paper.issued']
  const body = { url: 'https://erp.example/hook', events }
  await typeAgain(t, admin)
  expect((await t.call('POST', '/webhooks/', { token: admin.token, body })).status).toBe(201)
  await report(paid(5), buyer.token)
  await report(paid(5))
  await report(claim(1), buyer.token)
  const rows = await t.db.query.selectFrom('outbox').selectAll().where('kind', '=', 'webhook').orderBy('id').execute()
  expect(rows.map(({ event }) => event)).toEqual([
    ...['order.changed', 'payment.reported', 'order.changed', 'order.changed', 'claim.opened'],
  ])
  expect(JSON.parse(rows[1]?.payload ?? '')).toMatchObject({
    type: 'payment.reported',
    data: { _id: order._id, events: [{ step: 'paid', paid: { amount: 5 } }] },
  })
})
