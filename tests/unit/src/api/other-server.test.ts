// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { createApi } from '../../../../src/api/api-client.ts'
import { likeOurs, marked } from '../../../../src/api/other-server.ts'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** An app for another server of the specification, which marks nothing and answers as `answers` say. */
function otherShop(answers: Record<string, () => Response>) {
  const asked: string[] = []
  const fetch = async (address: string, init?: RequestInit) => {
    asked.push(`${init?.method} ${address}`)
    return answers[address]?.() ?? json({ detail: 'Not found.' }, 404)
  }
  const api = createApi({ baseUrl: '', token: () => 'secret', fetch: marked(fetch), other: { likeOurs, marked } })
  return { api, asked }
}

test('its answers need no header; a page of HTML is from somebody else', async () => {
  const { api } = otherShop({
    '/api/users/': () => json({ detail: 'No.' }, 403),
    '/api/fish/': () => new Response('<title>Pay here</title>', { headers: { 'content-type': 'text/html' } }),
  })
  expect(await api.call('listUsers')).toMatchObject({ ok: false, refusal: { status: 403, detail: 'No.' } })
  await expect(api.call('listFish')).rejects.toMatchObject({ kind: 'untrusted' })
})

test('the echo of a key, an id of a message and no condition make its answers like ours', async () => {
  const { api } = otherShop({ '/api/contact/': () => new Response('OK') })
  const body = { user_object: '', user_name: '', user_email: 'v@x.org', user_message: 'Hello' }
  expect(await api.exchange('sendContact', { body, key: 'k', version: 'v' })).toMatchObject({
    ...{ isShops: true, key: 'k', json: { _id: 'k' } },
  })
})

test('a list that comes whole is searched and paged', async () => {
  const users = ['Ann', 'Bo', 'Anna', 'Annick'].map((name) => ({ _id: name, name, email: `${name}@x.org` }))
  const { api } = otherShop({ '/api/users/?page=2&per_page=2&keyword=ann': () => json({ data: users }) })
  const reply = await api.call('listUsers', { query: { page: 2, per_page: 2, keyword: 'ann' } })
  expect(reply).toMatchObject({ ok: true, total: 3, body: [{ name: 'Annick' }] })
})

test('a category that comes whole is paged', async () => {
  const fish = Array.from({ length: 8 }, (_, at) => ({ _id: `id-${at}`, trade_name: `Number ${at}` }))
  const { api } = otherShop({ '/api/fishes/type/fish?page=2&per_page=6': () => json({ fish, message: 'success' }) })
  const reply = await api.call('fishesByType', { params: { type: 'fish' }, query: { page: 2, per_page: 6 } })
  expect(reply).toMatchObject({
    ok: true,
    body: { page: 2, pages: 2, total: 8, fish: [{ _id: 'id-6' }, { _id: 'id-7' }] },
  })
})

test('all orders are the first page of the feed; the next pull begins anew', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { api, asked } = otherShop({
    '/api/orders/': () => json([{ _id: 'o1' }, { _id: 'o2' }]),
    '/api/orders/myorders/': () => json([{ _id: 'o2' }]),
  })
  const step = async (since: string | undefined, isStaff = false) => {
    const reply = await api.call('orderChanges', { query: { limit: 9, ...(since && { since }) }, isStaff })
    return reply.ok ? reply.body : undefined
  }
  const first = await step(undefined, true)
  expect(first).toMatchObject({ changed: [{ _id: 'o1' }, { _id: 'o2' }], more: false })
  expect(await step(first?.next)).toMatchObject({ changed: [], next: first?.next, more: false, reset: false })
  vi.setSystemTime(Date.now() + 60_000)
  expect(await step(first?.next)).toMatchObject({ reset: true })
  expect(await step(undefined)).toMatchObject({ changed: [{ _id: 'o2' }] })
  expect(asked).toEqual(['GET /api/orders/', 'GET /api/orders/myorders/'])
  vi.useRealTimers()
})
