import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order, OrderChanges } from '../../../contract/orders.ts'
import { transact } from '../../../server/db/database.ts'
import { readMigrations } from '../../../server/db/migrate.ts'
import { recordChange } from '../../../server/orders/order-queries.ts'
import { dialect, loginAgain, orderBody, type TestUser } from '../harness.ts'
import { isLockAwaited } from '../lock-waits.ts'
import { notOpened, openDeal } from './deal.ts'

const day = 24 * 60 * 60 * 1000

let { t, buyer, admin, fish, deal } = notOpened
beforeEach(async () => {
  ;({ t, buyer, admin, fish, deal } = await openDeal())
})
afterEach(() => t.close())
const ask = async (user: TestUser, since?: string, limit?: number): Promise<OrderChanges> => {
  const query = { ...(limit && { limit: String(limit) }), ...(since !== undefined && { since }) }
  const { status, json } = await t.call('GET', '/orders/changes/', { token: user.token, query })
  expect(status).toBe(200)
  return json
}
const ids = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id)
const remove = (order: { _id: string }) => t.call('DELETE', `/orders/delete/${order._id}/`, { token: admin.token })

it('returns the newest first, in pages, then changes, to the buyer and to administrators', async () => {
  const made: Order[] = []
  for (let n = 0; n < 5; n++) made.push(await deal.request([fish]))
  const other = await t.addUser()
  await t.call('POST', '/orders/add/', { token: other.token, body: orderBody([fish]) })
  for (const user of [buyer, admin]) {
    const first = await ask(user, undefined, 2)
    const second = await ask(user, first.next, 2)
    const third = await ask(user, second.next, 2)
    const all = [first, second, third].flatMap(({ changed }) => changed)
    expect([first.more, second.more, third.more]).toEqual([true, true, false])
    expect(ids(all).slice(user === admin ? 1 : 0)).toEqual(ids(made).reverse())
    expect(all.at(-1)).toEqual(made[0])
    const last = await ask(user, third.next)
    expect(last).toMatchObject({ changed: [], deleted: [], more: false })
    expect(await ask(user, last.next)).toEqual(last)
  }
  expect((await ask(other)).changed).toHaveLength(1)
  expect((await ask(await t.addUser())).changed).toEqual([])
})

it('misses neither changes nor deletions during a first pull', async () => {
  const made: Order[] = []
  for (let n = 0; n < 6; n++) made.push(await deal.request([fish]))
  const [gone, changed, , , seen, removed] = made as [Order, Order, Order, Order, Order, Order]
  const first = await ask(buyer, undefined, 2)
  expect(ids(first.changed)).toEqual([removed._id, seen._id])
  await remove(gone)
  await remove(removed)
  const offered = await deal.offer(changed)
  const spoken = await deal.must(seen, buyer.token, { kind: 'message', text: 'Hello' })
  const rest = await ask(buyer, first.next, 500)
  expect([ids(rest.changed), rest.deleted, rest.more]).toEqual([[made[3]?._id, made[2]?._id], [], false])
  const full = await ask(buyer, rest.next, 4)
  expect([full.changed.length, full.deleted.length, full.more]).toEqual([2, 2, false])
  const later = await ask(buyer, rest.next)
  expect([later.changed, new Set(later.deleted)]).toEqual([[offered, spoken], new Set([gone._id, removed._id])])
  expect(await ask(buyer, later.next)).toMatchObject({ changed: [], deleted: [] })
})

it('reports deletions only to those who could see the order', async () => {
  const other = await t.addUser()
  const { next } = await ask(other)
  const order = await deal.request([fish])
  await remove(order)
  expect(await ask(other, next)).toMatchObject({ changed: [], deleted: [] })
})

it('starts over for a user who gains or loses admin rights', async () => {
  const boss = await t.addUser({ admin: true })
  const order = await deal.request([fish])
  const asAdmin = await ask(boss)
  expect(ids(asAdmin.changed)).toEqual([order._id])
  const setRight = (isAdmin: boolean) =>
    t.call('PUT', `/users/update/${boss.id}/`, {
      token: admin.token,
      body: { _id: boss.id, name: boss.name, email: boss.email, isAdmin },
    })
  await setRight(false)
  const asBuyer = await ask(boss, asAdmin.next)
  expect(asBuyer).toMatchObject({ changed: [], deleted: [], more: false, reset: true })
  await setRight(true)
  expect(await ask(await loginAgain(t, boss), asBuyer.next)).toMatchObject({
    changed: [{ _id: order._id }],
    reset: true,
  })
})

it.each(['x', 'MTIzLmFub3RoZXI', '%00', 'Li4v'.repeat(40)])('starts over for the foreign cursor %s', async (since) => {
  const order = await deal.request([fish])
  const { status, json } = await t.call('GET', `/orders/changes/?since=${since}`, { token: buyer.token })
  expect([200, 400]).toContain(status)
  if (status === 200) expect(json).toMatchObject({ changed: [{ _id: order._id }], reset: true })
})

it('ignores cursors of another buyer, or newer than a restored backup', async () => {
  const order = await deal.request([fish])
  const { next } = await ask(await t.addUser())
  expect(await ask(buyer, next)).toMatchObject({ changed: [{ _id: order._id }], reset: true })
  await deal.request([fish])
  const [late, half] = [await ask(buyer), await ask(buyer, undefined, 1)]
  expect(half.more).toBe(true)
  await t.db.query.updateTable('order_feed').set({ version: 0 }).execute()
  for (const cursor of [late.next, half.next]) expect((await ask(buyer, cursor)).reset).toBe(true)
})

it('returns the last year’s changes to administrators, and everything to buyers', async () => {
  const [old, spoken, fresh] = [await deal.request([fish]), await deal.request([fish]), await deal.request([fish])]
  const age = async (order: Order, changed: number) => {
    const time = (days: number) => new Date(t.clock.now() - days * day).toISOString()
    await t.db.query
      .updateTable('shop_order')
      .set({ created_at: time(400) })
      .where('id', '=', order._id)
      .execute()
    const change = t.db.query.updateTable('order_change').set({ changed_at: time(changed) })
    await change.where('order_id', '=', order._id).execute()
  }
  await age(old, 400)
  await age(spoken, 360)
  expect(ids((await ask(admin)).changed)).toEqual([fresh._id, spoken._id])
  expect(ids((await ask(buyer)).changed)).toEqual([fresh._id, spoken._id, old._id])
  // two concurrent changes: the one with the earlier time got the later version
  await age(spoken, 30 - 1e-6)
  await age(fresh, 30)
  expect(ids((await ask(admin)).changed)).toEqual([fresh._id, spoken._id])
  await age(fresh, 400)
  await age(spoken, 400)
  expect((await ask(admin)).changed).toEqual([])
  // a new event makes an old order one of the last year
  await deal.must(old, buyer.token, { kind: 'message', text: 'Again?' })
  expect(ids((await ask(admin)).changed)).toEqual([old._id])
})

it.runIf(dialect === 'postgres')('has changes in the order of their commits: a later one waits', async () => {
  const held = await deal.request([fish])
  const { next } = await ask(buyer)
  let making: ReturnType<typeof deal.request> | undefined
  await transact(t.db, async (tx) => {
    await recordChange(tx, { id: held._id, buyer_id: buyer.id }, { at: new Date(t.clock.now()).toISOString() })
    making = deal.request([fish])
    await expect.poll(() => isLockAwaited(t.db)).toBe(true)
    expect(await ask(buyer, next)).toMatchObject({ changed: [], more: false })
  })
  const made = await making
  expect(ids((await ask(buyer, next)).changed)).toEqual([held._id, made?._id])
})

it('has what an earlier version left without a number', async () => {
  const [left, gone] = [await deal.request([fish]), await deal.request([fish])]
  await deal.must(left, buyer.token, { kind: 'message', text: 'When?' })
  const { next } = await ask(buyer)
  await remove(gone)
  const { query } = t.db
  await query.updateTable('order_change').set({ feed_seq: 0 }).where('order_id', 'in', [left._id, gone._id]).execute()
  await query.updateTable('order_event').set({ feed_seq: 0 }).where('order_id', '=', left._id).execute()
  await (await readMigrations(dialect))['053-numbered-changes']?.up(query)
  const step = await ask(buyer, next)
  expect([ids(step.changed), step.deleted]).toEqual([[left._id], [gone._id]])
  expect(step.changed[0]?.events.map(({ text }) => text)).toEqual(['When?'])
  expect(await ask(buyer, step.next)).toMatchObject({ changed: [], deleted: [] })
  const later = await deal.request([fish])
  expect(ids((await ask(buyer, step.next)).changed)).toEqual([later._id])
})

it('ends with the same orders as a plain scan, after any changes during the pull', async () => {
  const users = [buyer, await t.addUser(), admin]
  const copies = users.map(() => ({ since: undefined as string | undefined, orders: new Map<string, Order>() }))
  const pull = async (at: number) => {
    const [copy, user] = [copies[at], users[at]]
    if (!copy || !user) return
    for (let more = true; more; ) {
      const step = await ask(user, copy.since, 3)
      if (step.reset) copy.orders.clear()
      for (const order of step.changed) copy.orders.set(order._id, withThread(copy.orders.get(order._id), order))
      for (const id of step.deleted) copy.orders.delete(id)
      copy.since = step.next
      more = step.more
      await new Promise(setImmediate)
    }
  }
  const change = async (n: number) => {
    const owner = users[n % 2] ?? buyer
    const body = { token: owner.token, key: v7(), body: orderBody([fish]) }
    const { json } = await t.call('POST', '/orders/add/', body)
    if (n % 3 === 0) await deal.say(json.data, owner.token, { kind: 'message', text: 'Hello' })
    if (n % 4 === 0) await deal.offer({ ...json.data, version: n % 3 === 0 ? 1 : 0 })
    if (n % 5 === 0) await remove(json.data)
  }
  // six writers at once: thirty would queue for a connection until the server refuses some as busy
  const write = async (first: number) => {
    for (let n = first; n < 30; n += 6) await change(n)
  }
  const changes = Promise.all(Array.from({ length: 6 }, (_, first) => write(first)))
  for (let round = 0; round < 5; round++) await Promise.all(users.map((_, at) => pull(at)))
  await changes
  // once for the rest of a first pull, once for the changes during it
  for (let round = 0; round < 2; round++) await Promise.all(users.map((_, at) => pull(at)))
  for (const [at, user] of users.entries()) {
    const rows = await t.db.query.selectFrom('shop_order').select(['id', 'version']).execute()
    const path = user === admin ? '/orders/?per_page=100' : '/orders/myorders/'
    const { json } = await t.call('GET', path, { token: user.token })
    const truth: Order[] = user === admin ? json : json.data
    const sorted = (orders: Iterable<Order>) => [...orders].sort((a, b) => (a._id < b._id ? -1 : 1))
    const whole = truth.map((order) => withThread(undefined, order))
    expect(sorted(copies[at]?.orders.values() ?? [])).toEqual(sorted(whole))
    expect(rows.length).toBe(24)
  }
})

/** An order of the feed with the events that its copy had before: a later change brings only what is new. */
function withThread(before: Order | undefined, order: Order): Order {
  const { earlier: _earlier, currentOffer: _currentOffer, since: _since, ...rest } = order
  const events = new Map([...(before?.events ?? []), ...order.events].map((event) => [event.seq, event]))
  // a part without the beginning names the number of its offers, a whole thread does not
  const withoutNumber = [...events.values()].map(({ number: _number, ...event }) => event)
  return { ...rest, events: withoutNumber.sort((a, b) => a.seq - b.seq) }
}
