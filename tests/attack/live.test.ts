import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import type { TestUser } from '../server/harness.ts'
import { type OpenStream, openStream } from '../support/live-stream.ts'
import { isLong } from '../support/run.ts'
import { type AttackedShop, openAttackedShop } from './shop.ts'

let t: AttackedShop
let user: TestUser
const sockets: Socket[] = []
const streams: OpenStream[] = []
beforeEach(async () => {
  const env = { CONNECTIONS_PER_ADDRESS: '10000' }
  t = await openAttackedShop({ env, liveTimes: { heartbeat: 300, lifetime: 900_000 } })
  user = await t.addUser()
})
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  for (const socket of sockets.splice(0)) socket.destroy()
  await t.close()
})

async function open(token: string) {
  const stream = await openStream(t.url, token)
  streams.push(stream)
  return stream
}
function connect(text: string): Socket {
  const socket = net.connect(t.port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  socket.write(text)
  return socket
}
const head = (token: string, method = 'GET') =>
  `${method} /api/live/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
/** All five streams of the user can be opened: none is held by what was closed. */
async function expectAllFree() {
  for (const stream of streams.splice(0)) stream.close()
  await expect
    .poll(async () => {
      const five = await Promise.all([1, 2, 3, 4, 5].map(() => openStream(t.url, user.token)))
      for (const stream of five) stream.close()
      return five.map(({ status }) => status)
    })
    .toEqual([200, 200, 200, 200, 200])
}

it('send nothing for HEAD, and hold no place for it', async () => {
  for (let n = 0; n < 8; n++) {
    const reply = await t.call('HEAD', '/live/', { token: user.token })
    expect([reply.status, reply.text, reply.headers['content-type']]).toEqual([200, '', 'text/event-stream'])
  }
  await expectAllFree()
})

it('hear nothing of a body', async () => {
  const text = JSON.stringify({ event: 'x'.repeat(1000) })
  const asked = head(user.token).replace(
    '\r\n\r\n',
    `\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  )
  const socket = connect(asked)
  const [said] = await once(socket, 'data')
  expect(String(said)).toMatch(/^HTTP\/1\.1 (200|4\d\d) /)
  socket.destroy()
  await expectAllFree()
})

it('cannot be piled up on one connection', async () => {
  const piles = Array.from({ length: 20 }, () => connect(head(user.token).repeat(50)))
  // closed by the server
  await Promise.all(piles.map((socket) => socket.resume() && once(socket, 'close')))
  await expectAllFree()
  expect(await t.statusOf('GET', '/health/')).toBe(200)
})

it('are 2,000 and no more, and take no place from calls', { tags: '@long' }, async () => {
  for (let made = 0; made < limits.liveStreams; made += limits.liveStreamsPerUser) {
    const one = await t.addUser()
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => open(one.token)))
    for (const { status } of five) expect(status).toBe(200)
  }
  const refused = await t.call('GET', '/live/', { token: user.token })
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30'])
  const calls = Array.from({ length: 60 }, (_, n) => t.statusOf('GET', `/fish/?keyword=hake%20${n}`))
  expect(new Set(await Promise.all(calls))).toEqual(new Set([200]))
  streams.pop()?.close()
  await expect.poll(async () => (await open(user.token)).status).toBe(200)
})

it('come back after a storm of reconnects', async () => {
  const users = await Promise.all(Array.from({ length: isLong ? 100 : 40 }, () => t.addUser()))
  for (let round = 0; round < 3; round++) {
    const all = await Promise.all(users.flatMap((one) => [1, 2, 3, 4].map(() => openStream(t.url, one.token))))
    for (const { status, headers } of all)
      expect(status === 200 || (status === 503 && Number(headers['retry-after']) > 0)).toBe(true)
    for (const stream of all) stream.close()
  }
  expect(await t.statusOf('GET', '/health/')).toBe(200)
  await expectAllFree()
})
