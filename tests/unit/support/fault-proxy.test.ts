// @vitest-environment node
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Fault, type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts'

const path = '/api/orders/add/'
let server: http.Server
let proxy: FaultProxy
let got: { key: string | undefined; body: string }[]

beforeEach(async () => {
  got = []
  server = http.createServer((req, res) => {
    let body = ''
    req.on('data', (part) => (body += part))
    req.on('end', () => {
      got.push({ key: req.headers['idempotency-key']?.toString(), body })
      res.writeHead(201, { 'content-type': 'application/json', 'x-shop-api': '1' }).end(`{"n":${got.length}}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // a TCP server's address is never a string
  proxy = await startFaultProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const send = (key = 'k1', signal = AbortSignal.timeout(45_000)) =>
  fetch(proxy.url + path, {
    method: 'POST',
    body: '{"a":"é"}',
    headers: { 'idempotency-key': key, 'content-type': 'application/json' },
    signal,
  })

const cut = async (fault: Fault) => {
  proxy.plan('createOrder', [fault])
  await expect(send()).rejects.toThrow()
}

test('passes a request on, byte for byte, and writes down who it was', async () => {
  const answer = await send()
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({ n: 1 })
  expect(got).toEqual([{ key: 'k1', body: '{"a":"é"}' }])
  expect(proxy.log[0]).toMatchObject({ route: 'createOrder', key: 'k1', reached: 1, statuses: [201], answered: 201 })
})

test.each<[Fault, number]>([
  ['lost-before', 0],
  ['lost-after', 1],
  ['late', 0],
])('%s cuts the phone off; the server got it %i times', async (fault, times) => {
  await cut(fault)
  expect(got).toHaveLength(times)
  expect(proxy.log[0]?.answered).toBeUndefined()
})

test('what is late comes after the retry, with its own body and key', async () => {
  await cut('late')
  expect((await send()).status).toBe(201)
  expect(got).toHaveLength(1)
  expect(await proxy.release()).toBe(1)
  expect(got).toEqual([got[0], got[0]])
  expect(proxy.count({ route: 'createOrder', key: 'k1', reached: true })).toBe(2)
  expect(proxy.count({ route: 'createOrder', key: 'k2' })).toBe(0)
})

test.each<Fault>(['doubled', 'doubled-at-once'])('%s reaches the server twice and is answered once', async (fault) => {
  proxy.plan('createOrder', [fault])
  expect((await send()).status).toBe(201)
  expect(got).toHaveLength(2)
})

test.each<[Fault, number]>([
  ['hang', 0],
  ['hang-after', 1],
])('%s never answers; the server got it %i times', async (fault, times) => {
  proxy.plan('createOrder', [fault])
  const leaving = new AbortController()
  const left = expect(send('k1', leaving.signal)).rejects.toThrow('given up')
  await expect.poll(() => [proxy.log.length, got.length]).toEqual([1, times])
  // nor does an answer come a moment later
  await new Promise((resolve) => setTimeout(resolve, 200))
  leaving.abort(new Error('given up'))
  await left
  expect(got).toHaveLength(times)
})

test.each<[Fault, number, string, number]>([
  ['portal', 200, 'text/html; charset=utf-8', 0],
  ['proxy-401', 401, 'text/html; charset=utf-8', 0],
  ['proxy-403', 403, 'text/html; charset=utf-8', 0],
  ['proxy-404', 404, 'text/html; charset=utf-8', 0],
  ['502', 502, 'text/html; charset=utf-8', 0],
  ['500-after', 500, 'text/html', 1],
  ['foreign-json', 200, 'application/json', 0],
  [{ status: 503, retryAfter: 7 }, 503, 'text/html', 0],
])('%s answers unmarked', async (fault, status, type, times) => {
  proxy.plan('createOrder', [fault])
  const answer = await send()
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-shop-api')]).toEqual([
    status,
    type,
    null,
  ])
  expect(got).toHaveLength(times)
})

test('Retry-After comes in seconds or as a date; a marked refusal echoes the key', async () => {
  const date = new Date('2030-01-02T03:04:05Z')
  proxy.plan('createOrder', [{ status: 429, retryAfter: 3, isShops: true }, { status: 503, retryAfter: date }, '401'])
  const first = await send()
  expect([first.status, first.headers.get('retry-after'), first.headers.get('idempotency-key')]).toEqual([
    429,
    '3',
    'k1',
  ])
  expect((await send()).headers.get('retry-after')).toBe('Wed, 02 Jan 2030 03:04:05 GMT')
  const last = await send()
  expect([last.status, last.headers.get('x-shop-api')]).toEqual([401, '1'])
  expect((await last.json()).type).toBe('about:quayside/login-required')
})

test('a plan meets only what it names, once for each fault, and can be taken back', async () => {
  proxy.plan('GET /api/fishes/*/', ['502'])
  proxy.always((received) => received.key === 'k2', 'proxy-403')
  expect((await send('k1')).status).toBe(201)
  expect([(await send('k2')).status, (await send('k2')).status]).toEqual([403, 403])
  const read = (what: string) => fetch(`${proxy.url}/api/fishes/${what}`).then((answer) => answer.status)
  expect([await read('a/b'), await read('a?x=1'), await read('a')]).toEqual([201, 502, 201])
  proxy.clear()
  expect((await send('k2')).status).toBe(201)
})

test('a line that is down refuses everything until it is mended', async () => {
  proxy.setDown(true)
  await expect(send()).rejects.toThrow()
  proxy.setDown(false)
  expect((await send()).status).toBe(201)
  expect(got).toHaveLength(1)
})

test('what is held is answered when it is released; counts how many were on their way at once', async () => {
  proxy.plan('createOrder', ['held', 'held'])
  const both = Promise.all([send('a'), send('b')])
  await expect.poll(() => proxy.log.length).toBe(2)
  expect(got).toHaveLength(0)
  await proxy.release()
  expect((await both).map(({ status }) => status)).toEqual([201, 201])
  await send('c')
  expect(proxy.mostAtOnce('createOrder')).toBe(2)
})
