import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendDue } from '../../server/outbox/deliver.ts'
import { createPoster, createPublicAgent } from '../../server/outbox/post.ts'
import { webhookEvents } from '../../server/webhooks/send-webhooks.ts'
import { openTestShop, type TestShop, type TestUser } from '../server/harness.ts'

const servers: Server[] = []
const sockets = new Set<Socket>()
async function listen<S extends Server>(server: S): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // a listening server has an address with a port
  return (server.address() as AddressInfo).port
}
const serve = (listener: RequestListener) => listen(createHttp(listener))
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) {
    await new Promise((resolve) => server.close(resolve))
  }
})
const call = { headers: {}, body: '{}' }

/** A DNS that gives the next of some answers at each question, and counts them. */
function dns(...answers: string[][]) {
  const asked: string[] = []
  const lookup = ((host: string, _options: object, done: (error: null, found: object[]) => void) => {
    const found = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(host)
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as NonNullable<Parameters<typeof createPublicAgent>[0]>
  return { asked, lookup }
}

describe('private addresses of webhooks', () => {
  let t: TestShop
  let admin: TestUser
  beforeAll(async () => {
    t = await openTestShop({ on: 'sqlite' })
    admin = await t.addUser({ admin: true })
  })
  afterAll(() => t.close())

  const add = (url: string) =>
    t.call('POST', '/webhooks/', { token: admin.token, body: { url, events: ['order.created'] } })

  const hosts = `
    127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0 0.0.0.0 10.0.0.1 100.64.0.1
    169.254.169.254/latest/meta-data 172.16.0.1 192.168.1.1 224.0.0.1 255.255.255.255 １２７.0.0.1 [::1] [::]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::a00:1] [2002:7f00:1::]
    [2002:a00:1::1] [2001::1] [fd00::1] [fe80::1] [fec0::1] [ff02::1] [2001:db8::1] [100::1]`
  const others = `
    http://erp.example/ file:///etc/passwd gopher://erp.example/ ftp://erp.example/ erp.example http://
    https://user:pw@erp.example/ javascript:alert(1) https://erp.example/#x`
  const listed = (text: string) => text.trim().split(/\s+/)

  it.each([...listed(hosts).map((host) => `https://${host}/`), ...listed(others)])(
    'are refused when one is added: %s',
    async (url) => {
      const answer = await add(url)
      expect([answer.status, answer.json.errors]).toMatchObject([422, [{ path: 'url', rule: 'publicAddress' }]])
    },
  )

  it('are refused at each try of a name that leads to one', async () => {
    const { json: hook } = await add('https://localhost/hook')
    await t.call('POST', `/webhooks/${hook._id}/test/`, { token: admin.token })
    expect(await sendDue(t.shop, webhookEvents)).toBe(1)
    const deliveries = await t.call('GET', `/webhooks/${hook._id}/deliveries/`, { token: admin.token })
    expect(deliveries.json).toMatchObject([{ event: 'test', status: null, problem: 'private', nextAt: null }])
  })

  it('are refused also where a public one is among them', async () => {
    const { lookup } = dns(['93.184.215.14', '10.0.0.1'])
    const post = createPoster({ allowsPrivate: false, agent: createPublicAgent(lookup) })
    await expect(post({ ...call, url: 'https://erp.example/' })).rejects.toMatchObject({ problem: 'private' })
  })

  it('are not called when they were allowed before', async () => {
    const post = createPoster({ allowsPrivate: false })
    for (const url of ['http://127.0.0.1:9/', 'https://127.0.0.1:9/', 'https://[::1]:9/', 'https://[::ffff:10.0.0.1]/'])
      await expect(post({ ...call, url })).rejects.toMatchObject({ problem: 'private' })
  })

  it('are not reached by a name whose answer changes after the check', async () => {
    let connections = 0
    const port = await listen(
      createTcp((socket) => {
        connections++
        socket.destroy()
      }),
    )
    const { asked, lookup } = dns(['93.184.215.14'], ['127.0.0.1'])
    const post = createPoster({ allowsPrivate: false, agent: createPublicAgent(lookup), time: 500 })
    const url = `https://erp.example:${port}/`
    // the first answer is what it connects to, and it asks no second time
    await expect(post({ ...call, url })).rejects.toMatchObject({
      problem: expect.stringMatching(/timeout|unreachable/),
    })
    expect(asked).toEqual(['erp.example'])
    // the next try checks again
    await expect(post({ ...call, url })).rejects.toMatchObject({ problem: 'private' })
    expect(connections).toBe(0)
  })
})

/** Whatever they do, the server goes on. */
describe('hostile receivers', () => {
  const post = createPoster({ allowsPrivate: true })
  const brief = createPoster({ allowsPrivate: true, time: 700 })

  it('lead nowhere by a redirect', async () => {
    let reached = 0
    const inner = await serve((_, response) => {
      reached++
      response.end()
    })
    const outer = await serve((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inner}/` }).end(),
    )
    expect(await post({ ...call, url: `http://127.0.0.1:${outer}/` })).toBe(307)
    expect(reached).toBe(0)
  })

  it('that never answer end after the time, whatever they trickle', async () => {
    const silent = await listen(createTcp())
    const trickling = await listen(
      createTcp((socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 50)
        socket.on('close', () => clearInterval(timer))
      }),
    )
    for (const port of [silent, trickling])
      await expect(brief({ ...call, url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({ problem: 'timeout' })
  })

  it('that answer without an end are read up to 64 KB, or until the time is over', { tags: '@long' }, async () => {
    let sent = 0
    const endless = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384
      }
      response
        .writeHead(200)
        .on('drain', more)
        .on('error', () => {})
      more()
    })
    expect(await post({ ...call, url: `http://127.0.0.1:${endless}/` })).toBe(200)
    // what fills the buffers of the two sockets
    expect(sent).toBeLessThan(8 * 1024 * 1024)
    const slow = await serve((_, response) => {
      response.writeHead(200).write('a')
    })
    const patient = createPoster({ allowsPrivate: true, time: 3000 })
    expect(await patient({ ...call, url: `http://127.0.0.1:${slow}/` })).toBe(200)
  })

  it('that announce an answer without an end are read up to 64 KB', async () => {
    let sent = 0
    const announcing = await listen(
      createTcp((socket) => {
        const some = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(400)
        const more = () => {
          do sent += some.length
          while (!socket.destroyed && socket.write(some))
        }
        socket.on('drain', more)
        more()
      }),
    )
    const slow = createPoster({ allowsPrivate: true, time: 5000 })
    await expect(slow({ ...call, url: `http://127.0.0.1:${announcing}/` })).rejects.toMatchObject({
      problem: 'unreachable',
    })
    // what fills the buffers of the two sockets
    expect(sent).toBeLessThan(8 * 1024 * 1024)
  })

  it('that close each connection after its answer, as they are asked to, get every event', async () => {
    let asked = ''
    const closing = await listen(
      createTcp((socket) => {
        socket.once('data', (head: Buffer) => {
          asked = String(head)
          socket.write('HTTP/1.1 204 No Content\r\n\r\n', () => setTimeout(() => socket.destroy(), 5))
        })
      }),
    )
    for (let at = 0; at < 20; at++) expect(await post({ ...call, url: `http://127.0.0.1:${closing}/` })).toBe(204)
    expect(asked).toMatch(/connection: close/i)
  })

  it('with endless headers or no HTTP at all are refused', async () => {
    const flood = await listen(
      createTcp((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${`x-a: ${'a'.repeat(1000)}\r\n`.repeat(500)}`)
      }),
    )
    const babble = await listen(createTcp((socket) => void socket.end('SSH-2.0-OpenSSH\r\n')))
    for (const port of [flood, babble])
      await expect(post({ ...call, url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
        problem: 'unreachable',
      })
  })
})

describe('the receiver of the documentation', () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
  let child: ChildProcess
  let url: string
  const said: string[] = []
  beforeEach(async () => {
    said.length = 0
    const script = join(import.meta.dirname, '../../docs/receiver.mjs')
    child = spawn(process.execPath, [script, secret, '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout ?? process.stdin })
    const [first] = await once(lines, 'line')
    lines.on('line', (line) => said.push(line))
    url = `http://127.0.0.1:${/\d+$/.exec(first)?.[0]}/`
  })
  afterEach(async () => {
    child.kill()
    await once(child, 'exit')
  })

  const body = JSON.stringify({ type: 'order.created', timestamp: '2026-01-01T00:00:00.000Z', data: { _id: 'o1' } })
  const signed = (id: string, at = new Date(), key = secret) => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, body),
  })
  const statusOf = async (headers: Record<string, string>, text = body) =>
    (await fetch(url, { method: 'POST', headers, body: text })).status

  it('takes what the shop has signed, once', async () => {
    expect(await statusOf(signed('m1'))).toBe(204)
    // a replay is answered like the first, but nothing is made of it
    expect(await statusOf(signed('m1'))).toBe(204)
    const other = `whsec_${Buffer.from('another secret, also long enough.').toString('base64')}`
    const both = `${signed('m2', new Date(), other)['webhook-signature']} ${signed('m2')['webhook-signature']}`
    expect(await statusOf({ ...signed('m2'), 'webhook-signature': both })).toBe(204)
    await expect.poll(() => said).toEqual(Array(2).fill('order.created 2026-01-01T00:00:00.000Z o1 '))
  })

  it('refuses forged, changed and old events', async () => {
    const other = `whsec_${Buffer.from('another secret, also long enough.').toString('base64')}`
    const good = signed('m1')
    const forged: [Record<string, string>, string?][] = [
      [{}],
      [signed('m1', new Date(), other)],
      [good, body.replace('o1', 'o2')],
      [{ ...good, 'webhook-id': 'm2' }],
      [{ ...good, 'webhook-timestamp': String(Number(good['webhook-timestamp']) + 1) }],
      [{ ...good, 'webhook-timestamp': 'NaN' }],
      [{ ...good, 'webhook-signature': good['webhook-signature'].replace('v1,', 'v1a,') }],
      [{ ...good, 'webhook-signature': good['webhook-signature'].replace('v1,', '') }],
      [{ ...good, 'webhook-signature': 'v1,' }],
      [signed('m1', new Date(Date.now() - 6 * 60_000))],
      [signed('m1', new Date(Date.now() + 6 * 60_000))],
    ]
    for (const [headers, text] of forged) expect(await statusOf(headers, text)).toBe(401)
    expect(await statusOf(good, 'x'.repeat(2 * 1024 * 1024)).catch(() => 413)).toBe(413)
    expect(said).toEqual([])
    // it is none the worse for it
    expect(await statusOf(good)).toBe(204)
  })
})
