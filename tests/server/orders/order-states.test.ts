import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventKind, eventKinds, type KnownState, sideOf } from '../../../contract/order-events.ts'
import type { Order } from '../../../contract/orders.ts'
import { caller, type TestShop } from '../harness.ts'
import { counterFor, offerFor, openDeal } from './deal.ts'

const noCounter = 'counter-not-current counter-not-current '
/** What becomes of `eventKinds` in each state: the new state or the refusal. */
const rows: Record<KnownState, string> = {
  requested: `offered offer-not-current closed offer-not-current offer-not-current cancelled offer-not-current ${noCounter}requested`,
  offered: `offered requested closed accepted declined cancelled countered ${noCounter}offered`,
  countered: 'offered requested closed accepted declined cancelled countered accepted offered countered',
  expired: `offered requested closed offer-expired offer-expired cancelled offer-expired ${noCounter}expired`,
  declined: `offered offer-not-current closed offer-not-current offer-not-current cancelled offer-not-current ${noCounter}declined`,
  accepted: `${'order-final '.repeat(9)}${'accepted '.repeat(6)}`,
  closed: `${'order-final '.repeat(9)}closed`,
  cancelled: `${'order-final '.repeat(9)}cancelled`,
}
/** Shipments have milestones, claims and documents once an offer is accepted. */
const wantedOf = (state: KnownState, kind: EventKind) =>
  rows[state].split(' ')[eventKinds.indexOf(kind)] ?? 'order-not-accepted'

const { t, buyer, admin, fish, deal } = await openDeal()
afterAll(() => t.close())

const offerId = (order: Order) => order.events.findLast(({ kind }) => kind === 'offer')?._id ?? v7()
const counterId = (order: Order) => order.events.findLast(({ kind }) => kind === 'counter')?._id ?? v7()
const firstId = (order: Order, wanted: EventKind) => order.events.find(({ kind }) => kind === wanted)?._id ?? v7()
const announced = () => ({ _id: v7(), name: 'BL.pdf', type: 'application/pdf', bytes: 9, sha256: '0'.repeat(64) })
const bodies: Record<EventKind, (order: Order) => object> = {
  offer: (order) => ({ after: order.version, offer: offerFor(order.orderItems) }),
  withdraw: (order) => ({ after: order.version, offer: offerId(order) }),
  close: (order) => ({ after: order.version, note: 'No fish' }),
  accept: (order) => ({ offer: offerId(order) }),
  decline: (order) => ({ offer: offerId(order), note: 'Too dear' }),
  counter: (order) => ({ ...counterFor(order), offer: offerId(order) }),
  agree: (order) => ({ after: order.version, counter: counterId(order) }),
  retract: (order) => ({ counter: counterId(order) }),
  cancel: () => ({}),
  message: () => ({ text: 'Hello' }),
  milestone: (order) => ({ after: order.version, step: 'packed', on: '2026-01-02' }),
  correct: (order) => ({ of: firstId(order, 'milestone'), note: 'Wrong order' }),
  claim: (order) => ({ lines: order.orderItems.map(({ fishe }) => ({ fishe, kg: 1, reason: 'short' })) }),
  settle: (order) => ({ after: order.version, claim: firstId(order, 'claim'), refused: 'All was there' }),
  document: () => ({ document: { kind: 'other' }, files: [announced()] }),
}
const tokenOf = (kind: EventKind) => (sideOf[kind] === 'shop' ? admin.token : buyer.token)
const event = (kind: EventKind, order: Order) => ({ kind, ...bodies[kind](order) })
const lead: Record<KnownState, EventKind[]> = {
  requested: [],
  offered: ['offer'],
  countered: ['offer', 'counter'],
  expired: ['offer'],
  accepted: ['offer', 'accept', 'milestone', 'claim'],
  declined: ['offer', 'decline'],
  closed: ['close'],
  cancelled: ['cancel'],
}
async function make(state: KnownState): Promise<Order> {
  let order = await deal.request([fish])
  for (const kind of lead[state]) order = await deal.must(order, tokenOf(kind), event(kind, order))
  if (state === 'expired') {
    // expires the offer in the stored event, which decides
    const offer = { ...Object(order.events[0]?.offer), expiresAt: '2026-01-01T00:00:00.000Z' }
    const over = { body: JSON.stringify({ offer }) }
    await t.db.query.updateTable('order_event').set(over).where('order_id', '=', order._id).execute()
  }
  expect((await deal.read(order)).state).toBe(state)
  return order
}

it.each(Object.keys(rows) as KnownState[])('takes and refuses in the state %s what the table says', async (state) => {
  for (const kind of eventKinds) {
    const order = await make(state)
    const wanted = wantedOf(state, kind)
    const { status, json } = await deal.say(order, tokenOf(kind), event(kind, order))
    const isTaken = wanted in rows
    expect([kind, status, status === 201 ? json.data.state : json.type]).toEqual([
      kind,
      isTaken ? 201 : 409,
      isTaken ? wanted : `about:quayside/${wanted}`,
    ])
    const now = await deal.read(order)
    expect([now.version, now.state]).toEqual([order.version + Number(isTaken), isTaken ? wanted : state])
    const row = await t.db.query.selectFrom('shop_order').selectAll().where('id', '=', order._id).executeTakeFirst()
    expect([row?.version, row?.state]).toEqual([now.version, now.state === 'expired' ? 'offered' : now.state])
    expect([row?.expires_at !== null, row?.counter_until !== null]).toEqual([
      row?.state === 'offered' || row?.state === 'countered',
      row?.state === 'countered',
    ])
    // whose milestone is corrected is looked at on an accepted order
    if (kind === 'message' || (kind === 'correct' && state !== 'accepted')) continue
    const wrongSide = tokenOf(kind) === admin.token ? buyer.token : admin.token
    const refused = await deal.say(order, wrongSide, event(kind, now))
    expect([refused.status, refused.json.type]).toEqual([403, 'about:quayside/not-your-side'])
  }
})

describe('with concurrent events', () => {
  const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, n) => make(n))
  const seqs = (order: Order) => order.events.map(({ seq }) => seq)
  let calls: TestShop['call'][]
  beforeAll(async () => {
    calls = [t.call, caller(await t.another())]
  })
  /** Retries like the outbox while the key is in progress or the server busy. */
  async function send(
    at: number,
    order: Order,
    { token, key = v7(), body }: { token: string; key?: string; body: object },
  ) {
    for (;;) {
      const call = calls[at % calls.length] ?? t.call
      const answer = await call('POST', `/orders/${order._id}/events/`, { token, key, body })
      if (answer.status !== 503 && answer.json.type !== 'about:quayside/key-in-progress') return answer
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  it('either the buyer accepts or the shop withdraws', async () => {
    for (let round = 0; round < 15; round++) {
      const order = await make('offered')
      const both = [
        () => send(0, order, { token: buyer.token, body: event('accept', order) }),
        () => send(1, order, { token: admin.token, body: event('withdraw', order) }),
      ]
      const answers = await Promise.all((round % 2 ? both : both.reverse()).map((start) => start()))
      const codes = answers.map(({ status, json }) => (status === 201 ? 'taken' : json.type)).sort()
      const { state, events } = await deal.read(order)
      expect(events).toHaveLength(2)
      const lost = state === 'accepted' ? 'order-changed' : 'offer-not-current'
      expect(['accepted', 'requested']).toContain(state)
      expect(codes).toEqual([`about:quayside/${lost}`, 'taken'])
    }
  })

  it('one of two administrators makes the offer, the other gets it with the refusal', async () => {
    const second = await t.addUser({ admin: true, name: 'Second' })
    for (let round = 0; round < 15; round++) {
      const order = await make('requested')
      const offers = [admin, second].map(({ token }, at) => send(at, order, { token, body: event('offer', order) }))
      const [taken, refused] = (await Promise.all(offers)).sort((a, b) => a.status - b.status)
      expect([taken?.status, refused?.status, refused?.json.type]).toEqual([201, 409, 'about:quayside/order-changed'])
      expect(refused?.json.order).toEqual(taken?.json.data)
      expect(await deal.read(order)).toEqual(taken?.json.data)
    }
  })

  it('all messages are stored, in one sequence without a gap', async () => {
    const order = await make('offered')
    const message = (n: number) => ({ kind: 'message', text: `Message ${n}` })
    const answers = await Promise.all(
      times(24, (n) => send(n, order, { token: n % 3 ? buyer.token : admin.token, body: message(n) })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const now = await deal.read(order)
    expect(seqs(now)).toEqual(times(25, (n) => n + 1))
    expect(new Set(now.events.map(({ text }) => text)).size).toBe(25)
    const versions = answers.map(({ json }) => json.data.version).sort((a, b) => a - b)
    expect(versions).toEqual(times(24, (n) => n + 2))
  })

  it('the same event is sent many times and stored once', async () => {
    const order = await make('offered')
    const [key, body] = [v7(), event('accept', order)]
    const answers = await Promise.all(times(30, (n) => send(n, order, { token: buyer.token, key, body })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect((await deal.read(order)).events).toHaveLength(2)
  })

  it('an order is deleted completely, or answered before', async () => {
    for (let round = 0; round < 10; round++) {
      const order = await make('requested')
      const [said] = await Promise.all([
        send(0, order, { token: buyer.token, body: event('message', order) }),
        t.call('DELETE', `/orders/delete/${order._id}/`, { token: admin.token }),
      ])
      expect([201, 410]).toContain(said.status)
      const rows = t.db.query.selectFrom('order_event').select('id').where('order_id', '=', order._id)
      expect(await rows.execute()).toEqual([])
      expect((await send(1, order, { token: buyer.token, body: event('message', order) })).status).toBe(410)
    }
  })
})
