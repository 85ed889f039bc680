import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Order, OrderChanges } from '../../contract/orders.ts'
import type { TestUser } from '../server/harness.ts'
import { offerFor } from '../server/orders/deal.ts'
import { type AttackedShop, bodyOf, openAttackedShop } from './shop.ts'

/** Who calls: another buyer, the buyer of the request, an administrator. */
type Caller = 'other' | 'buyer' | 'admin'

const t = await openAttackedShop()
const people = {
  other: await t.addUser({ email: 'other@example.org' }),
  buyer: await t.addUser({ email: 'buyer@example.org' }),
  admin: await t.addUser({ admin: true, email: 'secret-desk@example.org' }),
}
const fish = await t.addFish()
afterAll(() => t.close())

const tokenOf = (who: Caller) => people[who].token
const say = (order: { _id: string }, who: Caller, body: object, key = v7()) =>
  t.call('POST', `/orders/${order._id}/events/`, { token: tokenOf(who), body, key })
const offer = (order: Order, after = order.version) => ({ kind: 'offer', after, offer: offerFor(order.orderItems) })
const offered = async () => {
  const order = await t.newOrder(people.buyer, fish)
  return bodyOf<{ data: Order }>(await say(order, 'admin', offer(order))).data
}

const id = (order: Order) => order.events.at(-1)?._id
const kinds: Record<string, (order: Order) => object> = {
  offer,
  withdraw: (order) => ({ kind: 'withdraw', after: 1, offer: id(order) }),
  close: () => ({ kind: 'close', after: 1, note: 'Sold out' }),
  accept: (order) => ({ kind: 'accept', offer: id(order) }),
  decline: (order) => ({ kind: 'decline', offer: id(order), note: 'Too dear' }),
  counter: (order) => ({
    ...{ kind: 'counter', offer: id(order), until: offerFor(order.orderItems).validUntil },
    lines: order.orderItems.map(({ fishe, qty }) => ({ fishe, qty, price: 1 })),
  }),
  agree: (order) => ({ kind: 'agree', after: 1, counter: id(order) }),
  retract: (order) => ({ kind: 'retract', counter: id(order) }),
  cancel: () => ({ kind: 'cancel' }),
  message: () => ({ kind: 'message', text: 'Hello' }),
  payment: () => ({ kind: 'milestone', step: 'paid', paid: { amount: 1, on: '2026-01-02', part: 'deposit' } }),
  claim: ({ orderItems }) => ({
    kind: 'claim',
    lines: orderItems.map(({ fishe }) => ({ fishe, kg: 1, reason: 'short' })),
  }),
  settle: (order) => ({ kind: 'settle', after: 1, claim: id(order), refused: 'All was there' }),
  document: () => ({
    ...{ kind: 'document', document: { kind: 'other' } },
    files: [{ _id: v7(), name: 'BL.pdf', type: 'application/pdf', bytes: 9, sha256: '0'.repeat(64) }],
  }),
}

it('another’s request answers as one that there is not, whatever is said on it', async () => {
  const order = await offered()
  const unknown = { ...order, _id: v7() }
  for (const body of Object.values(kinds)) {
    const [hidden, missing] = [await say(order, 'other', body(order)), await say(unknown, 'other', body(order))]
    expect([hidden.status, hidden.text]).toEqual([missing.status, missing.text])
  }
  // a wrong body tells nothing either
  for (const body of [{}, { kind: 'message' }, { kind: 'accept', offer: 'x' }]) {
    const [hidden, missing] = [await say(order, 'other', body), await say(unknown, 'other', body)]
    expect([hidden.status, hidden.text]).toEqual([missing.status, missing.text])
  }
  // nor does the key of what was said
  const key = v7()
  expect((await say(order, 'buyer', { kind: 'message', text: 'Mine' }, key)).status).toBe(201)
  const stolen = await say(order, 'other', { kind: 'message', text: 'Mine' }, key)
  expect(stolen.text).not.toContain(order.reference)
  expect(stolen.status).toBeGreaterThanOrEqual(400)
  const { json } = await t.call('GET', `/orders/${order._id}/`, { token: people.buyer.token })
  expect((json as Order).events.filter(({ text }) => text === 'Mine')).toHaveLength(1)
})

it('the feed shows nobody an order of another, not by a cursor of theirs or of an administrator either', async () => {
  const order = await offered()
  const feed = async (who: Caller, since?: string) => {
    const query = since === undefined ? '' : `?since=${since}`
    const { json } = await t.call('GET', `/orders/changes/${query}`, { token: tokenOf(who) })
    return json as OrderChanges
  }
  const { next: ofBuyer } = await feed('buyer')
  const { next: ofAdmin } = await feed('admin')
  await say(order, 'admin', { kind: 'message', text: 'Between us' })
  for (const since of [undefined, ofBuyer, ofAdmin]) {
    const seen = JSON.stringify(await feed('other', since))
    for (const secret of [order._id, order.reference, 'Between us', people.buyer.email])
      expect(seen).not.toContain(secret)
  }
  const own = await feed('buyer', ofAdmin)
  expect(own.changed.every(({ user }) => user._id === people.buyer.id)).toBe(true)
  await t.call('DELETE', `/orders/delete/${order._id}/`, { token: people.admin.token })
  expect(JSON.stringify(await feed('other'))).not.toContain(order._id)
})

it('takes no author, number, time, state or total from a body', async () => {
  const order = await t.newOrder(people.buyer, fish)
  const forged = {
    ...{ _id: v7(), seq: 99, at: '1999-01-01T00:00:00.000Z', by: { name: 'The King', side: 'buyer' }, side: 'shop' },
    ...{ state: 'accepted', version: 7, author_id: people.other.id, user: people.other.id, total: 1 },
  }
  const made = offer(order)
  const withTotals = {
    ...made,
    offer: {
      ...made.offer,
      total: 1,
      expiresAt: '2099-01-01T00:00:00.000Z',
      lines: made.offer.lines.map((line) => ({ ...line, total: 1 })),
    },
  }
  const taken = await say(order, 'admin', { ...withTotals, ...forged })
  const { data } = bodyOf<{ data: Order }>(taken)
  const [event] = data.events
  const total = Math.round(185_000 * (order.orderItems[0]?.qty ?? 0))
  expect(event).toMatchObject({
    seq: 1,
    by: { name: people.admin.name, side: 'shop' },
    offer: { total, lines: [{ total }] },
  })
  expect([data.state, data.version]).toEqual(['offered', 1])
  // a text that begins so: an id may hold any digits
  for (const lie of ['The King', '"1999', '"2099', forged._id]) expect(taken.text).not.toContain(lie)
  const told = await say(order, 'buyer', { kind: 'message', text: 'Hello', ...forged })
  expect(bodyOf<{ data: Order }>(told).data.events.at(-1)).toMatchObject({ seq: 2, by: { side: 'buyer' } })
})

/** The statements that run meanwhile, in transactions too, and the bytes of their rows. */
async function workOf(action: () => Promise<unknown>): Promise<{ statements: string[]; bytes: number }> {
  const statements: string[] = []
  let bytes = 0
  const { executeQuery } = DefaultQueryExecutor.prototype
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  spy.mockImplementation(async function (this: DefaultQueryExecutor, query: CompiledQuery) {
    statements.push(query.sql)
    const result = await executeQuery.call(this, query)
    bytes += Buffer.byteLength(JSON.stringify(result.rows))
    return result
  })
  try {
    await action()
  } finally {
    spy.mockRestore()
  }
  return { statements, bytes }
}

describe('the work for messages above the limit', () => {
  let t: AttackedShop
  let buyer: TestUser
  let order: Order
  beforeAll(async () => {
    t = await openAttackedShop({ env: { RATE_LIMIT_FACTOR: '1' } })
    buyer = await t.addUser()
    order = await t.newOrder(buyer, await t.addFish())
  })
  afterAll(() => t.close())

  it('is a few look-ups for each of four at once, however long the thread is', async () => {
    const { query } = t.db
    const say = () =>
      t.call('POST', `/orders/${order._id}/events/`, {
        ...{ token: buyer.token, key: v7() },
        body: { kind: 'message', text: 'x'.repeat(2000) },
      })
    expect((await say()).status).toBe(201)
    const one = await query.selectFrom('order_event').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: 867 }, (_, at) => ({ ...one, id: v7(), seq: at + 2 }))
    for (let at = 0; at < rows.length; at += 100)
      await query
        .insertInto('order_event')
        .values(rows.slice(at, at + 100))
        .execute()
    await query.updateTable('shop_order').set({ version: 868 }).execute()
    const taken = await workOf(async () => expect((await say()).status).toBe(201))
    expect(taken.statements.filter((sql) => sql.includes('insert into "order_event"'))).toHaveLength(1)
    // the last event and the new one
    expect(taken.bytes).toBeLessThan(20_000)

    const bucket = `event:${buyer.id}`
    const limited = await query.updateTable('rate_limit').set({ hits: 120 }).where('bucket', '=', bucket).execute()
    expect(Number(limited[0]?.numUpdatedRows)).toBe(1)
    const answered: number[] = []
    const refused = await workOf(async () => {
      const replies = await Promise.all(Array.from({ length: 4 }, say))
      expect(replies.map(({ status }) => status)).toEqual([429, 429, 429, 429])
      answered.push(...replies.map(({ text }) => Buffer.byteLength(text)))
    })
    expect(Math.max(...answered)).toBeLessThan(500)
    expect(refused.statements.length).toBeLessThanOrEqual(4 * 6)
    expect(refused.bytes).toBeLessThan(4 * 2000)
    const heavy = /order_event|order_item|^\s*(insert|update|delete|begin|savepoint)|for update/i
    expect(refused.statements.filter((sql) => heavy.test(sql))).toEqual([])
    expect((await query.selectFrom('shop_order').select('version').executeTakeFirstOrThrow()).version).toBe(869)
  })
})
