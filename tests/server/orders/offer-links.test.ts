import { afterAll, beforeEach, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import type { Order } from '../../../contract/orders.ts'
import { cleanUp } from '../../../server/start-server.ts'
import type { TestUser } from '../harness.ts'
import { openDeal } from './deal.ts'

const day = 24 * 60 * 60 * 1000

let order: Order
const env = { PUBLIC_URL: 'https://quay.example/shop' }
const opened = await openDeal({ shop: { env }, admin: { name: 'Somebody At The Desk' } })
const { t, buyer, admin, fish, deal } = opened
afterAll(() => t.close())
beforeEach(async () => {
  order = await deal.offer(await deal.request([fish]))
})

const make = (who: TestUser, of: { _id: string } = order) =>
  t.call('POST', `/orders/${of._id}/links/`, { token: who.token })
const list = async (who: TestUser, of: { _id: string } = order) =>
  (await t.call('GET', `/orders/${of._id}/links/`, { token: who.token })).json
const revoke = (who: TestUser, id: string, of: { _id: string } = order) =>
  t.call('DELETE', `/orders/${of._id}/links/${id}/`, { token: who.token })
const open = async (url: string, given: { headers?: Record<string, string>; method?: 'GET' | 'HEAD' } = {}) => {
  const path = url.replace('https://quay.example/shop', '')
  const { statusCode: status, headers, body } = await t.app.inject({ url: path, ...given })
  return { status, headers, body }
}
const linkTo = async (who: TestUser = buyer, of: { _id: string } = order): Promise<string> =>
  (await make(who, of)).json.url
const actions = async () =>
  (await t.call('GET', '/admin/log/', { token: admin.token })).json.map((one: { kind: string }) => one.kind)

it('show the offer to anybody, as it is printed, and nothing of the thread', async () => {
  await deal.must(order, buyer.token, { kind: 'message', text: 'A secret of the thread' })
  const made = await make(buyer)
  expect(made.status).toBe(201)
  expect(made.json).toEqual({
    _id: expect.any(String),
    url: expect.stringMatching(/^https:\/\/quay\.example\/shop\/o\/[\w-]{43}$/),
    until: '2026-01-21T00:00:00.000Z',
  })
  const { status, headers, body } = await open(made.json.url)
  expect(status).toBe(200)
  for (const text of ['Offer 1', order.reference, 'Atlantic cod', '€1,850.00', '20 January 2026', 'CIF Vigo'])
    expect(body).toContain(text)
  for (const text of [
    buyer.name,
    order.shippingAddress.city,
    'Cost, Insurance and Freight',
    'Up to 5\u00a0% more than offered',
  ])
    expect(body).toContain(text)
  for (const text of [
    'A secret of the thread',
    'Somebody At The Desk',
    buyer.email,
    order._id,
    made.json.url.slice(-43),
  ])
    expect(body).not.toContain(text)
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-type': 'text/html; charset=utf-8',
  })
  expect(headers.etag).toBeUndefined()
  expect(body).not.toMatch(/property="og:|rel="canonical"/)
})

it('speak the language of the address or the browser', async () => {
  const url = await linkTo()
  const french = await open(url, { headers: { 'accept-language': 'fr-CA' } })
  expect(french.body).toContain('<h1>Offre 1</h1>')
  expect(french.body).toContain('Morue')
  const spanish = await open(`${url}?lng=es`, { headers: { 'accept-language': 'fr' } })
  expect(spanish.body).toContain('<h1>Oferta 1</h1>')
  expect(spanish.body).toContain('Coste, seguro y flete')
})

it('escape all that people have written', async () => {
  const nasty = `<script>alert(1)</script> & "x"`
  const line = { fishe: fish._id, qty: 1, price: 100, note: nasty }
  const named = await t.addFish({ trade_name: nasty })
  const second = { fishe: named._id, qty: 1, price: null }
  const asked = await deal.request([fish, named])
  const written = { place: nasty, payment: nasty, note: nasty, charges: [{ label: nasty, amount: 5 }] }
  await deal.offer(asked, { ...written, lines: [line, second] })
  const { status, body } = await open(await linkTo(buyer, asked))
  expect(status).toBe(200)
  expect(body).not.toContain('<script>alert')
  expect(body).not.toContain('"x"')
  expect(body).toContain('Not available')
  expect(body.split('&lt;script&gt;').length).toBeGreaterThan(5)
})

it('count who looks, but not programs that look first', async () => {
  const url = await linkTo(admin)
  expect((await list(buyer))[0]).toMatchObject({ by: 'shop', seen: 0 })
  expect((await list(buyer))[0].seenAt).toBeUndefined()
  expect((await open(url, { method: 'HEAD' })).status).toBe(200)
  expect((await open(url, { headers: { 'user-agent': 'WhatsApp/2.23' } })).status).toBe(200)
  expect((await list(buyer))[0].seen).toBe(0)
  await open(url)
  await open(`${url}/?lng=fr`)
  expect((await list(buyer))[0]).toEqual({
    _id: expect.any(String),
    at: expect.any(String),
    by: 'shop',
    until: '2026-01-21T00:00:00.000Z',
    seen: 2,
    seenAt: expect.any(String),
  })
  expect(JSON.stringify(await list(buyer))).not.toContain(url.slice(-43))
})

it('show the offer of the day, and end with it', async () => {
  const url = await linkTo()
  const change = { validUntil: '2026-01-25', note: 'A better one' }
  const revised = await deal.offer(order, change)
  const { body } = await open(url)
  expect(body).toContain('Offer 2')
  expect(body).toContain('A better one')
  expect((await list(buyer))[0].until).toBe('2026-01-26T00:00:00.000Z')
  await deal.accept(revised)
  const accepted = await open(url)
  expect([accepted.status, accepted.body.includes('This offer was accepted.')]).toEqual([200, true])
})

it('show no offer that was withdrawn or declined, until there is a new one', async () => {
  const url = await linkTo()
  const offerId = order.events.at(-1)?._id
  const declined = await deal.must(order, buyer.token, { kind: 'decline', offer: offerId })
  const none = await open(url)
  expect([none.status, none.body.includes('There is no offer now')]).toEqual([404, true])
  expect(none.body).not.toContain('1,850')
  expect(none.body).not.toContain(order.reference)
  expect((await make(buyer)).json.type).toBe('about:quayside/offer-not-current')
  const again = await deal.offer(declined)
  expect((await open(url)).status).toBe(200)
  await deal.must(again, admin.token, { kind: 'withdraw', after: again.version, offer: again.events.at(-1)?._id })
  expect((await open(url)).status).toBe(404)
  expect((await list(buyer))[0].seen).toBe(1)
})

it('work until they are revoked, by either side', async () => {
  const [mine, theirs] = [await make(buyer), await make(admin)]
  expect((await revoke(buyer, theirs.json._id)).status).toBe(204)
  expect((await revoke(admin, mine.json._id)).status).toBe(204)
  for (const { json } of [mine, theirs]) {
    const gone = await open(json.url)
    expect([gone.status, gone.body.includes('This link does not work')]).toEqual([404, true])
    expect((await revoke(buyer, json._id)).status).toBe(404)
  }
  expect(await list(buyer)).toEqual([])
  // what the shop did, and not what the buyer did
  expect((await actions()).filter((kind: string) => kind.startsWith('offer-link')).slice(0, 2)).toEqual([
    'offer-link-revoked',
    'offer-link-made',
  ])
})

it('are nobody else’s', async () => {
  const other = await t.addUser()
  const clerk = await t.addUser({ rights: ['products', 'people', 'shop'] })
  const link = (await make(buyer)).json
  for (const stranger of [other, clerk]) {
    expect((await make(stranger)).status).toBe(404)
    expect((await list(stranger)).status).toBe(404)
    expect((await revoke(stranger, link._id)).status).toBe(404)
  }
  const foreign = await deal.offer(await deal.request([fish]))
  expect((await revoke(buyer, link._id, foreign)).status).toBe(404)
  expect((await open(link.url)).status).toBe(200)
})

it('are at most twenty at a time', async () => {
  for (let at = 0; at < limits.offerLinks; at++) expect((await make(buyer)).status).toBe(201)
  expect((await make(admin)).json).toMatchObject({ status: 409, type: 'about:quayside/links-full' })
  const links = await list(buyer)
  expect(links).toHaveLength(limits.offerLinks)
  await revoke(buyer, links[0]._id)
  expect((await make(buyer)).status).toBe(201)
})

it('go with their order', async () => {
  const url = await linkTo()
  await t.call('DELETE', `/orders/delete/${order._id}/`, { token: admin.token })
  expect((await open(url)).status).toBe(404)
  expect((await make(buyer)).status).toBe(404)
  const bought = await deal.offer(await deal.request([fish]))
  const ofBought = await linkTo(buyer, bought)
  await deal.accept(bought)
  await t.call('DELETE', `/orders/delete/${bought._id}/`, {
    token: admin.token,
    query: { reference: bought.reference },
  })
  expect((await open(ofBought)).status).toBe(404)
  expect((await make(buyer, bought)).json.type).toBe('about:quayside/order-sealed')
  expect(await t.db.query.selectFrom('offer_link').select('id').where('order_id', '=', order._id).execute()).toEqual([])
})

it('answer to what is no link at all like to an unknown one', async () => {
  for (const token of ['x', 'A'.repeat(43), 'A'.repeat(44), '%00', '..%2fp', "'or'1'='1", 'é'.repeat(43)])
    expect((await open(`/o/${token}`)).status).toBe(404)
  expect((await open('/o/')).status).toBe(404)
})

it('cannot be guessed: that ends after sixty tries an hour, and costs others nothing', async () => {
  const env = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' }
  const { t, buyer, fish, deal } = await openDeal({ shop: { env } })
  const order = await deal.offer(await deal.request([fish]))
  const { json } = await t.call('POST', `/orders/${order._id}/links/`, { token: buyer.token })
  expect(json.url).toMatch(/^\/o\/[\w-]{43}$/)
  const from = (address: string, url: string) => t.app.inject({ url, headers: { 'x-forwarded-for': address } })
  const guess = (at: number) => `/o/${String(at).padStart(43, 'A')}`
  for (let at = 0; at < 60; at++) expect((await from('203.0.113.1', guess(at))).statusCode).toBe(404)
  const refused = await from('203.0.113.1', guess(60))
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  // a right one opens, since neighbours may share the address
  expect((await from('203.0.113.1', json.url)).statusCode).toBe(200)
  expect((await from('203.0.113.2', json.url)).statusCode).toBe(200)
  t.clock.pass(60 * 60 * 1000)
  expect((await from('203.0.113.1', json.url)).statusCode).toBe(200)
  await t.close()
})

it('end, say so, and are forgotten a month later', async () => {
  const url = await linkTo()
  const bought = await deal.offer(await deal.request([fish]))
  const ofBought = await linkTo(buyer, bought)
  await deal.accept(bought)
  t.clock.pass(25 * day)
  for (const each of [url, ofBought]) {
    const ended = await open(each)
    expect([ended.status, ended.body.includes('This link has ended')]).toEqual([410, true])
    expect(ended.body).not.toContain('1,850')
  }
  expect(await list(buyer)).toEqual([])
  expect((await make(buyer)).json.type).toBe('about:quayside/offer-expired')
  // a new offer has new links
  await deal.offer(await deal.read(order), { validUntil: '2026-02-20' })
  expect((await open(url)).status).toBe(410)
  t.clock.pass(30 * day)
  await cleanUp(t.shop)
  expect((await open(url)).status).toBe(404)
})
