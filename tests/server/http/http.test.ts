import { brotliDecompressSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { calls } from '../../../contract/calls.ts'
import { freePort } from '../../support/free-port.mjs'
import { multipart, openTestShop, orderBody } from '../harness.ts'

const json = { 'content-type': 'application/json' }

const t = await openTestShop({ on: 'sqlite', env: { CORS_ORIGINS: 'https://shop.example, http://localhost:5173' } })
const user = await t.addUser()
const fish = await t.addFish()
afterAll(() => t.close())
const order = (body: unknown, headers: Record<string, string> = {}) =>
  t.call('POST', '/orders/add/', { token: user.token, body, headers })

it('has the shop’s header and echoes the key, even when refused', async () => {
  for (const path of ['/fish/', '/nope', '/orders/', '/fishes/%ff', '/fish/?page=x']) {
    const { headers } = await t.call('GET', path, { key: 'Any-Text' })
    expect(headers['x-shop-api']).toBe('1')
    if (path !== '/fishes/%ff') expect(headers['idempotency-key']).toBe('Any-Text')
  }
})

it('ignores a byte order mark', async () => {
  expect((await order(`\ufeff${JSON.stringify(orderBody([fish]))}`, json)).status).toBe(201)
})

it.each([
  ['text/plain', {}],
  ['application/x-www-form-urlencoded', {}],
  ['multipart/form-data; boundary=x', {}],
  ['application/json; charset=latin1', {}],
  ['application/json', { 'content-encoding': 'gzip' }],
  ['', {}],
])('refuses the content type %j', async (type, more) => {
  const { status, json: problem } = await order(JSON.stringify(orderBody([fish])), { 'content-type': type, ...more })
  expect([status, problem.type]).toEqual([415, 'about:quayside/wrong-type'])
})

it('accepts a DELETE and a logout with a JSON content type and no body', async () => {
  const admin = await t.addUser({ admin: true })
  const made = await order(orderBody([fish]))
  const path = `/orders/delete/${made.json.data._id}`
  expect((await t.call('DELETE', path, { token: admin.token, headers: json })).status).toBe(204)
  expect((await t.call('POST', '/users/logout/', { token: admin.token, headers: json })).status).toBe(204)
})

it.each(['\\u0000', '\\ud800', '\\udc00x'])('refuses %s in every text', async (text) => {
  const body = JSON.stringify(orderBody([fish]))
  for (const field of ['phone', 'address', 'city', 'postalCode', 'country']) {
    const sick = body.replace(new RegExp(`"${field}":"[^"]*"`), `"${field}":"a${text}"`)
    const { status, json: problem } = await order(sick, json)
    expect([status, problem.errors[0].path]).toEqual([422, `shippingAddress.${field}`])
  }
})

it('answers 405 with the allowed methods, and ignores method-override headers', async () => {
  const put = await t.call('PUT', '/fish/')
  expect([put.status, put.headers.allow, put.json.type]).toEqual([405, 'GET', 'about:quayside/method-not-allowed'])
  const hidden = await t.call('GET', `/fishes/${fish._id}`, { headers: { 'x-http-method-override': 'DELETE' } })
  expect(hidden.status).toBe(200)
  expect((await t.call('GET', '/orders/myorders/x.css', { token: user.token })).status).toBe(404)
})

it('never lets a cache store private answers', async () => {
  for (const path of ['/orders/myorders/', `/users/${user.id}`]) {
    const { headers } = await t.call('GET', path, { token: user.token })
    expect([headers['cache-control'], headers.vary]).toEqual([
      'private, no-store',
      expect.stringContaining('Authorization'),
    ])
  }
  expect((await t.call('GET', '/fishes/nope')).headers['cache-control']).toBe('no-store')
})

it('allows the listed origins and no others', async () => {
  const ask = (origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
    t.app.inject({
      method,
      url: '/api/fish/',
      headers: { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }) },
    })
  const allowed = await ask('https://shop.example')
  expect(allowed.headers['access-control-allow-origin']).toBe('https://shop.example')
  expect(allowed.headers.vary).toMatch(/Origin.*Accept-Encoding/)
  expect(allowed.headers['access-control-expose-headers']).toContain('x-shop-api')
  expect((await ask('http://localhost:5173', 'OPTIONS')).statusCode).toBe(204)
  for (const origin of ['https://evil.example', 'null', 'https://shop.example.evil.example']) {
    expect((await ask(origin)).headers['access-control-allow-origin']).toBeUndefined()
  }
})

it('describes every call, from the schemas that validate it', async () => {
  const { json: document } = await t.call('GET', '/openapi.json')
  expect(document.openapi).toBe('3.1.0')
  const described = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const all = Object.values(calls).map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(described.sort()).toEqual(all.sort())
  expect(document.paths['/api/orders/add/'].post.requestBody.content['application/json'].schema.required).toEqual([
    'orderItems',
    'shippingAddress',
  ])
  const page = await t.app.inject('/api/docs/')
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  expect(page.body).toContain('Quayside API')
  for (const [, file] of page.body.matchAll(/(?:src|href)="\.\/([^"]+)"/g))
    expect((await t.app.inject(`/api/docs/${file}`)).statusCode).toBe(200)
})

it('describes itself with a small body, and 304 to who has it', async () => {
  const url = '/api/openapi.json'
  const plain = await t.app.inject(url)
  expect(plain.rawPayload.length).toBeLessThan(550_000)
  const packed = await t.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  const headers = { 'accept-encoding': 'br', 'if-none-match': String(packed.headers.etag) }
  const again = await t.app.inject({ url, headers })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('answers 503 when the picture store fails, because a retry may succeed', async () => {
  const away = await openTestShop({ on: 'sqlite', picturesFail: true })
  const admin = await away.addUser({ admin: true })
  const image = await sharp({ create: { width: 30, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = multipart({ fishe_id: (await away.addFish())._id, image })
  const answer = await away.call('POST', '/fishes/upload/', { token: admin.token, ...form })
  expect([answer.status, answer.json.type]).toEqual([503, 'about:quayside/busy'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  const picture = await away.app.inject(`/images/${'a'.repeat(32)}/640.webp`)
  expect([picture.statusCode, Number(picture.headers['retry-after'])]).toEqual([503, expect.any(Number)])
  await away.close()
})

it('refuses writes when the disk is nearly full, and still answers reads', async () => {
  const full = await openTestShop({ on: 'sqlite', freeDisk: async () => 255 * 1024 * 1024 })
  const { status, json: problem, headers } = await full.call('POST', '/subscribe/', { body: { email: 'a@gmail.com' } })
  expect([status, problem.type, headers['retry-after']]).toEqual([503, 'about:quayside/disk-full', '60'])
  expect((await full.call('GET', '/fish/')).status).toBe(200)
  await full.close()
})

it('has metrics on a separate address, and never on the public one', async () => {
  const port = await freePort()
  const measured = await openTestShop({ on: 'sqlite', env: { METRICS: `127.0.0.1:${port}` } })
  await measured.call('GET', '/fish/')
  for (const { app } of [t, measured]) expect((await app.inject('/metrics')).statusCode).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/api/health/`)).status).toBe(404)
  const body = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/api\/fish\/",status="200"\} 1/)
  await measured.close()
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow()
})
