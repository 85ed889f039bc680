import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Order } from '../../../contract/orders.ts'
import { openDeal } from './deal.ts'

let order: Order
const { t, buyer, admin, fish, deal } = await openDeal({ shop: { env: { PUBLIC_URL: 'https://quay.example/' } } })
afterAll(() => t.close())
beforeEach(async () => {
  order = await deal.offer(await deal.request([fish]))
})

const make = (token = admin.token, body: object = { mayAccept: true }) =>
  t.call('POST', `/orders/${order._id}/links/`, { token, body })
const pathOf = async () => (await make()).json.url.replace('https://quay.example', '')
const open = async (url: string) => (await t.app.inject({ url })).body
const formIn = (page: string) => /name="form" value="([^"]+)"/.exec(page)?.[1] ?? ''
const post = async (url: string, fields: Record<string, string>) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { statusCode, body } = await t.app.inject({
    method: 'POST',
    url,
    headers,
    payload: String(new URLSearchParams(fields)),
  })
  return [statusCode, body] as const
}
const yes = { answer: 'accept', name: 'Ada Boss', company: 'Pesca SL', note: 'Agreed' }

it('a yes by link makes the deal, once, and the thread names its way', async () => {
  const path = await pathOf()
  const page = await open(path)
  expect(page).toContain('<form method="post"')
  // what a scanner does changes nothing
  await t.app.inject({ method: 'HEAD', url: path })
  expect((await deal.read(order)).state).toBe('offered')
  const form = formIn(page)
  expect((await post(path, { ...yes, form }))[0]).toBe(200)
  const read = await deal.read(order)
  expect([read.state, read.events.at(-1)]).toMatchObject([
    'accepted',
    { kind: 'accept', by: { side: 'buyer', name: 'Ada Boss, Pesca SL', via: 'link' }, note: 'Agreed' },
  ])
  expect((await post(path, { ...yes, form }))[0]).toBe(410)
  expect((await deal.read(order)).events).toHaveLength(2)
  expect(await open(path)).not.toContain('<form method="post"')
})

it('two at once are one answer', async () => {
  const path = await pathOf()
  const form = formIn(await open(path))
  const answers = await Promise.all([post(path, { ...yes, form }), post(path, { ...yes, form, answer: 'decline' })])
  expect(answers.map(([status]) => status).sort()).toEqual([200, 410])
  expect((await deal.read(order)).events).toHaveLength(2)
})

it('answers the offer that its page shows, and no later one', async () => {
  const path = await pathOf()
  const form = formIn(await open(path))
  await deal.offer(await deal.read(order))
  expect((await post(path, { ...yes, form }))[0]).toBe(409)
  expect((await deal.read(order)).state).toBe('offered')
  // the page as it is now answers the new one
  expect((await post(path, { ...yes, form: formIn(await open(path)) }))[0]).toBe(200)
})

it('needs a name and the form of its page, and loses nothing that was typed', async () => {
  const path = await pathOf()
  const form = formIn(await open(path))
  const [status, body] = await post(path, { ...yes, form, name: ' ', note: 'Do not lose <this>' })
  expect([status, body]).toEqual([422, expect.stringContaining('Do not lose &lt;this&gt;')])
  expect(body).toContain('role="alert"')
  expect((await post(path, yes))[0]).toBe(409)
  expect((await post(path, { ...yes, form: form.replace(/^./, 'x') }))[0]).toBe(409)
  expect((await deal.read(order)).state).toBe('offered')
})

it('is made by staff alone; the newest one of an order works, and one without it can be read', async () => {
  expect((await make(buyer.token)).json.type).toBe('about:quayside/not-your-side')
  const first = await pathOf()
  const form = formIn(await open(first))
  const second = await pathOf()
  expect((await post(first, { ...yes, form }))[0]).toBe(410)
  const plain = (await make(buyer.token, {})).json.url.replace('https://quay.example', '')
  expect(await open(plain)).not.toContain('<form method="post"')
  // an app of an earlier version sends no body
  expect((await t.call('POST', `/orders/${order._id}/links/`, { token: buyer.token })).status).toBe(201)
  const links = (await t.call('GET', `/orders/${order._id}/links/`, { token: admin.token })).json
  expect(links.filter(({ mayAccept }: { mayAccept?: boolean }) => mayAccept)).toHaveLength(1)
  expect((await post(second, { ...yes, form: formIn(await open(second)), answer: 'decline' }))[0]).toBe(200)
  expect((await deal.read(order)).state).toBe('declined')
})

it('is refused after the end of the offer, and for an address that does not exist', async () => {
  const path = await pathOf()
  const form = formIn(await open(path))
  expect((await post(`/o/${'x'.repeat(43)}`, { ...yes, form }))[0]).toBe(404)
  t.clock.pass(21 * 24 * 3600_000)
  expect((await post(path, { ...yes, form }))[0]).toBe(410)
  expect((await deal.read(order)).state).toBe('expired')
})
