import { expect, test, vi } from 'vitest'
import { type ApiOptions, createApi } from '../../../../src/api/api-client.ts'
import { ConnectionError } from '../../../../src/api/exchange.ts'
import { likeOurs, marked } from '../../../../src/api/other-server.ts'

interface Seen {
  url: string
  init: RequestInit
  headers: Headers
}

/** A client whose network gives `answer`; `seen` are the requests that were sent. */
function shop(answer: () => Response | Promise<Response>, options: Partial<ApiOptions> = {}) {
  const seen: Seen[] = []
  const api = createApi({
    baseUrl: '',
    token: () => 'secret',
    fetch: async (url, init = {}) => {
      seen.push({ url, init, headers: new Headers(init.headers) })
      return answer()
    },
    ...options,
  })
  return { api, seen }
}

const json = (body: unknown, status = 200, headers: Record<string, string> = { 'x-shop-api': '1' }) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const portal = () => new Response('<title>Pay here</title>', { headers: { 'content-type': 'text/html' } })
const order = { orderItems: [], shippingAddress: { phone: '', address: '', city: '', postalCode: '', country: '' } }

test('builds address, query, token, key and content type by the contract', async () => {
  const { api, seen } = shop(() => json({ data: { _id: 'o' } }, 201))
  await api.call('createOrder', { body: order, key: 'k' })
  await api.call('createReview', { params: { id: 'a/b' }, body: { rating: 5, comment: '' }, key: 'k' })
  await api.call('getOrder', { params: { id: 'o' } })
  expect(seen.map(({ url }) => url)).toEqual(['/api/orders/add/', '/api/fishes/a%2Fb/reviews/', '/api/orders/o/'])
  expect(seen[0]?.headers.get('authorization')).toBe('Bearer secret')
  expect(seen[0]?.headers.get('idempotency-key')).toBe('k')
  expect(seen[0]?.headers.get('content-type')).toBe('application/json')
  expect(seen[0]?.init.body).toBe(JSON.stringify(order))
})

test('public calls carry no token; a query leaves out missing values', async () => {
  const { api, seen } = shop(() => json({ fishes: [], page: 1, pages: 1, total: 0 }), { baseUrl: 'https://x.org/' })
  await api.call('listFish', { query: { page: 2, per_page: 6, keyword: 'saint-pierre à l’os' } })
  const url = new URL(seen[0]?.url ?? '')
  expect(url.pathname).toBe('/api/fish/')
  expect(Object.fromEntries(url.searchParams)).toEqual({ page: '2', per_page: '6', keyword: 'saint-pierre à l’os' })
  expect(seen[0]?.headers.has('authorization')).toBe(false)
})

test('the envelope is removed, the total is returned', async () => {
  const users = { data: [{ _id: 'u', name: 'A', email: 'a', isAdmin: 1 }] }
  const headers = { 'x-total-count': '41', 'x-shop-api': '1' }
  const { api } = shop(() => json(users, 200, headers), { other: { likeOurs, marked } })
  const reply = await api.call('listUsers', { query: {} })
  expect(reply).toMatchObject({ ok: true, total: 41, isShops: true, body: [{ _id: 'u', isAdmin: true }] })
})

test('a refusal is data, with the time to wait', async () => {
  const body = { type: 'about:quayside/too-many', detail: 'Slow down.' }
  const { api } = shop(() => json(body, 429, { 'x-shop-api': '1', 'retry-after': '3' }))
  expect(await api.call('login', { body: { username: 'a', password: 'b' } })).toEqual({
    ok: false,
    refusal: { status: 429, code: 'too-many', detail: 'Slow down.', errors: [], retryAfter: 3000 },
  })
})

test('answers of other servers are not trusted', async () => {
  const untrusted = expect.objectContaining({ kind: 'untrusted' })
  await expect(shop(portal).api.call('topFishes')).rejects.toEqual(untrusted)
  await expect(shop(() => json({}, 404, {})).api.call('getFish', { params: { id: 'f' } })).rejects.toEqual(untrusted)
  await expect(
    shop(() => json({ data: { _id: 'o' } }, 201, {})).api.call('createOrder', { body: order }),
  ).rejects.toEqual(untrusted)
  await expect(shop(() => json({ hello: 1 })).api.call('listFish', { query: {} })).rejects.toEqual(untrusted)
})

test('no answer, a timeout and an abort are different errors', async () => {
  const hanging = (options: Partial<ApiOptions> = {}) =>
    createApi({
      baseUrl: '',
      token: () => undefined,
      fetch: (_url, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
      ...options,
    })
  await expect(hanging().call('health', { timeout: 10 })).rejects.toMatchObject({ kind: 'timeout' })
  const controller = new AbortController()
  const given = hanging().call('health', { signal: controller.signal })
  controller.abort()
  await expect(given).rejects.toMatchObject({ kind: 'aborted' })
  const broken = shop(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(broken.api.call('health')).rejects.toEqual(expect.any(ConnectionError))
  await expect(broken.api.call('health')).rejects.toMatchObject({ kind: 'network', message: 'Network Error' })
})

test('a 401 to the session token is reported, and no request is repeated', async () => {
  const onUnauthorised = vi.fn()
  const { api, seen } = shop(() => json({ type: 'about:quayside/account-gone', detail: 'Gone.' }, 401), {
    onUnauthorised,
  })
  await api.call('myOrders')
  expect(onUnauthorised).toHaveBeenCalledExactlyOnceWith('secret', 'account-gone')
  const failing = shop(() => json({ detail: 'Oh.' }, 503))
  await failing.api.call('myOrders')
  expect([seen.length, failing.seen.length]).toEqual([1, 1])
})

test('a contact service gets the form fields, and neither our token nor our key', async () => {
  const { api, seen } = shop(() => new Response('OK'), { contactUrl: 'https://mail.test/send' })
  const body = { user_object: 'Hi', user_name: 'A', user_email: 'a@x.org', user_message: 'Hello' }
  const reply = await api.call('sendContact', { body, key: 'k' })
  expect(reply.ok).toBe(true)
  expect(seen[0]?.url).toBe('https://mail.test/send')
  expect(seen[0]?.headers.has('idempotency-key')).toBe(false)
  const form = seen[0]?.init.body
  // the service has another name for the message than our own call
  expect(form instanceof FormData && Object.fromEntries(form)).toMatchObject({
    user_email: 'a@x.org',
    message: 'Hello',
  })
})

test('the address of a picture has the origin of the API', () => {
  const { api } = shop(portal, { baseUrl: 'https://x.org/api' })
  expect(api.picture('/images/ab/640.webp')).toBe('https://x.org/images/ab/640.webp')
  expect(api.picture('https://cdn.test/a.jpg')).toBe('https://cdn.test/a.jpg')
  expect(shop(portal).api.picture('images/a.webp')).toBe('/images/a.webp')
})
