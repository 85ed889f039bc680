import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemFaults } from '../attack/conventions.ts'
import { freePort } from '../support/free-port.mjs'
import { type Reply, sendRequest } from '../support/http-call.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.mjs'
import { checkLedger, Writer } from './ledger.ts'
import { makePlace, type Place, type Prepared, password, prepareDatabase, randomFrom } from './prepare.ts'
import { type ServerProcess, startServer, until } from './server-process.ts'
import { openStallingProxy } from './stalling-proxy.ts'

let postgres: TestPostgres
let proxy: Awaited<ReturnType<typeof openStallingProxy>>
let place: Place
let prepared: Prepared
let server: ServerProcess
beforeAll(async () => {
  postgres = await startPostgres()
  place = await makePlace(postgres.url)
  prepared = await place.look(prepareDatabase)
  proxy = await openStallingProxy(postgres.url)
  server = startServer({ ...place.env, DATABASE_URL: proxy.url, PORT: String(await freePort()), LOG_LEVEL: 'silent' })
  await server.address
})
afterAll(async () => {
  await server.kill()
  proxy.close()
  await postgres.stop()
  await place.remove()
})

/** Milliseconds: two seconds on a quiet machine, and in any case less than a query may take. */
const answerWithin = 4500

function calls(): Record<string, Parameters<typeof sendRequest>[1]> {
  const { token } = prepared.buyer
  const shippingAddress = { phone: '1', address: `alone ${v7()}`, city: 'Agadir', postalCode: '8', country: 'Maroc' }
  const body = { orderItems: [{ fishe: prepared.fishId, qty: 1 }], shippingAddress }
  const contact = { user_email: 'v@example.org', user_message: 'Hello' }
  const person = { name: 'New', email: `${v7()}@example.org`, password }
  return {
    list: { method: 'GET', path: '/api/fish/' },
    health: { method: 'GET', path: '/api/health/' },
    mine: { method: 'GET', path: '/api/orders/myorders/', token },
    order: { method: 'POST', path: '/api/orders/add/', token, body },
    contact: { method: 'POST', path: '/api/contact/', body: contact, key: v7() },
    login: { method: 'POST', path: '/api/users/login/', body: { username: prepared.buyer.email, password } },
    register: { method: 'POST', path: '/api/users/register/', body: person },
  }
}

/** The answers, each with the milliseconds to its last byte. */
async function answers(): Promise<Record<string, Reply & { ms: number }>> {
  const sent = Object.entries(calls()).map(async ([name, request]) => {
    const start = performance.now()
    const reply = await sendRequest(server.url, request)
    return [name, { ...reply, ms: performance.now() - start }] as const
  })
  return Object.fromEntries(await Promise.all(sent))
}

async function allRefusedInTime() {
  for (const [name, reply] of Object.entries(await answers())) {
    expect([name, reply.status, problemFaults(reply)]).toEqual([name, 503, []])
    expect([name, reply.ms < answerWithin, reply.ms]).toEqual([name, true, reply.ms])
  }
}

async function allWell(): Promise<boolean> {
  return Object.values(await answers()).every((reply) => reply.status < 300)
}

interface Trouble {
  begin(): Promise<void> | void
  end(): Promise<void> | void
}

const troubles: Record<string, Trouble> = {
  stopped: { begin: () => postgres.crash(), end: () => postgres.restart() },
  paused: { begin: () => postgres.pause(), end: () => postgres.resume() },
  slow: { begin: () => proxy.slowDown(10_000), end: () => proxy.slowDown(0) },
}

describe.each(Object.entries(troubles))('a database that is %s', (name, trouble) => {
  it('is answered for with 503 before a query would have been given up, and is back soon', async () => {
    await until('every call is answered', allWell)
    await trouble.begin()
    try {
      // at the first moment, with connections that seemed good, and later, when there are none left
      for (let time = 0; time < 3; time++) await allRefusedInTime()
    } finally {
      await trouble.end()
    }
    await until('every call is answered again', allWell, 30_000)
  })

  it('costs no order that was acknowledged, and brings none that was refused', async () => {
    const writers = ['a', 'b', 'c', 'd'].map((writer, at) => {
      const random = randomFrom(at + 1)
      return new Writer({ url: () => server.url, prepared, name: `${name}-${writer}`, random })
    })
    const known = () =>
      writers.flatMap((writer) => writer.entries.filter(({ verdict }) => verdict === 'acknowledged')).length
    for (const writer of writers) writer.start()
    await until('orders are coming in', () => known() > 20)
    await trouble.begin()
    const already = writers.map((writer) => writer.putOff)
    await until('orders are put off', () => writers.every((writer, at) => writer.putOff > (already[at] ?? 0) + 1))
    await trouble.end()
    const before = known()
    await until('orders are coming in again', () => known() > before + 20, 35_000)
    await Promise.all(writers.map((writer) => writer.stop()))
    const entries = writers.flatMap((writer) => writer.entries)
    // other tests have sent orders, too
    const faults = (await place.look((db) => checkLedger(db, entries))).filter((one) => !one.startsWith('nobody sent'))
    expect(faults).toEqual([])
    expect(server.child.exitCode).toBe(null)
  })
})

describe('a database that takes no writes', () => {
  it('is still read from', async () => {
    const readOnly = async (value: 'on' | 'off') =>
      place.look(async (db) => {
        const { sql } = await import('kysely')
        await sql.raw(`alter database postgres set default_transaction_read_only = ${value}`).execute(db.query)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`.execute(
          db.query,
        )
      })
    await until('every call is answered', allWell)
    await readOnly('on')
    // the connections that were just ended are replaced as they are found dead
    await until(
      'reads are answered',
      async () => {
        const { list, mine, health } = await answers()
        return [list, mine, health].every((reply) => reply?.status === 200)
      },
      30_000,
    )
    const { order, contact, register } = await answers()
    for (const reply of [order, contact, register]) {
      expect(reply?.status).toBe(503)
      expect(reply && problemFaults(reply)).toEqual([])
    }
    await place.look(async (db) => {
      const { sql } = await import('kysely')
      await sql.raw('set default_transaction_read_only = off').execute(db.query)
      await sql.raw('alter database postgres set default_transaction_read_only = off').execute(db.query)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`.execute(db.query)
    })
    await until('everything is taken again', allWell, 30_000)
  })
})
