import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Order } from '../../contract/orders.ts'
import { openDeal } from '../server/orders/deal.ts'

const { t, admin, fish, deal } = await openDeal({
  shop: { env: { PUBLIC_URL: 'https://quay.example/', RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } },
})
afterAll(() => t.close())

let order: Order
let path: string
beforeEach(async () => {
  order = await deal.offer(await deal.request([fish]))
  const body = { mayAccept: true }
  const { json } = await t.call('POST', `/orders/${order._id}/links/`, { token: admin.token, body })
  path = new URL(json.url).pathname
})

const isForm = { 'content-type': 'application/x-www-form-urlencoded' }
const send = async (payload: string, { url = path, from = '198.51.100.7', headers = isForm as object } = {}) => {
  const all = { 'x-forwarded-for': from, ...headers }
  return await t.app.inject({ method: 'POST', url, headers: all, payload })
}
const fields = (more: Record<string, string>) =>
  String(new URLSearchParams({ answer: 'accept', name: 'Mallory', ...more }))
const formOn = async (url: string) => /name="form" value="([^"]+)"/.exec((await t.app.inject({ url })).body)?.[1] ?? ''
const state = async () => (await deal.read(order)).state

it('a program that only looks, and a form of another page, change nothing', async () => {
  const scanner = { 'user-agent': 'Outlook SafeLinks' }
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'] as const)
    await t.app.inject({ method, url: `${path}?answer=accept&name=Mallory`, headers: scanner })
  // a page of somebody else can make a browser post, and does not know the form of this one
  const abroad = { ...isForm, origin: 'https://evil.example', referer: 'https://evil.example/' }
  expect((await send(fields({}), { headers: abroad })).statusCode).toBe(409)
  expect(
    (await send(fields({ form: await formOn(path) }), { headers: { 'content-type': 'text/plain' } })).statusCode,
  ).toBe(422)
  const other = await deal.offer(await deal.request([fish]))
  const made = await t.call('POST', `/orders/${other._id}/links/`, { token: admin.token, body: { mayAccept: true } })
  const form = await formOn(new URL(made.json.url).pathname)
  expect((await send(fields({ form }))).statusCode).toBe(409)
  expect(await state()).toBe('offered')
})

it('what somebody types is text on every screen, and a body is not larger than the form', async () => {
  const form = await formOn(path)
  expect((await send(fields({ form, note: 'x'.repeat(1_000_000) }))).statusCode).toBe(413)
  expect((await send(fields({ form, name: 'x'.repeat(5000) }))).statusCode).toBe(422)
  const typed = await send(fields({ form, name: ' ', company: '"><script>alert(1)</script>' }))
  expect(typed.statusCode).toBe(422)
  expect(typed.body).not.toContain('<script>alert')
  expect((await send(fields({ form, by: 'shop', via: 'app', offer: order._id }))).statusCode).toBe(200)
  const last = (await deal.read(order)).events.at(-1)
  expect(last?.by).toMatchObject({ side: 'buyer', name: 'Mallory', via: 'link' })
})

it('a link that somebody hammers is stopped alone: others of one harbour go on', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 25; n++) statuses.push((await send(fields({ form: 'x' }))).statusCode)
  expect(new Set(statuses.slice(0, 20))).toEqual(new Set([409]))
  expect(new Set(statuses.slice(20))).toEqual(new Set([429]))
  const other = await deal.offer(await deal.request([fish]))
  const made = await t.call('POST', `/orders/${other._id}/links/`, { token: admin.token, body: { mayAccept: true } })
  const url = new URL(made.json.url).pathname
  expect((await send(fields({ form: await formOn(url) }), { url })).statusCode).toBe(200)
})

it('an address that guesses is stopped, and a right one from elsewhere is not', async () => {
  const guesses: number[] = []
  for (let n = 0; n < 62; n++) {
    const url = `/o/${String(n).padStart(43, 'x')}`
    guesses.push((await send(fields({ form: 'x' }), { url, from: '203.0.113.9' })).statusCode)
  }
  expect(guesses.slice(0, 60).every((status) => status === 404)).toBe(true)
  expect(guesses.slice(60)).toEqual([429, 429])
  expect((await send(fields({ form: await formOn(path) }))).statusCode).toBe(200)
  expect(await state()).toBe('accepted')
})
