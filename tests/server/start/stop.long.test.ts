import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fastFolder } from '../../support/tools.mjs'
import { dialect, freshDatabase, orderBody } from '../harness.ts'
import { post, postUntilTaken, type ServerProcess, startServer } from '../process.ts'

const admin = { ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'secret word' }

/** After how many milliseconds the server says that it has stopped, of which the last are its deadline's; undefined if it said nothing. */
function stoppedAfter(said: string): number | undefined {
  const lines = said.split('\n').filter((line) => line.startsWith('{'))
  const last = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg.startsWith('stopped'))
  return last && (last.ms ?? 9000)
}

async function open(env: Record<string, string>) {
  const server = startServer({ CATALOGUE: 'demo', RATE_LIMIT_FACTOR: '100000', ...admin, ...env })
  const api = `${await server.address}/api`
  const credentials = { username: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }
  const login = await postUntilTaken(`${api}/users/login/`, credentials)
  const headers = { authorization: `Bearer ${login.json.data.token}` }
  const { fishes } = (await (await fetch(`${api}/fish/`)).json()) as { fishes: { _id: string }[] }
  return { server, api, headers, fishes: fishes.slice(0, 1) }
}

describe('kill -9', () => {
  it('loses no acknowledged order, and creates none twice', async () => {
    const fresh = await freshDatabase(dialect)
    const env = { DATA_DIR: fresh.dataDir, ...(fresh.databaseUrl && { DATABASE_URL: fresh.databaseUrl }) }
    const sent = new Set<string>()
    const acknowledged = new Set<string>()
    for (let round = 0; round < 3; round++) {
      const { server, api, headers, fishes } = await open(env)
      let killed = false
      const send = async () => {
        while (!killed) {
          const key = v7()
          sent.add(key)
          const answer = await post(`${api}/orders/add/`, orderBody(fishes), { ...headers, 'idempotency-key': key })
          if (answer?.status === 201) acknowledged.add(key)
          if (acknowledged.size >= 40 * (round + 1) && !killed) {
            killed = true
            server.child.kill('SIGKILL')
          }
        }
      }
      await Promise.all([send(), send(), send(), send()])
      await server.ended
    }
    const { server, api, headers, fishes } = await open(env)
    // sends all keys again, like a phone that got no answer
    for (const key of sent) {
      const keyed = { ...headers, 'idempotency-key': key }
      const answer = await postUntilTaken(`${api}/orders/add/`, orderBody(fishes), keyed)
      expect(answer.status).toBe(201)
      if (acknowledged.has(key)) expect(answer.headers.get('idempotent-replayed')).toBe('true')
    }
    const orders = (await (await fetch(`${api}/orders/myorders/`, { headers })).json()) as { data: { _id: string }[] }
    expect(orders.data.map((order) => order._id).sort()).toEqual([...sent].sort())
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    await fresh.remove()
  })
})

describe('SIGTERM', () => {
  let folder: string
  let server: ServerProcess
  let api: string
  beforeEach(async () => {
    folder = await mkdtemp(join(fastFolder(), 'stop-'))
    server = startServer({ DATA_DIR: folder, CATALOGUE: 'demo', LOG_LEVEL: 'info' })
    api = `${await server.address}/api`
  })
  afterEach(async () => {
    server.child.kill('SIGKILL')
    await server.ended
    await rm(folder, { recursive: true })
  })

  it('is logged, as the start is', async () => {
    const logged = startServer({ DATA_DIR: await mkdtemp(join(folder, 'logged-')), LOG_LEVEL: 'info' })
    const at = await logged.address
    logged.child.kill('SIGTERM')
    const { said } = await logged.ended
    const lines = said.split('\n').filter((line) => line.startsWith('{'))
    const events = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^(start|stop)/.test(msg))
    // by their own times: where a pipe is busy, a line may be written after the next one
    const told = events.sort((a, b) => a.time - b.time)
    expect(told).toMatchObject([
      { msg: 'started', at, database: 'sqlite' },
      { msg: 'stopping', signal: 'SIGTERM' },
      { msg: 'stopped', ms: expect.any(Number) },
    ])
  })

  it('ends within a second despite keep-alive connections', async () => {
    await Promise.all(Array.from({ length: 10 }, () => fetch(`${api}/fish/`).then((answer) => answer.text())))
    server.child.kill('SIGTERM')
    const { code, said } = await server.ended
    expect(code).toBe(0)
    // open connections would last until all are cut after seven seconds
    expect(stoppedAfter(said)).toBeLessThan(7000)
  })

  it('ends within ten seconds despite a request that is never finished', async () => {
    const { port } = new URL(api)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    const length = 'Content-Length: 100\r\nContent-Type: application/json'
    socket.write(`POST /api/users/login/ HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n{`)
    // its head has arrived by the time that another one is answered
    await once(socket, 'connect')
    await fetch(`${api}/health/`)
    server.child.kill('SIGTERM')
    const { code, said } = await server.ended
    expect(code).toBe(0)
    // it is cut off after seven seconds; by itself the request may take half a minute
    expect(stoppedAfter(said)).toBeGreaterThan(6900)
    expect(stoppedAfter(said)).toBeLessThan(25_000)
    socket.destroy()
  })

  it('ends within ten seconds despite a mail server that falls silent and bodies that trickle', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    // the first one is the check of the mail server, the second one the mail
    const taken = once(silent, 'connection').then(() => once(silent, 'connection'))
    // a server that listens on a port has an address with one
    const { port: mailPort } = silent.address() as AddressInfo
    const mail = { SMTP_URL: `smtp://127.0.0.1:${mailPort}`, CONTACT_TO: 'desk@example.org' }
    const busy = startServer({ DATA_DIR: await mkdtemp(join(folder, 'mail-')), LOG_LEVEL: 'info', ...mail })
    const address = await busy.address
    expect((await post(`${address}/api/contact/`, { user_email: 'v@example.org', user_message: 'Hi' }))?.status).toBe(
      201,
    )
    const [connection] = (await taken) as [Socket]
    connection.on('error', () => {})
    connection.write('220 mail.example.org\r\n')
    const sockets = Array.from({ length: 20 }, () => connect(Number(new URL(address).port), '127.0.0.1'))
    const head = 'POST /api/contact/ HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\nContent-Type: '
    for (const [at, socket] of sockets.entries()) {
      socket.on('error', () => {})
      socket.write(`${head}${at % 2 ? 'application/json' : 'multipart/form-data; boundary=x'}\r\n\r\n{`)
    }
    const trickle = setInterval(() => {
      for (const socket of sockets) socket.write(' ')
    }, 100)
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    busy.child.kill('SIGTERM')
    const { code, said } = await busy.ended
    expect(code).toBe(0)
    // by itself the mail would wait for minutes
    expect(stoppedAfter(said)).toBeLessThan(25_000)
    clearInterval(trickle)
    for (const socket of sockets) socket.destroy()
    connection.destroy()
    silent.close()
  })

  it('starts again on the same data', async () => {
    server.child.kill('SIGTERM')
    await server.ended
    const again = startServer({ DATA_DIR: folder, CATALOGUE: 'demo' })
    expect((await fetch(`${await again.address}/api/fish/`)).status).toBe(200)
    again.child.kill('SIGTERM')
    expect((await again.ended).code).toBe(0)
  })
})
