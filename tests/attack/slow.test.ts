import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { oneInTurn } from '../support/run.ts'
import { type AttackedShop, openAttackedShop } from './shop.ts'

const sockets: Socket[] = []

function connect(port: number): Socket {
  const socket = net.connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  return socket
}

const connections = (t: AttackedShop) =>
  new Promise<number>((resolve, reject) =>
    t.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** Asks what was never asked before, so that no cache answers. */
async function expectAnswers(t: AttackedShop) {
  for (let n = 0; n < 20; n++) {
    expect(await t.statusOf('GET', `/fish/?keyword=crab%20${n}`)).toBe(200)
    expect(await t.statusOf('GET', '/health/')).toBe(200)
  }
}

const formHead = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 99999\r\n${more}\r\n`

/** All that a connection says until it closes. */
async function whatCloses(socket: Socket): Promise<string> {
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  await once(socket, 'close')
  return said
}

describe('one stranger', () => {
  let t: AttackedShop
  const open = async (options: Parameters<typeof openAttackedShop>[0] = {}) => {
    t = await openAttackedShop(options)
  }
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await t.close()
  })

  it.each(
    oneInTurn([
      ['a form with nothing in it', formHead('/api/contact/')],
      [
        'half a text',
        'POST /api/contact/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
      ],
      [
        'chunks that do not end',
        'POST /api/users/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
      ],
    ]),
  )('who sends 600 times %s takes no place from others', async (_what, head) => {
    await open()
    for (let n = 0; n < 600; n++) connect(t.port).write(head)
    await expect.poll(() => connections(t)).toBeGreaterThan(599)
    await expectAnswers(t)
  })

  it('who asks again and again and takes no answer takes no place from others', async () => {
    await open()
    for (let n = 0; n < 600; n++) {
      const asked = 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(80)
      connect(t.port).pause().write(`${asked}GET /api/fish/?keyword=hake%20${n} HTTP/1.1\r\nHost: x\r\n\r\n`)
    }
    await expectAnswers(t)
  })

  it('who takes nothing of an answer for a while is cut off', async () => {
    await open()
    const picture = `/images/${'a'.repeat(32)}/1280.webp`
    await t.pictures.put(picture.replace('/images/', ''), Buffer.alloc(12 * 1024 * 1024, 1), 'image/webp')
    t.app.server.setTimeout(1000)
    const socket = connect(t.port).pause()
    socket.write(`GET ${picture} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await expect.poll(() => connections(t)).toBe(1)
    await expect.poll(() => connections(t)).toBe(0)
  })
})

describe('a body that comes slowly', () => {
  let t: AttackedShop
  beforeEach(async () => {
    t = await openAttackedShop({ on: 'sqlite', bodyTime: 300 })
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await t.close()
  })

  it.each([
    ['the contact form', '/api/contact/'],
    ['an address that does not exist', '/api/nothing/'],
  ])('is cut off for %s', async (_what, path) => {
    const socket = connect(t.port)
    socket.write(formHead(path))
    const said = await whatCloses(socket)
    if (path === '/api/contact/') expect(said).toMatch(/^HTTP\/1\.1 408 [\s\S]*x-shop-api: 1/i)
  })

  it('is refused at once for an upload by a stranger or a customer', async () => {
    const customer = await t.addUser()
    for (const [token, status] of [
      ['', 401],
      [`Authorization: Bearer ${customer.token}\r\n`, 403],
    ]) {
      const socket = connect(t.port)
      socket.write(formHead('/api/fishes/upload/', String(token)))
      expect(String((await once(socket, 'data'))[0])).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      await once(socket, 'close')
    }
  })

  it('leaves a connection alone that rests after its request', async () => {
    const socket = connect(t.port)
    const ask =
      'POST /api/users/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
    socket.write(ask)
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 422 /)
    const other = connect(t.port)
    other.write(formHead('/api/contact/'))
    await whatCloses(other)
    socket.write(ask)
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 422 /)
  })
})

describe('connections of one address', () => {
  let t: AttackedShop
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await t.close()
  })

  async function openMany() {
    for (let n = 0; n < 30; n++) connect(t.port)
    await Promise.all(sockets.map((socket) => (socket.connecting ? once(socket, 'connect') : undefined)))
  }

  it('are so many as the setting says', async () => {
    t = await openAttackedShop({ on: 'sqlite', env: { CONNECTIONS_PER_ADDRESS: '20' } })
    await openMany()
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(10)
    expect(await connections(t)).toBe(20)
    for (const socket of sockets.splice(0, 29)) socket.destroy()
    await expect.poll(() => t.statusOf('GET', '/health/').catch(() => 0)).toBe(200)
  })

  it('are not counted behind a proxy, whose address all visitors share', async () => {
    t = await openAttackedShop({ on: 'sqlite', env: { CONNECTIONS_PER_ADDRESS: '20', TRUST_PROXY: '1' } })
    await openMany()
    expect(await t.statusOf('GET', '/health/')).toBe(200)
    expect(await connections(t)).toBe(31)
  })
})
