import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import type { OrderEvent } from '../../../contract/order-events.ts'
import { findDecision } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import type { TestUser } from '../harness.ts'
import { offerFor, openDeal } from './deal.ts'

const day = 24 * 60 * 60 * 1000
const seqs = ({ events }: { events: OrderEvent[] }) => events.map(({ seq }) => seq)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

const { t, buyer, admin, fish, deal } = await openDeal()
afterAll(() => t.close())

const say = (order: { _id: string }, { token }: TestUser, text = 'Hello') =>
  deal.say(order, token, { kind: 'message', text })
const page = async (order: { _id: string }, { token }: TestUser, before?: number) => {
  const query: Record<string, string> = before === undefined ? {} : { before: String(before) }
  return t.call('GET', `/orders/${order._id}/events/`, { token, query })
}
const feed = async ({ token }: TestUser, since?: string) =>
  (await t.call('GET', '/orders/changes/', { token, query: since === undefined ? {} : { since } })).json
/** A request with an offer and `messages` messages after it. */
const longThread = async (messages: number): Promise<Order> => {
  const order = await deal.offer(await deal.offer(await deal.request([fish])))
  for (let n = 0; n < messages; n++) await say(order, n % 2 ? buyer : admin, `no ${n}`)
  return order
}

it('have the newest fifty events in an order, with the current offer and since when it stands; the rest comes in pages', async () => {
  const made = await longThread(110)
  const order = (await t.call('GET', `/orders/${made._id}/`, { token: buyer.token })).json
  expect(seqs(order)).toEqual(range(63, 112))
  expect(order).toMatchObject({ state: 'offered', version: 112, earlier: true, since: made.events[1]?.at })
  expect(order.currentOffer).toEqual({ ...made.events[1], number: 2 })
  const second = (await page(made, buyer, 63)).json
  expect([seqs(second), second.earlier]).toEqual([range(13, 62), true])
  const first = (await page(made, admin, 13)).json
  expect([seqs(first), first.earlier]).toEqual([range(1, 12), false])
  expect((await page(made, buyer)).json.events).toEqual(order.events)
  expect((await page(made, buyer, 1)).json).toEqual({ events: [], earlier: false })
  const [list] = (await t.call('GET', '/orders/', { token: admin.token })).json
  expect(seqs(list)).toEqual(range(63, 112))
})

it('come with the event that decided the state, however many messages came after it', async () => {
  const made = await deal.offer(await deal.request([fish]))
  const closed = await deal.must(made, admin.token, { kind: 'close', after: 1, note: 'The season is over' })
  const { next } = await feed(buyer, (await feed(buyer)).next)
  const { decision: none } = await deal.read(made)
  expect([none, closed.state]).toEqual([undefined, 'closed'])
  for (let n = 0; n < 55; n++) await say(made, n % 2 ? buyer : admin, `no ${n}`)
  const decision = { kind: 'close', seq: 2, note: 'The season is over', by: { side: 'shop' } }
  const [list] = (await t.call('GET', '/orders/', { token: admin.token })).json
  const [step] = (await feed(buyer, next)).changed
  const [order, answer] = [await deal.read(made), (await say(made, buyer)).json.data]
  expect(seqs(order)).toEqual(range(8, 57))
  for (const seen of [order, list, step, answer]) expect(seen).toMatchObject({ state: 'closed', decision })
  expect(findDecision(order)).toEqual(order.decision)

  const accepted = await deal.accept(await deal.offer(await deal.request([fish])))
  for (let n = 0; n < 51; n++) await say(accepted, n % 2 ? buyer : admin)
  const read = await deal.read(accepted)
  expect([read.currentOffer?.seq, read.decision?.seq, read.decision?.kind]).toEqual([1, 2, 'accept'])
  // the offer itself decided
  expect((await deal.read(await longThread(51))).decision).toBeUndefined()
})

it('are for the buyer and administrators only', async () => {
  const order = await deal.request([fish])
  const stranger = await t.addUser()
  expect((await page(order, stranger)).status).toBe(404)
  expect((await page({ _id: v7() }, buyer)).status).toBe(404)
  for (const before of ['0', '-1', '1.5', 'x'])
    expect(
      (await t.call('GET', `/orders/${order._id}/events/`, { token: buyer.token, query: { before } })).status,
    ).toBe(400)
})

it('the feed brings only what is after the cursor, also for an order that changes again during the pull', async () => {
  const [one, two] = [await longThread(3), await longThread(1)]
  const { next } = await feed(buyer, (await feed(buyer)).next)
  await say(one, admin)
  await say(two, admin)
  const cut = (await t.call('GET', '/orders/changes/', { token: buyer.token, query: { since: next, limit: '1' } })).json
  expect(cut.changed.map((order: Order) => [order._id, seqs(order)])).toEqual([[one._id, [6]]])
  await say(two, admin)
  const rest = await feed(buyer, cut.next)
  expect(rest.changed.map((order: Order) => [order._id, seqs(order)])).toEqual([[two._id, [4, 5]]])
  expect(rest.changed[0].currentOffer.number).toBe(2)
  await say(two, admin)
  expect((await feed(buyer, rest.next)).changed.map(seqs)).toEqual([[6]])
})

it('an answer to an event has what came after `after`, or the event itself; a replay has the same', async () => {
  const order = await longThread(2)
  const key = v7()
  const own = await deal.say(order, buyer.token, { kind: 'message', text: 'One' }, { key })
  expect([seqs(own.json.data), own.json.data.state, own.json.data.version]).toEqual([[5], 'offered', 5])
  expect(own.json.data.currentOffer.number).toBe(2)
  const after = await deal.say(order, buyer.token, { kind: 'message', text: 'Two', after: 3 })
  expect(seqs(after.json.data)).toEqual([4, 5, 6])
  await deal.say(order, buyer.token, { kind: 'cancel' })
  const replay = await deal.say(order, buyer.token, { kind: 'message', text: 'One' }, { key })
  expect([replay.text, replay.headers['idempotent-replayed']]).toEqual([own.text, 'true'])
})

it('fit into 256 KB whatever the events hold', async () => {
  const fishes = await Promise.all(Array.from({ length: 20 }, () => t.addFish()))
  let order = await deal.request(fishes)
  const lines = order.orderItems.map(({ fishe, qty }) => ({ fishe, qty, price: 5, note: 'ü'.repeat(200) }))
  const note = 'é'.repeat(2000)
  for (let n = 0; n < 24; n++)
    order = await deal.must(order, admin.token, {
      kind: 'offer',
      after: n,
      offer: offerFor(order.orderItems, { lines, note }),
    })
  const one = await t.call('GET', `/orders/${order._id}/`, { token: buyer.token })
  expect(Buffer.byteLength(one.text)).toBeLessThanOrEqual(256 * 1024)
  expect([one.json.version, one.json.events.at(-1).seq, one.json.earlier]).toEqual([24, 24, true])
  const read: number[] = []
  for (let before = 25; before > 1; before = read[0] ?? 1) {
    const { json, text } = await page(order, buyer, before)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256 * 1024)
    read.unshift(...seqs(json))
  }
  expect(read).toEqual(range(1, 24))
})

it('four parallel messages above the limit are refused and leave nothing', async () => {
  const order = await deal.request([fish])
  await t.db.query.updateTable('shop_order').set({ buyer_said: 1000 }).where('id', '=', order._id).execute()
  const before = await t.db.query.selectFrom('idempotency_key').select('id').execute()
  const answers = await Promise.all(Array.from({ length: 4 }, () => say(order, buyer)))
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(await t.db.query.selectFrom('idempotency_key').select('id').execute()).toEqual(before)
})

it('end: a hundred messages of a buyer a day, five hundred of the shop', async () => {
  const order = await deal.request([fish])
  for (let n = 0; n < 100; n++) expect((await say(order, buyer)).status).toBe(201)
  const full = await say(order, buyer)
  expect([full.status, full.json.type]).toEqual([422, 'about:quayside/thread-full'])
  // the shop may answer, and the buyer may act
  const offered = await deal.offer(await deal.read(order))
  expect(offered.state).toBe('offered')
  expect((await deal.say(order, buyer.token, { kind: 'accept', offer: offered.events.at(-1)?._id })).status).toBe(201)
  t.clock.pass(day)
  expect((await say(order, buyer)).status).toBe(201)
  await t.db.query
    .updateTable('rate_limit')
    .set({ hits: 500 })
    .where('bucket', '=', `thread-shop:${order._id}`)
    .execute()
  expect((await say(order, admin)).status).toBe(201)
  await t.db.query
    .updateTable('rate_limit')
    .set({ hits: 500 })
    .where('bucket', '=', `thread-shop:${order._id}`)
    .execute()
  expect((await say(order, admin)).json.type).toBe('about:quayside/thread-full')
})

it.each([
  ['buyer_said', 1000],
  ['buyer_bytes', 1024 * 1024],
  ['shop_said', 5000],
  ['shop_bytes', 5 * 1024 * 1024],
])('end: %s of %d', async (column, most) => {
  const order = await deal.request([fish])
  const [who, other] = column.startsWith('buyer') ? [buyer, admin] : [admin, buyer]
  const set = (value: number) =>
    t.db.query
      .updateTable('shop_order')
      .set({ [column]: value })
      .where('id', '=', order._id)
      .execute()
  await set(most - 1)
  const key = v7()
  const send = () => deal.say(order, who.token, { kind: 'message', text: 'Last' }, { key })
  expect((await send()).status).toBe(201)
  const counted = await t.db.query.selectFrom('shop_order').selectAll().where('id', '=', order._id).executeTakeFirst()
  expect(Number(Reflect.get(Object(counted), column))).toBeGreaterThanOrEqual(most)
  expect((await say(order, who)).json.type).toBe('about:quayside/thread-full')
  // what was accepted is answered again
  expect((await send()).status).toBe(201)
  expect((await say(order, other)).status).toBe(201)
})
