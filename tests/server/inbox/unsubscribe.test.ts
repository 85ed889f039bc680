import { afterAll, expect, it } from 'vitest'
import { openTestShop } from '../harness.ts'

const t = await openTestShop()
const token = (await t.addUser({ admin: true })).token
afterAll(() => t.close())
const subscribed = async (): Promise<{ _id: string; email: string; unsubscribe: string }[]> =>
  (await t.call('GET', '/subscribers/', { token })).json
const find = async (email: string) => (await subscribed()).find((row) => row.email === email)
const subscribe = async (email: string) => {
  await t.call('POST', '/subscribe/', { body: { email } })
  return (await find(email)) ?? { _id: '', unsubscribe: '' }
}
const page = (method: 'GET' | 'POST', url: string, language = 'en') =>
  t.app.inject({ method, url, headers: { 'accept-language': language } })

it('is a page with one button; opening it changes nothing, pressing it does', async () => {
  const email = 'reader@gmail.com'
  const { unsubscribe } = await subscribe(email)
  expect(unsubscribe).toMatch(/^\/api\/unsubscribe\/[0-9a-f]{32}$/)
  const asked = await page('GET', unsubscribe)
  expect([asked.statusCode, asked.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(asked.body.match(/<button>[^<]*/g)).toEqual(['<button>Unsubscribe'])
  expect(asked.headers['content-security-policy']).toContain("default-src 'none'")
  expect(await find(email)).toBeDefined()
  const pressed = await page('POST', unsubscribe)
  expect([pressed.statusCode, /no further newsletter/.test(pressed.body)]).toEqual([200, true])
  expect(await find(email)).toBeUndefined()
  expect((await page('POST', unsubscribe)).statusCode).toBe(200)
  expect((await page('GET', unsubscribe)).body).not.toContain('<button>')
})

it('is in the reader’s language, and accepts the one-click form of mail programs', async () => {
  const { unsubscribe } = await subscribe('languages@gmail.com')
  expect((await page('GET', unsubscribe, 'fr')).body).toContain('Se désabonner')
  expect((await page('GET', unsubscribe, 'es')).body).toContain('Darse de baja')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = { method: 'POST' as const, url: unsubscribe, headers, payload: 'List-Unsubscribe=One-Click' }
  expect((await t.app.inject(request)).statusCode).toBe(200)
  expect(await find('languages@gmail.com')).toBeUndefined()
})

it('does not reveal which tokens exist, and affects no other subscriber', async () => {
  await subscribe('other@gmail.com')
  const before = await subscribed()
  for (const url of [
    '/api/unsubscribe/none',
    `/api/unsubscribe/${'0'.repeat(90)}`,
    '/api/unsubscribe/%27%20or%201=1',
    '/api/unsubscribe/%00',
  ])
    expect([(await page('POST', url)).statusCode, (await page('GET', url)).statusCode]).toEqual([200, 200])
  expect(await subscribed()).toEqual(before)
})

it('can be done by an administrator, once', async () => {
  const { _id } = await subscribe('gone@gmail.com')
  const remove = () => t.call('DELETE', `/subscribers/${_id}/`, { token })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  expect(await find('gone@gmail.com')).toBeUndefined()
  expect((await subscribe('gone@gmail.com')).unsubscribe).toMatch(/[0-9a-f]{32}$/)
})

it('the newsletter form without a script is answered with a page, and subscribes', async () => {
  const t = await openTestShop()
  const admin = await t.addUser({ admin: true })
  const send = (email: string, lng: string) =>
    t.app.inject({
      method: 'POST',
      url: `/api/newsletter/?lng=${lng}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email }).toString(),
    })
  for (const [email, lng, status, words] of [
    ['Awa@Gmail.com', 'fr', 200, 'Merci pour votre abonnement\u202f!'],
    ['Awa@Gmail.com', 'en', 200, 'Thank you for subscribing!'],
    ['awa@example.org', 'es', 422, 'Introduzca una dirección de Gmail'],
    ['<script>', 'en', 422, 'Please enter a valid email address'],
    ['', 'en', 422, 'Please enter a valid email address'],
  ] as const) {
    const page = await send(email, lng)
    expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(page.body).toContain(`<p role="status">${words}</p><p><a href="../../?lng=${lng}">`)
  }
  const list = await t.call('GET', '/subscribers/', { token: admin.token })
  expect(list.json.map(({ email }: { email: string }) => email)).toEqual(['awa@gmail.com'])
  await t.close()
})
