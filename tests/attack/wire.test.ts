import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sender } from '../server/storage/sender.ts'
import { memoryInUse } from '../support/collect-garbage.ts'
import { sendRequest } from '../support/http-call.ts'
import { openAttackedShop } from './shop.ts'

const t = await openAttackedShop({ on: 'sqlite' })
afterAll(() => t.close())

/** The end of a connection, also where it is cut off before all was sent: `once` would reject with that error. */
function closeOf(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
}

/** Sends bytes and returns all that comes back until the other side closes; `isOpen`: does not say that nothing follows. */
async function raw(bytes: string | Buffer, { isOpen = false } = {}): Promise<string> {
  const socket = net.connect(t.port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1')
  })
  const closed = closeOf(socket)
  socket.write(bytes)
  if (!isOpen) socket.end()
  await closed
  return said
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`
const post = (headers: string, body: string) =>
  `POST /api/subscribe/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}Connection: close\r\n\r\n${body}`

describe('what is not quite HTTP', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['TLS', Buffer.from('160301020001000001fc0303', 'hex')],
    ['an unknown method', 'STEAL /api/fish/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no host', 'GET /api/fish/ HTTP/1.1\r\n\r\n'],
    ['a NUL in a header', get('/api/fish/', 'X-A: a\0b\r\n')],
    ['a bare line feed in a header', get('/api/fish/', 'X-A: a\nX-B : b\r\n')],
    ['a folded header', get('/api/fish/', 'X-A: a\r\n b\r\n')],
    ['20 kB of header', get('/api/fish/', `X-A: ${'a'.repeat(20_000)}\r\n`)],
    ['3,000 headers', get('/api/fish/', 'A: b\r\n'.repeat(3000))],
    ['a space in the path', get('/api/fi sh/')],
    ['a NUL in the path', get('/api/fi\0sh/')],
    ['20 kB of path', get(`/api/${'a'.repeat(20_000)}`)],
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}')],
    ['a length and chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')],
    ['chunks of nonsense', post('Transfer-Encoding: chunked\r\n', 'zz\r\nab\r\n0\r\n\r\n')],
    ['a disguised encoding', post('Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n', '{}')],
    ['a negative length', post('Content-Length: -1\r\n', '{}')],
    ['a length beyond numbers', post('Content-Length: 99999999999999999999\r\n', '{}')],
  ])('%s is refused with problem details or cut off, and nobody is hurt', async (_what, bytes) => {
    const said = await raw(bytes)
    if (said !== '') {
      expect(said).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(said).toMatch(/x-shop-api: 1\r\n/i)
      expect(said).toMatch(/application\/problem\+json/i)
      expect(said).not.toMatch(/node_modules|\bat \w+|HPE_|stack/)
      // one answer only: no second request was smuggled in
      expect(said.match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
    }
    expect((await sendRequest(t.url, { method: 'GET', path: '/api/health/' })).status).toBe(200)
  })

  it.each([
    'GET /api/fish/ HTTP/1.0\r\n\r\n',
    'GET http://evil.example/api/fish/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  ])('an odd but lawful request line gets an answer: %j', async (bytes) => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 (200|400|404)/)
  })

  it('opens no tunnels and changes no protocols', async () => {
    expect(await raw('CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n')).not.toMatch(/ 200 /)
    const upgrade = await raw(get('/api/fish/', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'))
    expect(upgrade).not.toMatch(/ 101 /)
  })
})

describe('requests on one connection', () => {
  const open = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
  const statuses = (said: string) => [...said.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)

  it('wait for each other, and are answered in their order', async () => {
    const said = await raw(open('/api/health/') + get('/api/nothing/'), { isOpen: true })
    expect(statuses(said)).toEqual(['200', '404'])
  })

  it.each([
    [17, 17],
    [18, 0],
  ])('of %d at once %d are answered', async (sent, answered) => {
    const said = await raw(open('/api/health/').repeat(sent - 1) + get('/api/health/'), { isOpen: true })
    expect(statuses(said)).toHaveLength(answered)
  })

  it('are answered behind a body that nobody reads, whatever its encoding', async () => {
    const { token } = await t.addUser()
    const body = ' '.repeat(300_000)
    const headers = `Authorization: Bearer ${token}\r\nContent-Encoding: br\r\nContent-Length: ${body.length}\r\n`
    const said = await raw(open('/api/users/confirmation/', headers) + body + get('/api/health/'), { isOpen: true })
    expect(statuses(said)).toEqual(['200', '200'])
  })

  it('arrive whole after a file that is streamed', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3_000_000)])
    const buyer = await t.addUser()
    const send = sender(t)
    const order = await t.newOrder(buyer, await t.addFish())
    const file = send.describe(bytes, { type: 'application/pdf', name: 'a.pdf' })
    const body = { kind: 'message', files: [file] }
    await t.call('POST', `/orders/${order._id}/events/`, { token: buyer.token, key: v7(), body })
    await send.create(order, file, buyer.token)
    expect((await send.patch(file, buyer.token, { offset: 0, bytes })).status).toBe(204)
    const said = await raw(
      open(`/api/files/${file._id}/`, `Authorization: Bearer ${buyer.token}\r\n`) + get('/api/health/'),
      { isOpen: true },
    )
    const from = said.indexOf('\r\n\r\n') + 4
    expect(Buffer.from(said.slice(from, from + bytes.length), 'latin1').equals(bytes)).toBe(true)
    expect(said.slice(from + bytes.length)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"ok"/)
  })
})

it('HEAD is told the encoding, and gets no body', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const answer = await sendRequest(t.url, { method: 'HEAD', path: '/api/openapi.json', headers })
  expect([answer.status, answer.headers['content-encoding'], answer.text]).toEqual([200, 'gzip', ''])
})

describe('connections that are only held', () => {
  const held: Socket[] = []
  afterAll(() => {
    for (const socket of held) socket.destroy()
  })

  it('two hundred of them, a byte at a time, do not keep others out', async () => {
    for (let count = 0; count < 200; count++) {
      const socket = net.connect(t.port, '127.0.0.1').on('error', () => {})
      socket.write('POST /api/contact/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nX-A: ')
      held.push(socket)
    }
    await Promise.all(held.map((socket) => socket.connecting && once(socket, 'connect')))
    for (let count = 0; count < 50; count++) {
      for (const socket of held) socket.write('a')
      expect((await sendRequest(t.url, { method: 'GET', path: '/api/fish/' })).status).toBe(200)
    }
    const { headersTimeout, requestTimeout } = t.app.server
    // long enough for a picture on a slow line; any other body has a minute (tests/attack/slow.test.ts)
    expect([headersTimeout, requestTimeout]).toEqual([15_000, 300_000])
  })
})

describe('heavy bodies', () => {
  /** Bytes that all of them together may leave behind. */
  const mayGrow = 50 * 1024 * 1024
  let before: number
  beforeAll(async () => {
    before = await memoryInUse()
  })

  const send = (body: string | Buffer, headers = {}) =>
    t.call('POST', '/users/login/', { body, headers: { 'content-type': 'application/json', ...headers } })

  it.each([
    ['brackets, 250,000 deep', '['.repeat(250_000), 400],
    ['braces, 40,000 deep', '{"a":'.repeat(40_000), 400],
    ['closed brackets, 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['2 MB', `"${'a'.repeat(2_000_000)}"`, 413],
    ['20,000 keys', `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(',')}}`, 422],
    ['nothing', '', 400],
    ['one word', 'null', 400],
    ['a list', '[]', 400],
    ['a text', '"x"', 400],
    ['two values', '{}{}', 400],
    ['a comment', '{/**/}', 400],
    ['NaN', '{"username":NaN}', 400],
    ['single quotes', "{'username':'x'}", 400],
    ['own __proto__', '{"__proto__":{"isAdmin":true},"username":"a","password":"b"}', 400],
    ['own constructor', '{"constructor":{"prototype":{"polluted":1}},"username":"a","password":"b"}', 400],
    ['Latin-1', Buffer.from('{"username":"caf\xe9","password":"b"}', 'latin1'), 400],
    ['UTF-16', Buffer.from('{"username":"a","password":"b"}', 'utf16le'), 400],
  ])('%s', async (_what, body, status) => {
    const answer = await send(body)
    expect(answer.status).toBe(status)
    expect(answer.text.length).toBeLessThan(2000)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect((await memoryInUse(before + mayGrow)) - before).toBeLessThan(mayGrow)
  })

  it.each([
    ['brackets', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['braces', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
  ])('deep %s are refused by calls without a body, too', async (_what, body) => {
    const { token } = await t.addUser({ admin: true })
    const headers = { 'content-type': 'application/json' }
    expect(await t.statusOf('POST', '/users/logout/', { token, body, headers })).toBe(400)
    expect(await t.statusOf('DELETE', `/orders/delete/${v7()}/`, { token, body, headers })).toBe(400)
    expect(await t.statusOf('POST', '/users/logout/', { token, body: '{}', headers })).toBe(204)
  })

  it.each([
    ['half a megabyte', 512 * 1024, true],
    ['of 1 GB', 1024 ** 3, false],
  ])('a refused body, %s, ends the connection only if it is long', async (_what, length, isTaken) => {
    const socket = net.connect(t.port, '127.0.0.1')
    const closed = closeOf(socket)
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
    })
    const type = 'Host: x\r\nContent-Type: application/json\r\n'
    socket.write(`POST /api/subscribe/ HTTP/1.1\r\n${type}Content-Length: ${length}\r\n\r\n`)
    await expect.poll(() => said).toContain('HTTP/1.1 413 ')
    // what a proxy does: it sends all that it has, and reads the answer afterwards
    if (isTaken) socket.write(Buffer.alloc(length, 32))
    socket.end(get('/api/health/'))
    await closed
    expect(said.includes('HTTP/1.1 200 ')).toBe(isTaken)
  })

  it.each(['gzip', 'br', 'deflate'])('takes no %s bombs: encoded bodies are refused unread', async (encoding) => {
    const { gzipSync } = await import('node:zlib')
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 32))
    expect((await send(bomb, { 'content-encoding': encoding })).status).toBe(415)
  })
})
