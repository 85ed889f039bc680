import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../../contract/orders.ts'
import { orderMails } from '../../../server/orders/order-mails.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { openDeal, putTogether } from './deal.ts'

const env = { PUBLIC_URL: 'https://quay.example/shop/' }
const container = 'CSQU3054383'
const plan = {
  vessel: 'MSC Irina',
  voyage: '042N',
  from: 'Dakar',
  to: 'Vigo',
  etd: '2026-01-20',
  eta: '2026-02-02',
}

let order: Order
const berta = { name: 'Berta', email: 'berta@example.org' }
const { t, buyer, admin, fish, deal } = await openDeal({ shop: { env }, buyer: berta })
await t.db.query.updateTable('account').set({ confirmed_at: '2026-01-01' }).where('id', '=', buyer.id).execute()
afterAll(() => t.close())
beforeEach(async () => {
  order = await deal.accept(await deal.offer(await deal.request([fish])))
  await sendDue(t.shop, orderMails)
  t.notices.splice(0)
})

const qty = () => order.orderItems[0]?.qty ?? 0
const step = (name: string, more: object = {}) => ({ kind: 'milestone', step: name, on: '2026-01-05', ...more })
const loaded = (tonnes: number, more: object = {}) =>
  step('loaded', { loaded: { container, lines: [{ fishe: fish._id, qty: tonnes }], ...more } })
const report = (body: object, token = admin.token) => deal.must(order, token, body)
const refusal = async (body: object, token: string) => {
  const { status, json } = await deal.say(order, token, body)
  return [status, json.type.replace('about:quayside/', '')]
}
const wrong = async (body: object) => {
  const { status, json } = await deal.say(order, admin.token, body)
  return [status, ...json.errors.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)]
}

it('an order has no shipment before its acceptance, and one afterwards in every answer', async () => {
  const open = await deal.offer(await deal.request([fish]))
  expect(open).not.toHaveProperty('shipment')
  expect((await deal.say(open, admin.token, step('packed'))).json.type).toBe('about:quayside/order-not-accepted')
  expect((await deal.say(open, buyer.token, step('deposit'))).status).toBe(409)
  const empty = { step: null, done: [], loaded: [] }
  expect(order.shipment).toEqual(empty)
  order = await report(step('packed', { note: 'Twelve pallets' }))
  const id = order.events.at(-1)?._id
  const shipment = { step: 'packed', done: [{ step: 'packed', on: '2026-01-05', _id: id }], loaded: [] }
  expect(order.shipment).toEqual(shipment)
  const get = async (path: string, token: string) => (await t.call('GET', path, { token })).json
  expect((await get(`/orders/${order._id}/`, buyer.token)).shipment).toEqual(shipment)
  const lists: Order[][] = [
    await get('/orders/', admin.token),
    (await get('/orders/myorders/', buyer.token)).data,
    (await get('/orders/changes/', buyer.token)).changed,
  ]
  for (const list of lists) expect(list.find(({ _id }) => _id === order._id)?.shipment).toEqual(shipment)
  expect(order).toMatchObject({ state: 'accepted', events: [{}, {}, { kind: 'milestone', note: 'Twelve pallets' }] })
})

it('the whole way, with what each step brings', async () => {
  for (const body of [
    step('proforma'),
    step('packed'),
    step('booked', { booked: plan }),
    loaded(qty() - 1, { seal: 'S-77', temperature: -20 }),
    step('sailed', { sailed: { on: '2026-01-21', eta: '2026-02-04' }, on: '2026-01-21' }),
    step('documents', { documents: { courier: 'DHL', tracking: '00340434' } }),
    step('arrived', { on: '2026-02-05' }),
  ])
    order = await report({ ...body, after: order.version })
  order = await report(step('deposit'), buyer.token)
  order = await report(step('received', { on: '2026-02-06' }), buyer.token)
  expect(order.shipment).toMatchObject({
    step: 'received',
    vessel: 'MSC Irina',
    container,
    etd: '2026-01-20',
    eta: '2026-02-04',
    loaded: [{ fishe: fish._id, qty: qty() - 1 }],
  })
  expect(order.shipment?.done.map((each) => each.step)).toEqual([
    ...['proforma', 'deposit', 'packed', 'booked', 'loaded', 'sailed', 'documents', 'arrived', 'received'],
  ])
  expect(order.events.find((each) => each.step === 'loaded')?.loaded).toEqual({
    ...{ container, seal: 'S-77', temperature: -20 },
    lines: [{ fishe: fish._id, qty: qty() - 1 }],
  })
  // the decision is still the acceptance, whose time says since when
  const { json } = await t.call('GET', `/orders/${order._id}/`, { token: buyer.token })
  expect(json).toMatchObject({ state: 'accepted', version: order.version })
})

it('the buyer reports only what the buyer can know', async () => {
  for (const name of ['proforma', 'packed', 'documents', 'arrived'])
    expect(await refusal(step(name), buyer.token)).toEqual([403, 'not-your-side'])
  expect(await refusal(loaded(1), buyer.token)).toEqual([403, 'not-your-side'])
  const stranger = await t.addUser()
  expect((await deal.say(order, stranger.token, step('deposit'))).status).toBe(404)
})

it('names what is wrong with a report', async () => {
  expect(await wrong({ kind: 'milestone' })).toEqual([422, 'step required', 'on required'])
  expect(await wrong(step('packed', { on: '2026-02-30' }))).toEqual([422, 'on day'])
  expect(await wrong(step('booked'))).toEqual([422, 'booked required'])
  expect(await wrong(step('loaded'))).toEqual([422, 'loaded required'])
  const odd = { ...plan, etd: '2026-13-01', container: 'CSQU3054384' }
  expect(await wrong(step('booked', { booked: odd }))).toEqual([422, 'booked.etd day'])
  const booked = { ...plan, container: 'CSQU3054384' }
  expect(await wrong(step('booked', { booked }))).toEqual([422, 'booked.container containerNumber'])
  expect(await wrong(step('sailed', { sailed: { on: '2026-01-40' } }))).toEqual([422, 'sailed.on day'])
  expect(await wrong(loaded(1, { container: 'CSQU3054380' }))).toEqual([422, 'loaded.container containerNumber'])
  expect(await wrong(loaded(1.0001))).toEqual([422, 'loaded.lines.0.qty decimals'])
  expect(await wrong(loaded(1, { lines: [{ fishe: 'other', qty: 1 }] }))).toEqual([
    ...[422, 'loaded.lines.0.fishe productOfOffer'],
  ])
  expect((await deal.read(order)).version).toBe(order.version)
})

it('takes no more than the accepted quantity and the tolerance, by default 5 per cent', async () => {
  const most = Math.floor(qty() * 1050) / 1000
  const { json } = await deal.say(order, admin.token, loaded(most + 0.001))
  expect(json.errors).toEqual([
    expect.objectContaining({ path: 'loaded.lines.0.qty', rule: 'maximum', params: { limit: most } }),
  ])
  const lines = [most - 1, 1.001].map((tonnes) => ({ fishe: fish._id, qty: tonnes }))
  expect(await wrong(loaded(1, { lines }))).toEqual([422, 'loaded.lines.1.qty maximum'])
  order = await report(loaded(most))
  expect(order.shipment?.loaded).toEqual([{ fishe: fish._id, qty: most }])
  const exact = await deal.accept(await deal.offer(await deal.request([fish]), { tolerance: 0 }))
  expect((await deal.say(exact, admin.token, loaded(qty() + 0.001))).status).toBe(422)
  expect((await deal.say(exact, admin.token, loaded(qty()))).status).toBe(201)
})

it('of two reports of one container the first counts, and the other one when that is corrected', async () => {
  order = await report(loaded(2))
  const first = order.events.at(-1)?._id
  order = await report(loaded(1))
  const second = order.events.at(-1)?._id
  expect(order.shipment).toMatchObject({ loaded: [{ qty: 2 }], doubles: [{ step: 'loaded', _id: second }] })
  order = await report({ kind: 'correct', of: first, note: 'Counted twice' })
  expect(order.shipment).toMatchObject({ done: [{ _id: second }], loaded: [{ qty: 1 }] })
  expect(order.shipment).not.toHaveProperty('doubles')
  expect(order.events.map(({ kind }) => kind)).toEqual(['offer', 'accept', 'milestone', 'milestone', 'correct'])
})

it('a report is corrected by its author or the shop', async () => {
  order = await report(step('deposit'), buyer.token)
  const paid = order.events.at(-1)?._id
  order = await report(step('packed'))
  const packed = order.events.at(-1)?._id
  const note = 'A slip'
  expect(await refusal({ kind: 'correct', of: packed, note }, buyer.token)).toEqual([403, 'not-your-side'])
  expect(await wrong({ kind: 'correct' })).toEqual([422, 'of required', 'note required'])
  expect(await wrong({ kind: 'correct', of: v7(), note })).toEqual([422, 'of milestoneOfOrder'])
  expect(await wrong({ kind: 'correct', of: order.events[0]?._id, note })).toEqual([422, 'of milestoneOfOrder'])
  order = await report({ kind: 'correct', of: paid, note }, buyer.token)
  order = await report({ kind: 'correct', of: String(packed).toUpperCase(), note })
  expect(order.shipment).toEqual({ step: null, done: [], loaded: [] })
  order = await report(step('deposit'), buyer.token)
  expect((await report({ kind: 'correct', of: order.events.at(-1)?._id, note })).shipment?.done).toEqual([])
})

it('is added exactly once, and not over what its author has not seen', async () => {
  const key = v7()
  const body = { ...step('packed'), after: order.version }
  const first = await deal.say(order, admin.token, body, { key })
  const again = await deal.say(order, admin.token, body, { key })
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
  expect(again.headers['idempotent-replayed']).toBe('true')
  const other = await t.addUser({ admin: true })
  const { status, json } = await deal.say(order, other.token, body)
  expect([status, json.type, json.order.shipment.step]).toEqual([409, 'about:quayside/order-changed', 'packed'])
  order = putTogether(order, first.json.data)
  // the answer to an old key is the order as it was
  await report(step('arrived'))
  const late = await deal.say(order, admin.token, body, { key })
  expect(late.json.data.shipment).toEqual(first.json.data.shipment)
})

it('is known without the milestones among the newest events', async () => {
  order = await report(step('packed'))
  for (let at = 0; at < 51; at++) order = await report({ kind: 'message', text: `${at}` })
  const whole: Order = (await t.call('GET', `/orders/${order._id}/`, { token: buyer.token })).json
  expect(whole.events.every(({ kind }) => kind === 'message')).toBe(true)
  expect(whole).toMatchObject({ earlier: true, shipment: { step: 'packed' }, decision: { kind: 'accept' } })
  const later = await report(step('arrived'))
  expect(later.shipment?.done.map((each) => each.step)).toEqual(['packed', 'arrived'])
})

it('counts as written', async () => {
  await t.db.query.updateTable('shop_order').set({ buyer_said: 1000 }).where('id', '=', order._id).execute()
  expect(await refusal(step('deposit'), buyer.token)).toEqual([422, 'thread-full'])
  await report(step('packed'))
  const row = await t.db.query.selectFrom('shop_order').selectAll().where('id', '=', order._id).executeTakeFirst()
  // the offer and this
  expect([row?.shop_said, row?.version]).toEqual([2, 3])
})

it('is in the log of the administrators', async () => {
  order = await report(step('packed'))
  await report({ kind: 'correct', of: order.events.at(-1)?._id, note: 'A slip' })
  const rows = await t.db.query.selectFrom('admin_action').select('kind').orderBy('id').execute()
  expect(rows.map(({ kind }) => kind).slice(-2)).toEqual(['milestone-added', 'milestone-corrected'])
})

describe('mails', () => {
  const sent = async () => {
    await sendDue(t.shop, orderMails)
    return t.notices.splice(0)
  }

  it('tell the buyer of the ship, the container and the sea, and of nothing else', async () => {
    for (const body of [step('proforma'), step('deposit'), step('packed'), step('documents')])
      order = await report(body)
    order = await report(step('deposit'), buyer.token)
    order = await report(step('received'), buyer.token)
    expect(await sent()).toEqual([])
    order = await report(step('booked', { booked: plan, note: 'Window seat' }))
    const [booked, ...none] = await sent()
    expect(none).toEqual([])
    expect(booked).toMatchObject({
      recipient: buyer.email,
      subject: `${order.reference}: Your goods have a place on a ship`,
    })
    for (const part of ['MSC Irina', 'from Dakar to Vigo', '20 January 2026', '2 February 2026', 'Window seat'])
      expect(booked?.text).toContain(part)
    order = await report(loaded(2))
    order = await report(step('sailed', { sailed: { on: '2026-01-21', eta: '2026-02-04' } }))
    order = await report(step('arrived'))
    const texts = await sent()
    expect(texts.map(({ subject }) => subject.replace(/^\S+ /, ''))).toEqual([
      ...['Your goods are loaded', 'Your goods have sailed', 'Your goods have arrived'],
    ])
    expect(texts[0]?.text).toContain(`Container: ${container}\n2 t `)
    expect(texts[1]?.text).toContain('4 February 2026')
  })

  it('about a corrected step are never sent', async () => {
    order = await report(step('sailed'))
    const sailed = order.events.at(-1)?._id
    order = await report(step('arrived'))
    await report({ kind: 'correct', of: sailed, note: 'Still in the port' })
    expect((await sent()).map(({ subject }) => subject)).toEqual([`${order.reference}: Your goods have arrived`])
  })
})
