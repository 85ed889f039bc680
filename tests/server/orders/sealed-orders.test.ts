import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import type { Order, OrderChanges } from '../../../contract/orders.ts'
import { password, type TestUser } from '../harness.ts'
import { openDeal } from './deal.ts'

const { t, buyer, admin, fish, deal } = await openDeal()
afterAll(() => t.close())

const remove = async ({ _id }: { _id: string }, reference?: string) => {
  const query: Record<string, string> = reference === undefined ? {} : { reference }
  const { status, json } = await t.call('DELETE', `/orders/delete/${_id}/`, { token: admin.token, query })
  return status === 204 ? [204] : [status, json.type.replace('about:quayside/', '')]
}
const accepted = async () => deal.accept(await deal.offer(await deal.request([fish])))
const sealed = async () => {
  const order = await accepted()
  expect(await remove(order, order.reference)).toEqual([204])
  return order
}
const read = async ({ _id }: { _id: string }, { token }: TestUser): Promise<Order> =>
  (await t.call('GET', `/orders/${_id}/`, { token })).json
const feed = async ({ token }: TestUser, since?: string): Promise<OrderChanges> =>
  (await t.call('GET', '/orders/changes/', { token, query: since === undefined ? {} : { since } })).json

it('needs its reference, in whatever case', async () => {
  const order = await accepted()
  const other = await accepted()
  for (const reference of [undefined, '', order.reference.slice(0, -1), other.reference, order._id])
    expect(await remove(order, reference)).toEqual([422, 'reference-needed'])
  expect((await read(order, buyer)).sealed).toBeUndefined()
  expect(await remove(order, ` ${order.reference.toLowerCase()} `)).toEqual([204])
  const { status } = await t.call('DELETE', `/orders/delete/${other._id}/`, {
    token: admin.token,
    query: { reference: 'x'.repeat(41) },
  })
  expect(status).toBe(400)
})

it('stays with its thread for both sides, marked with the time', async () => {
  const order = await accepted()
  const before = await read(order, admin)
  const earliest = t.clock.now()
  await remove(order, order.reference)
  const at = (await read(order, admin)).sealed ?? ''
  expect(Date.parse(at)).toBeGreaterThan(earliest)
  for (const reader of [buyer, admin]) {
    expect(await read(order, reader)).toEqual({ ...before, sealed: at })
    const events = await t.call('GET', `/orders/${order._id}/events/`, { token: reader.token })
    expect(events.json.events).toEqual(before.events)
  }
  const own = (await t.call('GET', '/orders/myorders/', { token: buyer.token })).json.data
  expect(own.find(({ _id }: Order) => _id === order._id)).toEqual({ ...before, sealed: at })
  const data = (await t.call('GET', '/users/data/', { token: buyer.token })).json
  expect(data.requests.find(({ _id }: Order) => _id === order._id)).toEqual({ ...before, sealed: at })
  const stranger = await t.addUser()
  expect((await t.call('GET', `/orders/${order._id}/`, { token: stranger.token })).status).toBe(404)
})

it('comes in both feeds as changed, with its state', async () => {
  const order = await accepted()
  const [ofBuyer, ofAdmin] = [(await feed(buyer)).next, (await feed(admin)).next]
  await remove(order, order.reference)
  for (const step of [await feed(buyer, ofBuyer), await feed(admin, ofAdmin)]) {
    expect(step.deleted).toEqual([])
    expect(step.changed).toMatchObject([{ _id: order._id, state: 'accepted', version: 2, sealed: expect.any(String) }])
    expect(step.changed[0]?.currentOffer ?? step.changed[0]?.events[0]).toMatchObject({ kind: 'offer' })
  }
})

it('takes no event from anybody, and a late retry gets the answer that it had', async () => {
  const order = await deal.offer(await deal.request([fish]))
  const key = v7()
  const yes = { kind: 'accept', offer: order.events[0]?._id }
  const first = await deal.say(order, buyer.token, yes, { key })
  await remove(order, order.reference)
  const retry = await deal.say(order, buyer.token, yes, { key })
  expect([retry.status, retry.text, retry.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
  const bodies: [TestUser, object][] = [
    [buyer, { kind: 'message', text: 'Why?' }],
    [admin, { kind: 'message', text: 'Sorry' }],
    [buyer, { kind: 'cancel' }],
    [admin, { kind: 'close', after: 2, note: 'No' }],
  ]
  for (const [{ token }, body] of bodies) {
    const { status, json } = await deal.say(order, token, body)
    expect([status, json.type]).toEqual([409, 'about:quayside/order-sealed'])
  }
  expect((await read(order, buyer)).version).toBe(2)
  expect(await remove(order, order.reference)).toEqual([409, 'order-sealed'])
})

it('a late retry of the request itself gets the request', async () => {
  const key = v7()
  const body = {
    orderItems: [{ fishe: fish._id, qty: 2 }],
    shippingAddress: { phone: '1', address: 'Quay 1', city: 'Vigo', postalCode: '36201', country: 'Spain' },
  }
  const ask = () => t.call('POST', '/orders/add/', { token: buyer.token, key, body })
  const made = await ask()
  await deal.accept(await deal.offer(made.json.data))
  await remove({ _id: key }, made.json.data.reference)
  const retry = await ask()
  expect([retry.status, retry.text]).toEqual([201, made.text])
})

it('is in no list of a state and in no count, but among all orders, searched too', async () => {
  const counts = async () => (await t.call('GET', '/orders/counts/', { token: admin.token })).json
  const list = async (query: Record<string, string>) => {
    const { json, headers } = await t.call('GET', '/orders/', { token: admin.token, query })
    return { ids: json.map(({ _id }: Order) => _id), total: Number(headers['x-total-count']) }
  }
  const before = [await counts(), (await list({ state: 'accepted' })).total, (await list({})).total]
  const order = await sealed()
  expect([await counts(), (await list({ state: 'accepted' })).total]).toEqual(before.slice(0, 2))
  expect((await list({ state: 'accepted,requested' })).ids).not.toContain(order._id)
  expect((await list({ state: 'accepted', keyword: order.reference })).ids).toEqual([])
  const all = await list({})
  expect([all.ids[0], all.total]).toEqual([order._id, Number(before[2]) + 1])
  expect((await list({ keyword: order.reference })).ids).toEqual([order._id])
})

it('is in the log with its reference', async () => {
  const order = await sealed()
  const { json } = await t.call('GET', '/admin/log/', { token: admin.token })
  expect(json[0]).toMatchObject({ kind: 'order-sealed', thing: { kind: 'order', name: order.reference } })
})

it('stays as it is when its buyer deletes the account', async () => {
  const leaving = await t.addUser()
  const { status, json } = await t.call('POST', '/orders/add/', {
    ...{ token: leaving.token, key: v7() },
    body: {
      orderItems: [{ fishe: fish._id, qty: 2 }],
      shippingAddress: { phone: '1', address: 'Quay 1', city: 'Vigo', postalCode: '36201', country: 'Spain' },
    },
  })
  expect(status).toBe(201)
  const offered = await deal.offer(json.data)
  await deal.must(offered, leaving.token, { kind: 'accept', offer: offered.events[0]?._id })
  await remove(offered, offered.reference)
  const before = await read(offered, admin)
  const gone = await t.call('POST', '/users/delete-account/', { token: leaving.token, body: { password } })
  expect(gone.status).toBe(204)
  expect(await read(offered, admin)).toEqual({ ...before, buyerGone: true })
})

it('in other states will be permanently deleted, with or without a reference', async () => {
  const requested = await deal.request([fish])
  const offered = await deal.offer(await deal.request([fish]))
  expect([await remove(requested), await remove(offered, offered.reference)]).toEqual([[204], [204]])
  for (const order of [requested, offered])
    expect((await t.call('GET', `/orders/${order._id}/`, { token: admin.token })).status).toBe(404)
  expect(await remove(requested)).toEqual([404, 'not-found'])
})

it('needs its reference, too, when the buyer accepts at the same moment', async () => {
  for (let n = 0; n < 5; n++) {
    const order = await deal.offer(await deal.request([fish]))
    const [yes, gone] = await Promise.all([
      deal.say(order, buyer.token, { kind: 'accept', offer: order.events[0]?._id }),
      remove(order),
    ])
    const after = await t.call('GET', `/orders/${order._id}/`, { token: admin.token })
    // either the yes or the deletion came first
    if (yes.status === 201) expect([gone, after.json.state]).toEqual([[422, 'reference-needed'], 'accepted'])
    else expect([yes.status, gone, after.status]).toEqual([410, [204], 404])
  }
})
