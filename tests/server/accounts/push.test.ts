import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order } from '../../../contract/orders.ts'
import { requirePushKeys } from '../../../server/accounts/push-subscriptions.ts'
import { orderPushes } from '../../../server/orders/order-notices.ts'
import { sendDue } from '../../../server/outbox/deliver.ts'
import { cleanUp } from '../../../server/start-server.ts'
import { orderBody, outboxOf, password, type TestUser } from '../harness.ts'
import { notOpened, openDeal } from '../orders/deal.ts'
import { openPushService, pushBrowser, pushInput, readVapid } from './push-service.ts'

const env = { PUBLIC_URL: 'https://quay.example/shop/' }
const day = 24 * 60 * 60 * 1000

let service: Awaited<ReturnType<typeof openPushService>>
let { t, buyer, admin, fish, deal } = notOpened
beforeEach(async () => {
  service = await openPushService()
  const shop = { env, pushAgent: service.agent }
  ;({ t, buyer, admin, fish, deal } = await openDeal({ shop }))
})
afterEach(async () => {
  await t.close()
  await service.close()
})

const save = (token: string, body: object) => t.call('PUT', '/push/subscriptions/', { token, body })
async function subscribe({ token }: TestUser, more: object = {}) {
  const browser = pushBrowser()
  expect((await save(token, { ...browser.input, ...more })).status).toBe(204)
  return browser
}
const subscribed = async () =>
  (await t.db.query.selectFrom('push_subscription').select('endpoint').orderBy('created_at').execute()).map(
    ({ endpoint }) => endpoint,
  )
const waiting = async () => (await outboxOf(t.db, 'push_message')).length
/** The paths that are called in one round. */
async function sent() {
  await sendDue(t.shop, orderPushes)
  return service.taken.splice(0).map(({ host, path }) => `https://${host}${path}`)
}

it('sends reference and language, encrypted for the browser and signed with the shop’s keys', async () => {
  const browser = await subscribe(buyer, { language: 'fr' })
  const order = await deal.request([fish], { language: 'es' })
  await deal.offer(order, { note: 'Price 185,000' })
  expect(await sendDue(t.shop, orderPushes)).toBe(0)
  const [push] = service.taken
  if (!push) throw new Error('nothing came')
  expect(browser.decrypt(push.body)).toEqual({ reference: order.reference, language: 'fr' })
  expect(() => pushBrowser().decrypt(push.body)).toThrow()
  expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: String(7 * 24 * 3600) })
  expect(push.headers.topic).toMatch(/^[\w-]{32}$/)
  expect(JSON.stringify(push.headers)).not.toContain(order.reference)
  const { key, isValid, claims } = readVapid(push.headers.authorization ?? '')
  expect(isValid).toBe(true)
  expect(claims).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: 'https://quay.example/shop' })
  expect(key).toBe((await t.call('GET', '/push/key/')).json.key)
})

it('tells the buyer where the goods are, and never of a corrected step', async () => {
  await subscribe(buyer)
  let order = await deal.accept(await deal.offer(await deal.request([fish])))
  await sent()
  const report = async (step: string, token = admin.token) => {
    order = await deal.must(order, token, { kind: 'milestone', step, on: '2026-01-05' })
    return order.events.at(-1)?._id
  }
  for (const step of ['proforma', 'packed', 'documents']) await report(step)
  await report('deposit', buyer.token)
  expect(await waiting()).toBe(0)
  const sailed = await report('sailed')
  expect(await waiting()).toBe(1)
  order = await deal.must(order, admin.token, { kind: 'correct', of: sailed, note: 'Still in the port' })
  expect(await waiting()).toBe(0)
  // one that tells of something else, too, stays
  const again = await report('sailed')
  await report('arrived')
  await deal.must(order, admin.token, { kind: 'correct', of: again, note: 'A slip' })
  expect(await sent()).toHaveLength(1)
})

it('uses the browser’s language if its subscription has none', async () => {
  const browser = pushBrowser()
  const headers = { 'accept-language': 'es-ES,fr;q=0.5' }
  await t.call('PUT', '/push/subscriptions/', { token: buyer.token, body: browser.input, headers })
  await deal.offer(await deal.request([fish]))
  await sendDue(t.shop, orderPushes)
  expect(service.taken.map(({ body }) => browser.decrypt(body))).toMatchObject([{ language: 'es' }])
})

it('notifies the buyer of the shop’s events, and administrators of the buyer’s', async () => {
  const { endpoint: toBuyer } = (await subscribe(buyer)).input
  const { endpoint: toAdmin } = (await subscribe(admin)).input
  // an administrator without a subscription, one who does not answer requests, and another buyer
  await t.addUser({ admin: true })
  await subscribe(await t.addUser({ rights: ['products', 'people', 'shop'] }))
  await subscribe(await t.addUser())
  const order = await deal.request([fish])
  expect(await sent()).toEqual([toAdmin])
  let now: Order = await deal.offer(order)
  expect(await sent()).toEqual([toBuyer])
  now = await deal.must(now, admin.token, { kind: 'message', text: 'Any question?' })
  expect(await sent()).toEqual([toBuyer])
  now = await deal.must(now, buyer.token, { kind: 'message', text: 'None' })
  expect(await sent()).toEqual([toAdmin])
  now = await deal.must(now, admin.token, { kind: 'withdraw', after: now.version, offer: now.events[0]?._id })
  expect(await sent()).toEqual([toBuyer])
  now = await deal.offer(now)
  now = await deal.must(now, buyer.token, { kind: 'decline', offer: now.events.at(-1)?._id })
  expect(await sent()).toEqual([toBuyer, toAdmin])
  await deal.must(now, admin.token, { kind: 'close', after: now.version, note: 'No fish' })
  expect(await sent()).toEqual([toBuyer])
  const second = await deal.offer(await deal.request([fish]))
  await sent()
  await deal.accept(second)
  const third = await deal.request([fish])
  expect(await sent()).toEqual([toAdmin, toAdmin])
  await deal.must(third, buyer.token, { kind: 'cancel' })
  expect(await sent()).toEqual([toAdmin])
  expect(await waiting()).toBe(0)
})

it('does not notify the author of a request or an event at any of their devices', async () => {
  const { json } = await t.call('POST', '/users/login/', { body: { username: admin.email, password } })
  await subscribe(admin)
  await subscribe({ ...admin, token: json.data.token })
  const { endpoint: toOther } = (await subscribe(await t.addUser({ admin: true }))).input
  const own = { token: admin.token, body: orderBody([fish]) }
  const request = await t.call('POST', '/orders/add/', own)
  expect([request.status, await sent()]).toEqual([201, [toOther]])
  // of the buyer, to the desk
  const order: Order = await deal.must(request.json.data, admin.token, { kind: 'message', text: 'When?' })
  expect(await sent()).toEqual([toOther])
  // of the shop, to the buyer
  await deal.offer(order)
  expect([await sent(), await waiting()]).toEqual([[], 0])
})

it('sends one message for several events of one order, with one topic', async () => {
  const browser = await subscribe(buyer)
  const order = await deal.request([fish])
  const offered = await deal.offer(order)
  await deal.must(offered, admin.token, { kind: 'message', text: 'Any question?' })
  expect(await sent()).toEqual([browser.input.endpoint])
  const other = await deal.offer(await deal.request([fish]))
  await deal.must(other, admin.token, { kind: 'message', text: 'Any question?' })
  await deal.must(offered, admin.token, { kind: 'message', text: 'Still there?' })
  // two instances at once
  await Promise.all([sendDue(t.shop, orderPushes), sendDue(t.shop, orderPushes)])
  expect(service.taken).toHaveLength(2)
  expect(new Set(service.taken.map(({ headers }) => headers.topic)).size).toBe(2)
})

it('is sent at once, with all attempts, when an order with a pending message has a new event', async () => {
  await subscribe(buyer)
  const order = await deal.offer(await deal.request([fish]))
  service.answerNext(...Array.from({ length: 16 }, () => ({ status: 503 })))
  for (let tries = 0; tries < 15; tries++) {
    await sendDue(t.shop, orderPushes)
    t.clock.pass(6 * 60 * 60 * 1000)
  }
  service.taken.splice(0)
  await deal.must(order, admin.token, { kind: 'message', text: 'Any question?' })
  const round = async () => [(await sent()).length, await waiting()]
  expect([await round(), await round()]).toEqual([
    [1, 1],
    [0, 1],
  ])
  const said = await deal.must(order, admin.token, { kind: 'message', text: 'Still there?' })
  expect(await round()).toEqual([1, 0])
  // an event during the sending of a message is sent afterwards
  const { push } = t.shop
  t.shop.push = {
    ...push,
    async send(message) {
      t.shop.push = push
      await deal.must(said, admin.token, { kind: 'message', text: 'One thing more' })
      await push.send(message)
    },
  }
  await deal.must(said, admin.token, { kind: 'message', text: 'Now' })
  expect(await round()).toEqual([2, 0])
})

it('follows no redirect', async () => {
  await subscribe(buyer)
  await deal.offer(await deal.request([fish]))
  service.answerNext({ status: 307, headers: { location: 'http://127.0.0.1:9/inside' } })
  expect(await sendDue(t.shop, orderPushes)).toBe(1)
  expect(service.taken).toHaveLength(1)
})

it.each([404, 410])('deletes a subscription when the push service answers %d', async (status) => {
  await subscribe(buyer)
  await deal.offer(await deal.request([fish]))
  service.answerNext({ status })
  expect(await sendDue(t.shop, orderPushes)).toBe(0)
  expect([await subscribed(), await waiting()]).toEqual([[], 0])
})

it('stores one subscription per session, and each browser for one user only', async () => {
  const first = await subscribe(buyer)
  const second = await subscribe(buyer)
  expect(await subscribed()).toEqual([second.input.endpoint])
  await save(admin.token, second.input)
  await save(buyer.token, first.input)
  expect(await subscribed()).toEqual([second.input.endpoint, first.input.endpoint])
  await deal.offer(await deal.request([fish]))
  expect(await sent()).toEqual([second.input.endpoint, first.input.endpoint])
  expect((await t.call('DELETE', '/push/subscriptions/', { token: buyer.token })).status).toBe(204)
  expect(await subscribed()).toEqual([second.input.endpoint])
})

it('stores the ten newest subscriptions of an account', async () => {
  const endpoints: string[] = []
  for (let device = 0; device < 12; device++) {
    const { json } = await t.call('POST', '/users/login/', { body: { username: buyer.email, password } })
    const browser = pushBrowser()
    endpoints.push(browser.input.endpoint)
    await save(json.data.token, browser.input)
  }
  expect(await subscribed()).toEqual(endpoints.slice(2))
})

it('ends with the session, with all sessions and with the account', async () => {
  const { endpoint: other } = (await subscribe(admin)).input
  const login = async () =>
    (await t.call('POST', '/users/login/', { body: { username: buyer.email, password } })).json.data.token
  const phone = { ...buyer, token: await login() }
  await subscribe(buyer)
  await deal.offer(await deal.request([fish]))
  await t.call('POST', '/users/logout/', { token: buyer.token })
  expect([await subscribed(), await sent()]).toEqual([[other], [other]])
  const tablet = { ...buyer, token: await login() }
  await subscribe(tablet)
  const { input } = await subscribe(phone)
  const profile = { name: buyer.name, email: buyer.email, password: 'another password' }
  await t.call('PUT', '/users/profile/update/', { token: phone.token, body: profile })
  expect(await subscribed()).toEqual([other, input.endpoint])
  await t.call('DELETE', `/users/delete/${buyer.id}/`, { token: admin.token })
  expect(await subscribed()).toEqual([other])
  t.clock.pass(40 * day)
  await cleanUp(t.shop)
  expect(await subscribed()).toEqual([])
})

it('sends nothing to users whose session or right to answer requests has ended meanwhile', async () => {
  const second = await t.addUser({ admin: true })
  await subscribe(second)
  await deal.request([fish])
  const body = { name: second.name, email: second.email, rights: ['products', 'people', 'shop'] }
  await t.call('PUT', `/users/update/${second.id}/`, { token: admin.token, body })
  expect([await sent(), await waiting()]).toEqual([[], 0])
  await subscribe(buyer)
  await deal.offer(await deal.request([fish]))
  t.clock.pass(31 * day)
  expect([await sent(), await waiting()]).toEqual([[], 0])
})

it('creates its keys once, answers only the public one, and reads them after a restart', async () => {
  const { publicKey, privateKey } = await requirePushKeys(t.shop)
  const { text, json } = await t.call('GET', '/push/key/')
  expect(json).toEqual({ key: publicKey })
  expect(text).not.toContain(privateKey)
  const all = await Promise.all([1, 2, 3].map(() => requirePushKeys(t.shop)))
  expect(all.map((keys) => keys.publicKey)).toEqual([publicKey, publicKey, publicKey])
  const other = await t.another()
  expect((await other.inject('/api/push/key/')).json()).toEqual({ key: publicKey })
})

const others = `
  http://fcm.googleapis.com/fcm/send/a https://push.example/a https://fcm.googleapis.com.attacker.example/a
  https://attackerfcm.googleapis.com/a https://push.apple.com.attacker.example/a https://notpush.apple.com/a
  https://fcm.googleapis.com:8443/a https://fcm.googleapis.com@127.0.0.1/a
  https://user:secret@fcm.googleapis.com/a https://attacker.example#.push.apple.com
  https://attacker.example\\.push.apple.com/a https://127.0.0.1/a https://[::1]/a https://2130706433/a
  https://localhost/a https://169.254.169.254/latest/meta-data/ https://fcm.googleapis.com./a
  file:///etc/passwd javascript:alert(1) fcm.googleapis.com/a`
it('calls no other addresses', async () => {
  for (const endpoint of others.trim().split(/\s+/)) {
    const { status, json } = await save(buyer.token, pushInput(endpoint))
    expect([endpoint, status, json.errors]).toMatchObject([endpoint, 422, [{ path: 'endpoint', rule: 'allowedValue' }]])
  }
  expect(await subscribed()).toEqual([])
})

it('stores the normalised address', async () => {
  await save(buyer.token, pushInput('https://fcm.googleapis.com\\@attacker.example/a'))
  expect(await subscribed()).toEqual(['https://fcm.googleapis.com/@attacker.example/a'])
  await deal.offer(await deal.request([fish]))
  expect(await sent()).toEqual(['https://fcm.googleapis.com/@attacker.example/a'])
})

it('accepts the push services of common browsers', async () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/a:b',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-par02p.notify.windows.com/w/?token=a%3d',
  ])
    expect([endpoint, (await save(buyer.token, pushInput(endpoint))).status]).toEqual([endpoint, 204])
})

const wrong: [path: string, change: object][] = [
  ['endpoint', { endpoint: `https://fcm.googleapis.com/${'a'.repeat(1000)}` }],
  ['keys.p256dh', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }],
  ['keys.p256dh', { keys: { p256dh: 'BAAA', auth: 'A'.repeat(22) } }],
  ['keys.auth', { keys: { ...pushInput().keys, auth: 'A' } }],
  ['language', { language: 'de' }],
  ['keys', { keys: undefined }],
]
it('refuses what is no subscription', async () => {
  for (const [path, change] of wrong) {
    const { status, json } = await save(buyer.token, { ...pushInput(), ...change })
    expect([status, json.errors?.[0]?.path]).toEqual([422, path])
  }
})

it('does not call hosts that were removed from the setting', async () => {
  await subscribe(buyer)
  await deal.offer(await deal.request([fish]))
  t.shop.push = { ...t.shop.push, hosts: ['push.example.com'] }
  expect([await sent(), await subscribed()]).toEqual([[], []])
})
