import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fastFolder } from '../support/tools.mjs'
import { dialects, freshDatabase, orderBody } from './harness.ts'
import { post, type ServerProcess, startServer } from './process.ts'

const admin = { ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'secret word' }

async function open(env: Record<string, string>) {
  const server = startServer({ CATALOGUE: 'demo', RATE_LIMIT_FACTOR: '100000', ...admin, ...env })
  const api = `${await server.address}/api`
  const login = await post(`${api}/users/login/`, { username: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD })
  const headers = { authorization: `Bearer ${login?.json.data.token}` }
  const { fishes } = (await (await fetch(`${api}/fish/`)).json()) as { fishes: { _id: string }[] }
  return { server, api, headers, fishes: fishes.slice(0, 1) }
}

describe.each(dialects)('kill -9 on %s', (dialect) => {
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
      const answer = await post(`${api}/orders/add/`, orderBody(fishes), { ...headers, 'idempotency-key': key })
      expect(answer?.status).toBe(201)
      if (acknowledged.has(key)) expect(answer?.headers.get('idempotent-replayed')).toBe('true')
    }
    const orders = (await (await fetch(`${api}/orders/myorders/`, { headers })).json()) as { data: { _id: string }[] }
    expect(orders.data.map((order) => order._id).sort()).toEqual([...sent].sort())
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    await fresh.remove()
  }, 60_000)
})

describe('SIGTERM', () => {
  let folder: string
  let server: ServerProcess
  let api: string
  beforeEach(async () => {
    folder = await mkdtemp(join(fastFolder(), 'stop-'))
    server = startServer({ DATA_DIR: folder, CATALOGUE: 'demo' })
    api = `${await server.address}/api`
  })
  afterEach(async () => {
    server.child.kill('SIGKILL')
    await server.ended
    await rm(folder, { recursive: true })
  })

  it('ends within a second despite keep-alive connections', async () => {
    await Promise.all(Array.from({ length: 10 }, () => fetch(`${api}/fish/`).then((answer) => answer.text())))
    const start = performance.now()
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    expect(performance.now() - start).toBeLessThan(3000)
  })

  it('ends within ten seconds despite a request that is never finished', async () => {
    const { port } = new URL(api)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    const length = 'Content-Length: 100\r\nContent-Type: application/json'
    socket.write(`POST /api/users/login/ HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n{`)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const start = performance.now()
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    expect(performance.now() - start).toBeLessThan(10_500)
    socket.destroy()
  })

  it('starts again on the same data within two seconds of processor time', async () => {
    server.child.kill('SIGTERM')
    await server.ended
    for (let n = 0; n < 3; n++) {
      const again = startServer({ DATA_DIR: folder, CATALOGUE: 'demo' })
      const answer = await fetch(`${await again.address}/api/fish/`)
      expect(answer.status).toBe(200)
      // processor time, which does not depend on other work: user and system, in ticks of 10 ms (proc(5))
      if (existsSync('/proc/self/stat')) {
        const fields = readFileSync(`/proc/${again.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        expect((Number(fields[11]) + Number(fields[12])) * 10).toBeLessThan(2000)
      }
      again.child.kill('SIGTERM')
      expect((await again.ended).code).toBe(0)
    }
  })
})
