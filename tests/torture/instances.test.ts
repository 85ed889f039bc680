import pg from 'pg'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { multipart } from '../server/harness.ts'
import { freePort } from '../support/free-port.mjs'
import { type CallOptions, sendRequest, sendUntilTaken } from '../support/http-call.ts'
import { type OpenStream, openStream } from '../support/live-stream.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.mjs'
import { startS3 } from '../support/s3-server.ts'
import { openBalancer } from './balancer.ts'
import { checkLedger, Writer } from './ledger.ts'
import { makePlace, type Place, type Prepared, password, prepareDatabase, randomFrom } from './prepare.ts'
import { type ServerProcess, startServer, until } from './server-process.ts'

const secret = 'a/secret+of=the store'
let postgres: TestPostgres
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  postgres = await startPostgres()
  s3 = await startS3(secret)
})
afterAll(async () => {
  await s3.stop()
  await postgres.stop()
})

/** Every instance has a data folder of its own: only database and pictures are shared. */
async function startInstance(databaseUrl: string, env: Record<string, string> = {}) {
  const place = await makePlace(databaseUrl)
  const imagesUrl = `s3://key:${encodeURIComponent(secret)}@${s3.host}/pictures/shop?tls=off`
  const server = startServer({ ...place.env, IMAGES_URL: imagesUrl, PORT: String(await freePort()), ...env })
  return { place, server }
}

async function newDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}

interface Data<T> {
  data: T
}

describe.each([2, 3])('%d instances on one database', (count) => {
  let instances: { place: Place; server: ServerProcess }[]
  let balancer: Awaited<ReturnType<typeof openBalancer>>
  let prepared: Prepared
  let first: Place
  beforeAll(async () => {
    first = await makePlace(await newDatabase(`shared_by_${count}`))
    prepared = await first.look(prepareDatabase)
    instances = await Promise.all(Array.from({ length: count }, () => start({ RATE_LIMIT_FACTOR: '1' })))
    await Promise.all(instances.map(({ server }) => server.address))
    // streams are told everything once when their instance begins to hear of commits
    await until('each instance hears of commits', async () => (await listening()) === count)
    balancer = await openBalancer()
    balancer.send(instances.map(({ server }) => server.url))
  })
  const start = (env: Record<string, string>) => startInstance(first.databaseUrl ?? '', env)
  afterAll(async () => {
    balancer.close()
    await Promise.all(instances.map(({ server }) => server.kill()))
    await Promise.all([...instances.map(({ place }) => place), first].map((place) => place.remove()))
  })
  const listening = () =>
    first.look(async (db) => {
      const { sql } = await import('kysely')
      const mine = sql`datname = current_database() and application_name = 'quayside live'`
      // the first query of such a connection
      const all = await sql`select pid from pg_stat_activity where ${mine} and query <> '' and state = 'idle'`.execute(
        db.query,
      )
      return all.rows.length
    })
  const call = (method: string, path: string, options: CallOptions = {}) =>
    sendUntilTaken(balancer.url, { method, path: `/api${path}`, ...options })
  const eachSees = (path: string, options: CallOptions = {}) =>
    Promise.all(instances.map(({ server }) => sendUntilTaken(server.url, { method: 'GET', path, ...options })))
  const address = { phone: '1', address: 'here', city: 'Agadir', postalCode: '8', country: 'Maroc' }

  it('make one order of 200 deliveries of one key', async () => {
    const key = v7()
    const { token } = prepared.buyer
    const body = { orderItems: [{ fishe: prepared.fishId, qty: 2 }], shippingAddress: address }
    const deliver = async () => {
      for (;;) {
        const reply = await sendRequest(balancer.url, { method: 'POST', path: '/api/orders/add/', token, body, key })
        // 409 and 503 ask to come again: still at work, or too many at once
        if (![409, 503].includes(reply.status)) return reply
        expect(reply.headers['retry-after']).toMatch(/^\d+$/)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const replies = await Promise.all(Array.from({ length: 200 }, deliver))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(201)
    expect(replies.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    const mine = await call('GET', '/orders/myorders/', { token })
    expect((mine.json as Data<{ _id: string }[]>).data.filter(({ _id }) => _id === key)).toHaveLength(1)
    expect(balancer.served.size).toBe(count)
  })

  it('tell of each other’s commits on every stream, and only those whom they concern', async () => {
    const { token } = prepared.buyer
    const body = { username: prepared.admin.email, password }
    const staff = ((await call('POST', '/users/login/', { body })).json as Data<{ token: string }>).data.token
    const open = (by: string) => Promise.all(instances.map(({ server }) => openStream(server.url, by)))
    const [own, admins] = [await open(token), await open(staff)]
    const count = (streams: OpenStream[], hint: string) =>
      streams.map((stream) => stream.hints().filter((one) => one === hint).length)
    const order = { orderItems: [{ fishe: prepared.fishId, qty: 2 }], shippingAddress: address }
    for (const { server } of instances) {
      const before = [...count(own, 'orders'), ...count(admins, 'orders')]
      const sent = { method: 'POST', path: '/api/orders/add/', token, body: order, key: v7() }
      expect((await sendUntilTaken(server.url, sent)).status).toBe(201)
      await expect
        .poll(() => [...count(own, 'orders'), ...count(admins, 'orders')])
        .toEqual(before.map((one) => one + 1))
    }
    expect((await call('POST', '/users/logout/', { token: staff })).status).toBe(204)
    await expect.poll(() => admins.map((stream) => stream.hasEnded())).toEqual(admins.map(() => true))
    expect(own.map((stream) => stream.hasEnded())).toEqual(own.map(() => false))
    for (const stream of own) stream.close()
  })

  it('end all streams after the database has cut their connections, and tell of what comes then', async () => {
    const { token } = prepared.buyer
    const own = await Promise.all(instances.map(({ server }) => openStream(server.url, token)))
    const client = new pg.Client({ connectionString: first.databaseUrl })
    await client.connect()
    const cut = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'quayside live'"
    expect((await client.query(cut)).rowCount).toBeGreaterThanOrEqual(count)
    await client.end()
    // anything may have changed meanwhile: each device comes again and asks for everything
    await expect.poll(() => own.map((stream) => stream.hasEnded())).toEqual(own.map(() => true))
    const again = await Promise.all(instances.map(({ server }) => openStream(server.url, token)))
    const order = { orderItems: [{ fishe: prepared.fishId, qty: 2 }], shippingAddress: address }
    expect((await call('POST', '/orders/add/', { token, body: order, key: v7() })).status).toBe(201)
    await expect.poll(() => again.map((stream) => stream.hints())).toEqual(again.map(() => ['orders']))
    for (const stream of again) stream.close()
  })

  it('show a change of the catalogue at once, no matter which instance made it, and never a stale ETag', async () => {
    const { token } = prepared.admin
    const path = `/api/fishes/${prepared.fishId}`
    for (let round = 0; round < 10; round++) {
      const before = await eachSees(path)
      const maker = instances[round % count]
      const fish = before[0]?.json as Record<string, unknown>
      const body = { ...fish, trade_name: `Sardine ${round}`, image: fish.image }
      const request = { method: 'PUT', path: `/api/fishes/update/${prepared.fishId}/`, token, body }
      expect((await sendUntilTaken(maker?.server.url ?? '', request)).status).toBe(200)
      const etag = String(before[0]?.headers.etag)
      for (const reply of await eachSees(path, { headers: { 'if-none-match': etag } })) {
        expect([round, reply.status, reply.json]).toMatchObject([round, 200, { trade_name: `Sardine ${round}` }])
      }
      const lists = await eachSees('/api/fish/?keyword=sardine')
      for (const { json } of lists) expect(json).toMatchObject({ fishes: [{ trade_name: `Sardine ${round}` }] })
      expect(new Set(lists.map(({ headers }) => headers.etag)).size).toBe(1)
    }
  })

  it('show each other’s pictures', async () => {
    const { token } = prepared.admin
    const noise = Buffer.from(Array.from({ length: 40 * 30 * 3 }, (_, at) => (at * 7 * count) % 256))
    const image = await sharp(noise, { raw: { width: 40, height: 30, channels: 3 } })
      .png()
      .toBuffer()
    const upload = await call('POST', '/fishes/upload/', { token, ...multipart({ fishe_id: prepared.fishId, image }) })
    expect([upload.status, upload.text]).toEqual([200, expect.stringMatching(/^"\/images\/[0-9a-f]{32}\/640\.webp"$/)])
    const seen = await eachSees(String(upload.json))
    expect(new Set(seen.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(seen[0]?.headers['content-type']).toBe('image/webp')
  })

  it('come and go under load without losing or doubling an order', async () => {
    const random = randomFrom(count)
    const writers = ['a', 'b', 'c', 'd'].map((name, at) => {
      return new Writer({ url: () => balancer.url, prepared, name: `${count}-${name}`, random: randomFrom(at) })
    })
    const known = () =>
      writers.reduce((sum, w) => sum + w.entries.filter((e) => e.verdict === 'acknowledged').length, 0)
    const swap = async (at: number) => {
      const leaving = instances[at]
      // the limits of the tests before would refuse the load
      const coming = await start({ RATE_LIMIT_FACTOR: '1000000' })
      await coming.server.address
      instances = instances.with(at, coming)
      if (random() < 0.5) await leaving?.server.kill()
      else leaving?.server.child.kill('SIGTERM')
      balancer.send(instances.map(({ server }) => server.url))
      await leaving?.server.ended
      await leaving?.place.remove()
    }
    await Promise.all(instances.map((_, at) => swap(at)))
    for (const writer of writers) writer.start()
    for (let round = 0; round < 3; round++) {
      const before = known()
      await until('orders are coming in', () => known() > before + 10)
      await swap(round % count)
    }
    const before = known()
    await until('orders are still coming in', () => known() > before + 10)
    await Promise.all(writers.map((writer) => writer.stop()))
    const entries = writers.flatMap((writer) => writer.entries)
    const faults = (await first.look((db) => checkLedger(db, entries))).filter((one) => !one.startsWith('nobody sent'))
    expect(faults).toEqual([])
  })
})

describe('five instances that start together on an empty database', () => {
  const five = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, make))

  it('make one shop of it', async () => {
    const url = await newDatabase('race_of_processes')
    const started = await five(() => startInstance(url, { CATALOGUE: 'demo' }))
    try {
      await Promise.all(started.map(({ server }) => server.address))
      for (const { server } of started) {
        // ten processes at once on two cores: an answer may be that it takes a moment
        await until('the catalogue is there', async () => {
          const { status, json } = await sendRequest(server.url, { method: 'GET', path: '/api/fish/count/' })
          if (status === 200) expect(json).toEqual({ count: 60 })
          else expect(status).toBe(503)
          return status === 200
        })
      }
      expect(started.filter(({ server }) => /First administrator/.test(server.said()))).toHaveLength(1)
    } finally {
      await Promise.all(started.map(({ server }) => server.kill()))
      await Promise.all(started.map(({ place }) => place.remove()))
    }
  })
})
