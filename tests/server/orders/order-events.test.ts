import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order } from '../../../contract/orders.ts'
import { dealer, notOpened, offerFor, openDeal } from './deal.ts'

const day = 24 * 60 * 60 * 1000

let { t, buyer, admin, fish, deal } = notOpened
beforeEach(async () => {
  const names = { buyer: { name: 'Berta' }, admin: { name: 'Sales desk' } }
  ;({ t, buyer, admin, fish, deal } = await openDeal(names))
})
afterEach(() => t.close())
const refusal = ({ status, json }: { status: number; json: { type?: string } }) => [
  status,
  json.type?.replace('about:quayside/', ''),
]

it('leads from a request to an accepted offer', async () => {
  const order = await deal.request([fish], { wishes: { incoterm: 'FOB', currency: 'USD' } })
  expect(order).toMatchObject({ state: 'requested', version: 0, events: [], wishes: { incoterm: 'FOB' } })
  const charges = [{ label: 'Freight', amount: 50_000 }]
  const offered = await deal.offer(order, { charges, note: 'Fresh' })
  expect(offered).toMatchObject({ _id: order._id, state: 'offered', version: 1 })
  const [event] = offered.events
  expect(event).toEqual({
    _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    seq: 1,
    kind: 'offer',
    at: expect.stringMatching(/^2026-01-01T/),
    by: { name: 'Sales desk', side: 'shop' },
    offer: {
      ...offerFor(order.orderItems, { charges, note: 'Fresh' }),
      lines: [{ fishe: fish._id, qty: 2.5, price: 185_000, total: 462_500 }],
      total: 512_500,
      claimDays: 5,
      expiresAt: '2026-01-21T00:00:00.000Z',
    },
  })
  const accepted = await deal.accept(offered)
  expect(accepted).toMatchObject({ state: 'accepted', version: 2 })
  expect(accepted.events[1]).toMatchObject({
    kind: 'accept',
    offer: event?._id,
    by: { name: 'Berta', side: 'buyer' },
  })
  for (const token of [buyer.token, admin.token]) {
    expect((await t.call('GET', `/orders/${order._id}/`, { token })).json).toEqual(accepted)
  }
  const mine = await t.call('GET', '/orders/myorders/', { token: buyer.token })
  expect(mine.json.data[0]).toEqual(accepted)
  expect(JSON.stringify(mine.json)).not.toContain(admin.email)
  expect(JSON.stringify(mine.json)).not.toContain(admin.id)
})

it('repeats the answer for the same key and payload, even later, and for nothing else', async () => {
  const order = await deal.request([fish])
  const key = v7()
  const body = { kind: 'offer', after: 0, offer: offerFor(order.orderItems) }
  const first = await deal.say(order, admin.token, body, { key })
  expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined])
  expect(first.json.data.events[0]._id).toBe(key)
  await deal.must(order, buyer.token, { kind: 'message', text: 'Thank you' })
  t.clock.pass(25 * day)
  const again = await deal.say(order, admin.token, body, { key: key.toUpperCase() })
  expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
  const reordered = { offer: { x: 1, ...body.offer }, after: 0, kind: 'offer', text: 'left out' }
  expect((await deal.say(order, admin.token, reordered, { key })).text).toBe(first.text)
  expect(refusal(await deal.say(order, admin.token, { ...body, after: 1 }, { key }))).toEqual([422, 'key-reused'])
  const other = await deal.request([fish])
  expect(refusal(await deal.say(other, admin.token, body, { key }))).toEqual([422, 'key-reused'])
  expect(refusal(await deal.say(order, buyer.token, { kind: 'message', text: 'x' }, { key }))).toEqual([
    409,
    'key-of-another-user',
  ])
  expect(refusal(await deal.say(order, buyer.token, { kind: 'message', text: 'x' }, { key: order._id }))).toEqual([
    422,
    'key-reused',
  ])
  expect((await deal.read(order)).events).toHaveLength(2)
  // the offer has expired by now, but the replayed answer does not say so
  const [late, words] = [v7(), { kind: 'message', text: 'Too late?' }]
  const { text } = await deal.say(order, buyer.token, words, { key: late })
  await deal.must(await deal.read(order), admin.token, { kind: 'close', after: 3, note: 'Sold' })
  expect((await deal.say(order, buyer.token, words, { key: late })).text).toBe(text)
  expect(JSON.parse(text).data.state).toBe('expired')
})

it('shows events in the order of arrival, whenever their authors began to write', async () => {
  const order = await deal.request([fish])
  const keys = [v7(), v7({ msecs: 1 })]
  for (const key of keys) await deal.say(order, buyer.token, { kind: 'message', text: 'Hello' }, { key })
  expect((await deal.read(order)).events.map(({ _id }) => _id)).toEqual(keys)
})

it('does not replay an answer to a user who may no longer read the order', async () => {
  const second = await t.addUser({ admin: true, name: 'Second' })
  const order = await deal.request([fish])
  const [key, body] = [v7(), { kind: 'message', text: 'Hello' }]
  expect((await deal.say(order, second.token, body, { key })).status).toBe(201)
  const right = { name: second.name, email: second.email, isAdmin: false }
  await t.call('PUT', `/users/update/${second.id}/`, { token: admin.token, body: right })
  expect(refusal(await deal.say(order, second.token, body, { key }))).toEqual([404, 'not-found'])
})

it('replays the original answer to the order itself', async () => {
  const key = v7()
  const request = { token: buyer.token, key, body: { ...(await bodyFor()), wishes: { note: 'soon' } } }
  const first = await t.call('POST', '/orders/add/', request)
  await deal.offer(first.json.data)
  const again = await t.call('POST', '/orders/add/', request)
  expect([again.status, again.text]).toEqual([201, first.text])
})
const bodyFor = async () => {
  const { orderItems, shippingAddress } = await deal.request([fish])
  return { orderItems: orderItems.map(({ fishe, qty }) => ({ fishe, qty })), shippingAddress }
}

it('takes an answer over later events of its own author, and refuses a late try of one that was replaced', async () => {
  const order = await deal.request([fish])
  const offer = (price: number, more: object = {}) => {
    const made = offerFor(order.orderItems)
    return {
      kind: 'offer',
      after: 0,
      offer: { ...made, lines: made.lines.map((line) => ({ ...line, price })) },
      ...more,
    }
  }
  const [lost, arrived] = [v7(), v7()]
  await deal.must(order, admin.token, offer(300), { key: arrived })
  await deal.must(order, admin.token, offer(400, { replaces: [lost, arrived] }))
  expect(refusal(await deal.say(order, admin.token, offer(100), { key: lost }))).toEqual([422, 'key-reused'])
  // a device may learn between two tries what its event replaces
  const known = await deal.say(order, admin.token, offer(300, { replaces: [v7()] }), { key: arrived })
  expect([known.status, known.headers['idempotent-replayed']]).toEqual([201, 'true'])
  expect((await deal.read(order)).events.map(({ offer }) => Object(offer).lines[0].price)).toEqual([300, 400])
  // a repeat without a key is told by `after` alone
  expect(refusal(await deal.say(order, admin.token, offer(400), { key: undefined }))).toEqual([409, 'order-changed'])
  // a refused one supersedes nothing
  const open = v7()
  await deal.must(order, buyer.token, { kind: 'message', text: 'Less, please' })
  expect(refusal(await deal.say(order, admin.token, offer(500, { replaces: [open] })))).toEqual([409, 'order-changed'])
  await deal.must(order, admin.token, offer(350, { after: 3 }), { key: open })
})

it('refuses an answer that ignores an unread event, returns the order, and stores nothing', async () => {
  const order = await deal.request([fish])
  const message = await deal.must(order, buyer.token, { kind: 'message', text: 'And by air?' })
  const late = await deal.say(order, admin.token, { kind: 'offer', after: 0, offer: offerFor(order.orderItems) })
  expect(refusal(late)).toEqual([409, 'order-changed'])
  expect(late.json.order).toEqual(message)
  expect((await deal.read(order)).version).toBe(1)
  // nor may `after` be ahead of the thread
  expect(refusal(await deal.say(order, admin.token, { kind: 'close', after: 2, note: 'No fish' }))).toEqual([
    409,
    'order-changed',
  ])
  await deal.offer(message)
})

it('withdraws the current offer, and none that was replaced', async () => {
  const first = await deal.offer(await deal.request([fish]))
  const second = await deal.offer(first)
  const withdraw = (offer = '') => deal.say(second, admin.token, { kind: 'withdraw', after: 2, offer })
  expect(refusal(await withdraw(first.events[0]?._id))).toEqual([409, 'offer-not-current'])
  expect((await withdraw(second.events[1]?._id.toUpperCase())).json.data.state).toBe('requested')
})

it('shows the notes of answers to both sides', async () => {
  const offered = await deal.offer(await deal.request([fish]))
  const offer = offered.events[0]?._id.toUpperCase()
  await deal.must(offered, buyer.token, { kind: 'decline', offer, note: 'Too dear' })
  const again = await deal.offer(await deal.read(offered))
  await deal.must(again, buyer.token, { kind: 'accept', offer: again.events.at(-1)?._id, note: 'With pleasure' })
  const cancelled = await deal.request([fish])
  await deal.must(cancelled, buyer.token, { kind: 'cancel', note: 'Changed my mind' })
  const words = async (order: Order) => (await deal.read(order)).events.flatMap(({ note }) => note ?? [])
  expect(await words(offered)).toEqual(['Too dear', 'With pleasure'])
  expect(await words(cancelled)).toEqual(['Changed my mind'])
})

it('accepts only the current offer, and only within its validity', async () => {
  const first = await deal.offer(await deal.request([fish]))
  const second = await deal.offer(first)
  const yes = (order: Order) => deal.say(order, buyer.token, { kind: 'accept', offer: order.events.at(-1)?._id })
  expect(refusal(await yes(first))).toEqual([409, 'offer-not-current'])
  const end = Date.parse('2026-01-21T00:00:00.000Z')
  t.clock.pass(end - t.clock.now() - 60_000)
  const before = await deal.offer(second)
  t.clock.pass(60_000)
  expect((await deal.read(before)).state).toBe('expired')
  expect(refusal(await yes(before))).toEqual([409, 'offer-expired'])
  const renewed = await deal.offer(before, { validUntil: '2026-01-31' })
  expect((await deal.accept(renewed)).state).toBe('accepted')
  expect(refusal(await yes(renewed))).toEqual([409, 'order-final'])
})

it('expires in the same millisecond in the thread, the counts and the list', async () => {
  const order = await deal.offer(await deal.request([fish]))
  const end = Date.parse('2026-01-21T00:00:00.000Z')
  const { now } = t.clock
  const at = async (time: number) => {
    t.clock.now = () => time
    const { state } = await deal.read(order)
    const counts = (await t.call('GET', '/orders/counts/', { token: admin.token })).json
    const listed = await t.call('GET', '/orders/', { token: admin.token, query: { state: 'expired' } })
    return [state, counts.offered, counts.expired, listed.json.length]
  }
  expect(await at(end - 1)).toEqual(['offered', 1, 0, 0])
  expect(await at(end)).toEqual(['expired', 0, 1, 1])
  t.clock.now = now
})

it('lets an administrator who is the buyer act for both sides', async () => {
  const owner = await t.addUser({ admin: true })
  const own = dealer(t, owner, owner)
  const offered = await own.offer(await own.request([fish]))
  const asked = await own.must(offered, owner.token, { kind: 'message', text: 'Hm' })
  expect(asked.events.map(({ by }) => by.side)).toEqual(['shop', 'buyer'])
  const accepted = await own.must(asked, owner.token, { kind: 'accept', offer: offered.events[0]?._id })
  expect(accepted.state).toBe('accepted')
})

it('is deleted with its order: a late retry gets `order-deleted`', async () => {
  const order = await deal.request([fish])
  const body = { kind: 'message', text: 'Hello' }
  const key = v7()
  await deal.say(order, buyer.token, body, { key })
  await t.call('DELETE', `/orders/delete/${order._id}/`, { token: admin.token })
  for (const retry of [key, v7()])
    expect(refusal(await deal.say(order, buyer.token, body, { key: retry }))).toEqual([410, 'order-deleted'])
  expect(refusal(await deal.say(order, admin.token, body))).toEqual([410, 'order-deleted'])
  expect(refusal(await deal.say(order, (await t.addUser()).token, body))).toEqual([404, 'not-found'])
  expect(await t.db.query.selectFrom('order_event').select('id').where('order_id', '=', order._id).execute()).toEqual(
    [],
  )
})

it('gives an event without a key an id, which cannot be used as a key afterwards', async () => {
  const order = await deal.request([fish])
  const message = { kind: 'message', text: 'Hello' }
  const { json } = await deal.say(order, buyer.token, message, { key: undefined })
  const key = json.data.events[0]._id
  expect(refusal(await deal.say(order, buyer.token, message, { key }))).toEqual([422, 'key-reused'])
})

it('stores the language of the order: that of its body, else of the call', async () => {
  const headers = { 'accept-language': 'es-ES,fr;q=0.5' }
  const send = async (more: object) => {
    const body = { ...(await bodyFor()), ...more }
    return (await t.call('POST', '/orders/add/', { token: buyer.token, body, headers })).json.data.language
  }
  expect([await send({}), await send({ language: 'fr' })]).toEqual(['es', 'fr'])
})

it('counts and lists by state, with ended offers as expired', async () => {
  const made: Record<string, Order> = {}
  made.requested = await deal.request([fish])
  made.offered = await deal.offer(await deal.request([fish]), { validUntil: '2026-06-30' })
  const talked = await deal.offer(await deal.request([fish]), { validUntil: '2026-06-30' })
  const lines = talked.orderItems.map(({ fishe, qty }) => ({ fishe, qty, price: 100_000 }))
  const counter = { kind: 'counter', offer: talked.events[0]?._id, until: '2026-06-29', lines }
  made.countered = await deal.must(talked, buyer.token, counter)
  made.expired = await deal.offer(await deal.request([fish]))
  made.accepted = await deal.accept(await deal.offer(await deal.request([fish])))
  const declined = await deal.offer(await deal.request([fish]))
  made.declined = await deal.must(declined, buyer.token, { kind: 'decline', offer: declined.events[0]?._id })
  made.cancelled = await deal.must(await deal.request([fish]), buyer.token, { kind: 'cancel' })
  made.closed = await deal.must(await deal.request([fish]), admin.token, { kind: 'close', after: 0, note: 'No fish' })
  const withdrawn = await deal.offer(await deal.request([fish]))
  const offer = withdrawn.events[0]?._id
  await deal.must(withdrawn, admin.token, { kind: 'withdraw', after: 1, offer })
  t.clock.pass(25 * day)
  const { json, status } = await t.call('GET', '/orders/counts/', { token: admin.token })
  const ended = { declined: 1, expired: 1, closed: 1, cancelled: 1 }
  const counts = { requested: 2, offered: 1, countered: 1, accepted: 1, ...ended }
  expect([status, json]).toEqual([200, counts])
  const list = (state: string) => t.call('GET', '/orders/', { token: admin.token, query: { state, per_page: '1' } })
  for (const [state, count] of Object.entries(counts)) {
    const listed = await list(state)
    expect([state, listed.headers['x-total-count'], listed.json[0].state]).toEqual([state, String(count), state])
    if (state !== 'requested') expect(listed.json[0]._id).toBe(made[state]?._id)
  }
  const some = await list('requested,expired')
  expect([some.headers['x-total-count'], some.headers.link]).toEqual([
    '3',
    '</api/orders/?state=requested%2Cexpired&page=2&per_page=1>; rel="next"',
  ])
  expect((await list(Object.keys(counts).join(','))).headers['x-total-count']).toBe('9')
  // every page is right, whichever end it is read from
  const ids = async (query: Record<string, string>): Promise<string[]> => {
    const { json: page } = await t.call('GET', '/orders/', { token: admin.token, query })
    return page.map(({ _id }: Order) => _id)
  }
  const newest = await ids({})
  for (const state of [
    'requested',
    'requested,accepted,declined',
    'offered,expired,closed',
    Object.keys(counts).join(','),
  ]) {
    const all = await ids({ state })
    expect(all).toEqual(newest.filter((id) => all.includes(id)))
    for (const [per_page, size] of [
      ['1', 1],
      ['3', 3],
    ] as const)
      for (let page = 1; page <= Math.ceil(all.length / size); page++)
        expect([page, await ids({ state, per_page, page: String(page) })]).toEqual([
          page,
          all.slice((page - 1) * size, page * size),
        ])
  }
  // with a keyword, only the orders that contain it
  const accepted = made.accepted?.reference ?? ''
  for (const [state, keyword, found] of [
    ['accepted,expired', accepted, [made.accepted?._id]],
    ['requested,expired', accepted, []],
    ['offered', buyer.name, [made.offered?._id]],
    ['expired', buyer.name, [made.expired?._id]],
  ] as const)
    expect([state, await ids({ state, keyword })]).toEqual([state, found])
  for (const wrong of ['x', 'requested,', 'offered,x', 'OFFERED']) expect((await list(wrong)).status).toBe(400)
})
