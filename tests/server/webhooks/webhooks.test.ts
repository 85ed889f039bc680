import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { accountMails } from '../../../server/accounts/account-mails.ts'
import { transact } from '../../../server/db/database.ts'
import { publishOrder } from '../../../server/orders/order-notices.ts'
import { lockOrder } from '../../../server/orders/order-queries.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { cleanUp } from '../../../server/start-server.ts'
import { webhookEvents } from '../../../server/webhooks/send-webhooks.ts'
import { productWith } from '../../support/product-with.ts'
import {
  caller,
  dialect,
  openTestShop,
  orderBody,
  outboxOf,
  password,
  type TestShop,
  type TestUser,
  typeAgain,
} from '../harness.ts'
import { isLockAwaited } from '../lock-waits.ts'
import { isSigned, openReceiver } from './receiver.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

let t: TestShop
let admin: TestUser
let buyer: TestUser
let fish: { _id: string }
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeEach(async () => {
  receiver = await openReceiver()
  t = await openTestShop({ env: { WEBHOOK_PRIVATE: 'on', PUBLIC_URL: 'https://quay.example' } })
  ;[admin, buyer] = [await t.addUser({ admin: true }), await t.addUser({ name: 'Berta' })]
  fish = await t.addFish()
})
afterEach(async () => {
  await t.close()
  await receiver.close()
})

const as = (user: TestUser) => (method: string, path: string, body?: unknown) =>
  t.call(method as 'GET', path, { token: user.token, body })
const add = async (events: string[], more: object = {}): Promise<{ _id: string; secret: string }> => {
  const made = await as(admin)('POST', '/webhooks/', { url: receiver.url, events, ...more })
  expect(made.status).toBe(201)
  return made.json
}
const order = async () => (await as(buyer)('POST', '/orders/add/', orderBody([fish]))).json.data
const say = (id: string, text: string) => as(admin)('POST', `/orders/${id}/events/`, { kind: 'message', text })
const send = () => sendDue(t.shop, webhookEvents)
const deliveriesOf = async (id: string) => (await as(admin)('GET', `/webhooks/${id}/deliveries/`)).json
const listed = async () => (await as(admin)('GET', '/webhooks/')).json
const rows = () => outboxOf(t.db, 'webhook')

it('tells of orders and their events, as their calls answer them, signed', async () => {
  const hook = await add(['order.created', 'order.changed'])
  const made = await order()
  const said = await say(made._id, 'Any question?')
  expect(await send()).toBe(0)
  expect(receiver.types()).toEqual(['order.created', 'order.changed'])
  expect(receiver.taken.map(({ body }) => body.data)).toEqual([made, said.json.data])
  expect(receiver.taken[1]?.body.data).toMatchObject({ state: 'requested', version: 1 })
  for (const event of receiver.taken) {
    expect(isSigned(event, hook.secret)).toBe(true)
    expect(event.headers['webhook-timestamp']).toMatch(/^\d{10}$/)
  }
  const [second, first] = await deliveriesOf(hook._id)
  expect(first).toEqual({
    ...{ _id: receiver.taken[0]?.headers['webhook-id'], event: 'order.created', at: expect.any(String) },
    ...{ attempts: 1, status: 204, nextAt: null },
  })
  expect(second).toMatchObject({ event: 'order.changed', status: 204 })
  await send()
  expect(receiver.taken).toHaveLength(2)
})

it('tells of products, stocks, imports and contact messages', async () => {
  await add(['product.changed', 'stock.changed', 'message.created'])
  const { countInStock } = (await t.call('GET', `/fishes/${fish._id}`)).json
  await as(admin)('PUT', `/fishes/${fish._id}/stock/`, { countInStock: 7, seen: countInStock })
  await send()
  expect(receiver.taken.map(({ body }) => [body.type, body.data])).toEqual([
    ['stock.changed', { _id: fish._id, countInStock: 7 }],
  ])
  const rows = [{ _id: fish._id, size: 'XL' }, productWith('Hake')]
  await as(admin)('POST', '/fishes/import/', { rows })
  await as(admin)('POST', '/fishes/import/', { rows: rows.slice(0, 1) })
  await t.call('POST', '/contact/', { body: { user_email: 'v@example.org', user_message: 'Hello' } })
  await send()
  const [message] = (await as(admin)('GET', '/messages/')).json
  const products = (await t.call('GET', '/fish/')).json.fishes
  const told = receiver.taken.slice(1).map(({ body }) => [body.type, body.data])
  expect(told).toHaveLength(3)
  expect(told).toEqual(expect.arrayContaining([['message.created', message], ...products.map(asProduct)]))
})
const asProduct = (product: object) => ['product.changed', product]

it('tells only of what was chosen, and writes nothing without a webhook that goes on', async () => {
  await order()
  expect(await rows()).toEqual([])
  const hook = await add(['order.changed'])
  await order()
  expect(await rows()).toEqual([])
  await as(admin)('PUT', `/webhooks/${hook._id}/`, { url: receiver.url, events: ['order.created'], active: false })
  await order()
  expect(await rows()).toEqual([])
  await as(admin)('PUT', `/webhooks/${hook._id}/`, { url: receiver.url, events: ['order.created'], active: true })
  await order()
  expect(await rows()).toHaveLength(1)
})

it('writes nothing of an order that was refused', async () => {
  await add(['order.created'])
  const refused = await as(buyer)('POST', '/orders/add/', orderBody([{ _id: v7() }]))
  expect(refused.status).toBe(422)
  expect(await rows()).toEqual([])
})

it('keeps the order of an order’s events while one is refused, and does not hold up the others', async () => {
  await add(['order.created', 'order.changed'])
  const first = await order()
  await say(first._id, 'one')
  receiver.answerNext(400)
  expect(await send()).toBe(1)
  const second = await order()
  await send()
  expect(receiver.taken.map(({ body }) => [body.data._id, body.data.version])).toEqual([
    [first._id, 0],
    [second._id, 0],
  ])
  t.clock.pass(20_000)
  await send()
  expect(receiver.taken.slice(2).map(({ body }) => [body.data._id, body.data.version])).toEqual([
    [first._id, 0],
    [first._id, 1],
  ])
})

it('tries with longer and longer waits for three days, then pauses the webhook and mails', async () => {
  const colleague = await t.addUser({ rights: ['orders'] })
  const hook = await add(['order.created'])
  await order()
  receiver.answerAlways(500)
  const waits: number[] = []
  for (let tries = 0; (await listed())[0].active; tries++) {
    expect(tries).toBeLessThan(50)
    const [{ nextAt }] = await deliveriesOf(hook._id)
    const wait = Math.max(0, Date.parse(nextAt) - t.clock.now())
    waits.push(Math.round(wait / 1000))
    t.clock.pass(wait + 1000)
    await send()
  }
  expect(waits.slice(0, 6)).toEqual([0, 15, 45, 135, 405, 1215].map((n) => expect.closeTo(n, -1)))
  expect(Math.max(...waits)).toBeCloseTo(6 * 60 * 60, -2)
  const total = waits.reduce((all, one) => all + one, 0)
  expect(total * 1000).toBeGreaterThan(3 * day - 1000)
  expect(total * 1000).toBeLessThan(3 * day + 7 * hour)
  expect(receiver.taken).toHaveLength(waits.length)
  expect(await listed()).toMatchObject([{ active: false, paused: 'failing', waiting: 0 }])
  expect(await deliveriesOf(hook._id)).toMatchObject([{ status: 500, nextAt: null, attempts: waits.length }])
  t.notices.length = 0
  await sendDue(t.shop, accountMails)
  const mails = t.notices.filter(({ subject }) => subject === 'A webhook of the shop was paused')
  expect(mails.map(({ recipient }) => recipient)).toContain(admin.email)
  expect(mails.map(({ recipient }) => recipient)).not.toContain(colleague.email)
  expect(mails[0]?.text).toContain('https://quay.example/#/admin/webhooks')
})

it('goes on after a pause with what waits', async () => {
  const hook = await add(['order.created'])
  await order()
  await as(admin)('PUT', `/webhooks/${hook._id}/`, { url: receiver.url, events: ['order.created'], active: false })
  t.clock.pass(5 * day)
  await send()
  expect(receiver.taken).toEqual([])
  receiver.answerNext(500)
  await as(admin)('PUT', `/webhooks/${hook._id}/`, { url: receiver.url, events: ['order.created'], active: true })
  await send()
  // five days do not count, so that it is tried again
  expect(await listed()).toMatchObject([{ active: true, waiting: 1 }])
  t.clock.pass(20_000)
  await send()
  expect(await listed()).toMatchObject([{ active: true, waiting: 0 }])
})

it('waits before it calls a host again that is down, with all events', async () => {
  await add(['order.created'])
  for (let n = 0; n < 12; n++) await order()
  receiver.answerAlways(503)
  await send()
  expect(receiver.taken).toHaveLength(4)
  await send()
  expect(receiver.taken).toHaveLength(4)
  receiver.answerAlways(204)
  t.clock.pass(20_000)
  await send()
  expect(new Set(receiver.taken.map(({ body }) => body.data._id)).size).toBe(12)
})

it('sends a test and sends again, also while it is paused, with the same id', async () => {
  const hook = await add(['order.created'])
  await order()
  await send()
  await as(admin)('PUT', `/webhooks/${hook._id}/`, { url: receiver.url, events: ['order.created'], active: false })
  const [{ _id: delivery }] = await deliveriesOf(hook._id)
  const again = await as(admin)('POST', `/webhooks/${hook._id}/deliveries/${delivery}/resend/`)
  expect([again.status, again.json]).toEqual([201, { _id: delivery }])
  await send()
  expect(receiver.taken.map(({ headers }) => headers['webhook-id'])).toEqual([delivery, delivery])
  expect(receiver.taken[1]?.text).toBe(receiver.taken[0]?.text)
  receiver.answerNext(418)
  const test = await as(admin)('POST', `/webhooks/${hook._id}/test/`)
  await send()
  await send()
  expect(receiver.types()).toEqual(['order.created', 'order.created', 'test'])
  expect(await deliveriesOf(hook._id)).toEqual(
    expect.arrayContaining([expect.objectContaining({ _id: test.json._id, event: 'test', status: 418, nextAt: null })]),
  )
  const other = await add(['order.created'])
  const wrong = await as(admin)('POST', `/webhooks/${other._id}/deliveries/${delivery}/resend/`)
  expect(wrong.status).toBe(404)
})

it('keeps an event that waits while it is paused, also when it is sent again by hand in vain', async () => {
  const hook = await add(['order.created'])
  const made = await order()
  const body = { url: receiver.url, events: ['order.created'] }
  await as(admin)('PUT', `/webhooks/${hook._id}/`, { ...body, active: false })
  t.clock.pass(4 * day)
  const [{ _id: delivery }] = await deliveriesOf(hook._id)
  receiver.answerNext(503)
  await as(admin)('POST', `/webhooks/${hook._id}/deliveries/${delivery}/resend/`)
  expect(await send()).toBe(1)
  expect((await listed())[0]).toMatchObject({ paused: 'by-hand', waiting: 1 })
  await as(admin)('PUT', `/webhooks/${hook._id}/`, { ...body, active: true })
  expect(await send()).toBe(0)
  expect(receiver.taken.map(({ body }) => body.data._id)).toEqual([made._id, made._id])
})

it('signs with both secrets for a day after a new one was made', async () => {
  const hook = await add(['order.created'])
  const made = await as(admin)('POST', `/webhooks/${hook._id}/secret/`)
  expect(made.json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(made.json.secret).not.toBe(hook.secret)
  await order()
  await send()
  const [event] = receiver.taken
  expect([hook.secret, made.json.secret].map((secret) => event && isSigned(event, secret))).toEqual([true, true])
  t.clock.pass(25 * hour)
  await order()
  await send()
  const later = receiver.taken[1]
  expect([hook.secret, made.json.secret].map((secret) => later && isSigned(later, secret))).toEqual([false, true])
  expect(JSON.stringify(await listed())).not.toMatch(/whsec|secret/i)
})

it('sends a row once, whichever instance is faster, and after an instance died', async () => {
  await add(['order.created'])
  for (let n = 0; n < 6; n++) await order()
  const open = receiver.hold()
  const rounds = [send(), send(), send()]
  await expect.poll(() => receiver.taken.length).toBe(4)
  open()
  await Promise.all(rounds)
  expect(receiver.taken).toHaveLength(6)
  await order()
  // the claim of an instance that died
  const lease_until = new Date(t.clock.now() + 60_000).toISOString()
  await t.db.query.updateTable('outbox').set({ lease_until }).execute()
  await send()
  expect(receiver.taken).toHaveLength(6)
  t.clock.pass(61_000)
  await send()
  expect(receiver.taken).toHaveLength(7)
})

it('sends to a changed address what waits, also while events are being sent to the former one', async () => {
  const hook = await add(['order.created'])
  const moved = await openReceiver()
  for (let n = 0; n < 6; n++) await order()
  receiver.answerAlways(500)
  const open = receiver.hold()
  const round = send()
  await expect.poll(() => receiver.taken.length).toBe(4)
  await as(admin)('PUT', `/webhooks/${hook._id}/`, { url: moved.url, events: ['order.created'] })
  const last = await order()
  open()
  await round
  await send()
  expect([receiver.taken.length, moved.taken.length]).toEqual([4, 7])
  expect(moved.taken.map(({ body }) => body.data)).toContainEqual(last)
  await moved.close()
})

it('tries at once at a corrected address what waits, and for three days from then', async () => {
  const hook = await add(['order.created'])
  await order()
  receiver.answerAlways(500)
  for (let n = 0; n < 8; n++, t.clock.pass(6 * hour + 1000)) await send()
  t.clock.pass(day - hour)
  await send()
  const moved = await openReceiver()
  moved.answerNext(500)
  await typeAgain(t, admin)
  await as(admin)('PUT', `/webhooks/${hook._id}/`, { url: moved.url, events: ['order.created'] })
  await send()
  expect([moved.taken.length, (await listed())[0].active]).toEqual([1, true])
  t.clock.pass(2 * day)
  await send()
  expect([moved.taken.length, await listed()]).toMatchObject([2, [{ active: true, waiting: 0 }]])
  await moved.close()
})

it('sends no more when it is paused while events are being sent', async () => {
  const hook = await add(['order.created'])
  for (let n = 0; n < 6; n++) await order()
  const open = receiver.hold()
  const round = send()
  await expect.poll(() => receiver.taken.length).toBe(4)
  await as(admin)('PUT', `/webhooks/${hook._id}/`, { url: receiver.url, events: ['order.created'], active: false })
  open()
  await round
  expect(receiver.taken).toHaveLength(4)
  expect(await listed()).toMatchObject([{ paused: 'by-hand', waiting: 2 }])
})

it('is known to another instance', async () => {
  const other = caller(await t.another())
  await other('POST', '/orders/add/', { token: buyer.token, body: orderBody([fish]) })
  await add(['order.created'])
  // PostgreSQL tells the other instance
  await expect
    .poll(async () => {
      await other('POST', '/orders/add/', { token: buyer.token, body: orderBody([fish]) })
      return (await rows()).length
    })
    .toBeGreaterThan(0)
})

it('has no data of a buyer who has deleted the account', async () => {
  const hook = await add(['order.created', 'order.changed'])
  const made = await order()
  await send()
  await say(made._id, 'What says Berta?')
  await as(buyer)('POST', '/users/delete-account/', { password })
  const bodies = (await rows()).map(({ payload }) => payload)
  expect(bodies).toHaveLength(3)
  for (const body of bodies) expect(body).not.toMatch(/Berta|Quay|example\.org/)
  await send()
  expect(receiver.taken.slice(1).map(({ body }) => body.data)).toEqual([
    { _id: made._id, reference: made.reference, created_at: made.created_at, state: 'requested', version: 1 },
    { _id: made._id, reference: made.reference, created_at: made.created_at, state: 'cancelled', version: 2 },
  ])
  expect(await deliveriesOf(hook._id)).toHaveLength(3)
})

it.runIf(dialect === 'postgres')('has none either of an account that is deleted during an event', async () => {
  await add(['order.changed'])
  const made = await order()
  let [begin, end] = [() => {}, () => {}]
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const event = transact(t.db, async (tx) => {
    await lockOrder(tx, made._id)
    await publishOrder(t.shop, tx, { types: ['order.changed'], id: made._id })
    begin()
    await ended
  })
  await begun
  let isDeleted = false
  const deleting = as(admin)('DELETE', `/users/delete/${buyer.id}/`).then(() => {
    isDeleted = true
  })
  await expect.poll(async () => isDeleted || (await isLockAwaited(t.db))).toBe(true)
  end()
  await Promise.all([event, deleting])
  for (const { payload } of await rows()) expect(payload).not.toMatch(/Berta/)
  expect(await rows()).toHaveLength(1)
})

it('sends nothing of an account or order that is deleted while other events are sent', async () => {
  await add(['order.created'])
  for (let n = 0; n < 5; n++) await order()
  const [last, deleted] = [await order(), await order()]
  const open = receiver.hold()
  const round = send()
  await expect.poll(() => receiver.taken.length).toBe(4)
  await as(admin)('DELETE', `/orders/delete/${deleted._id}/`)
  await as(buyer)('POST', '/users/delete-account/', { password })
  open()
  await round
  // a busy machine may have used up the time of the round
  await send()
  const later = receiver.taken.slice(4)
  expect(later).toHaveLength(2)
  expect(later.map(({ body }) => body.data._id)).toContain(last._id)
  for (const { text } of later) expect(text).not.toMatch(/Berta|Quay|example\.org/)
})

it('has nothing of an order or message that was deleted', async () => {
  await add(['order.created', 'message.created'])
  const made = await order()
  const sent = await t.call('POST', '/contact/', { body: { user_email: 'v@example.org', user_message: 'Hello' } })
  expect(await rows()).toHaveLength(2)
  await as(admin)('DELETE', `/orders/delete/${made._id}/`)
  await as(admin)('DELETE', `/messages/${sent.json._id}/`)
  expect(await rows()).toEqual([])
})

it('keeps what waits of a product, whatever an order or message with its id is deleted', async () => {
  await add(['product.changed', 'order.created', 'message.created'])
  const made = (await t.addFish()) as { _id: string }
  const key = made._id
  const fields = { user_email: 'v@example.org', user_message: 'Hello' }
  await t.call('POST', '/orders/add/', { token: buyer.token, key, body: orderBody([fish]) })
  await as(admin)('DELETE', `/orders/delete/${key}/`)
  // the key of the order is taken
  await t.db.query.deleteFrom('idempotency_key').execute()
  await t.call('POST', '/contact/', { key, body: fields })
  expect((await rows()).map(({ event }) => event).sort()).toEqual(['message.created', 'product.changed'])
  await as(admin)('DELETE', `/messages/${key}/`)
  expect((await rows()).map(({ event }) => event)).toEqual(['product.changed'])
  await as(admin)('DELETE', `/fishes/delete/${key}/`)
  expect(await rows()).toEqual([])
})

it('removes what was taken a week ago, what has waited for a month', async () => {
  await add(['order.created'])
  await order()
  await send()
  t.clock.pass(8 * day)
  await order()
  await cleanUp(t.shop)
  expect(await rows()).toMatchObject([{ status: null, done_at: null }])
  t.clock.pass(31 * day)
  await cleanUp(t.shop)
  expect(await rows()).toEqual([])
})

it('deletes what waits with the webhook', async () => {
  const hook = await add(['order.created'])
  await order()
  expect(await rows()).toHaveLength(1)
  expect((await as(admin)('DELETE', `/webhooks/${hook._id}/`)).status).toBe(204)
  expect(await rows()).toEqual([])
  expect(await listed()).toEqual([])
})

it('pauses when too many events wait', { tags: '@long' }, async () => {
  const hook = await add(['order.created'])
  await order()
  const [row] = await rows()
  const many = Array.from({ length: limits.webhookWaiting }, () => ({ ...row, id: v7(), payload: '{}' }))
  for (let at = 0; row && at < many.length; at += 1000)
    await t.db.query
      .insertInto('outbox')
      .values(many.slice(at, at + 1000).map((each) => ({ ...row, ...each })))
      .execute()
  await send()
  expect(await listed()).toMatchObject([{ _id: hook._id, paused: 'too-many', waiting: limits.webhookWaiting + 1 }])
  expect(receiver.taken).toEqual([])
})

it('refuses other events and more webhooks than ten', async () => {
  for (const events of [[], ['order.deleted'], ['order.created', 'order.created']])
    expect((await as(admin)('POST', '/webhooks/', { url: receiver.url, events })).status).toBe(422)
  for (let n = 0; n < limits.webhooks; n++) await add(['order.created'])
  const full = await as(admin)('POST', '/webhooks/', { url: receiver.url, events: ['order.created'] })
  expect([full.status, full.json.errors]).toMatchObject([422, [{ path: 'url', rule: 'maxItems' }]])
})

it('is in the log without the path of its address', async () => {
  const url = `${receiver.url}?token=geheim`
  const made = await as(admin)('POST', '/webhooks/', { url, events: ['order.created'] })
  const id = made.json._id
  await as(admin)('PUT', `/webhooks/${id}/`, { url, events: ['stock.changed'], active: false })
  await as(admin)('POST', `/webhooks/${id}/secret/`)
  await as(admin)('DELETE', `/webhooks/${id}/`)
  const log = await t.call('GET', '/admin/log/', { token: admin.token, query: { thing: 'webhook' } })
  expect(log.json.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['webhook-deleted', 'webhook-secret', 'webhook-changed', 'webhook-added'],
  ])
  expect(log.json[2].changes).toEqual([
    { field: 'events', from: 'order.created', to: 'stock.changed' },
    { field: 'active', from: 'true', to: 'false' },
  ])
  expect(log.text).not.toMatch(/geheim|whsec|hook\?/)
})
