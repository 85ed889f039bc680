import { describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.mjs'
import { sendUntilTaken } from '../support/http-call.ts'
import { isLong, runSeed } from '../support/run.ts'
import { checkLedger, Writer } from './ledger.ts'
import { type Place, type Prepared, prepareDatabase, randomFrom, usePlace } from './prepare.ts'
import { type ServerProcess, startServer, until } from './server-process.ts'
import { checkThreads, type Said, Talker } from './thread-ledger.ts'

const rounds = isLong ? 200 : 12
const seed = runSeed
/** Orders that are acknowledged at least before a kill. */
const perRound = 3
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.each(['sqlite', 'postgres'] as const)(`%s, killed at any moment (seed ${seed})`, (dialect) => {
  const { place, postgres } = usePlace(dialect)

  it('comes through first starts that are cut off, with the whole catalogue and one administrator', async () => {
    const random = randomFrom(seed)
    const env = { ...place().env, CATALOGUE: 'demo', PORT: String(await freePort()) }
    const began = performance.now()
    let server = startServer(env)
    await server.address
    const startTime = performance.now() - began
    await server.kill()
    await place().look((db) => emptied(db))
    for (let round = 0; round < rounds / 4; round++) {
      server = startServer(env)
      await pause(startTime * (0.3 + 0.8 * random()))
      await server.kill()
    }
    server = startServer(env)
    await server.address
    const { json } = await sendUntilTaken(server.url, { method: 'GET', path: '/api/fish/count/' })
    expect(json).toEqual({ count: 60 })
    await server.kill()
    const admins = await place().look((db) => db.query.selectFrom('account').select('email').execute())
    expect(admins).toHaveLength(1)
  })

  it(
    `keeps every acknowledged order and event once through ${rounds} kills, and no refused one`,
    async () => {
      const random = randomFrom(seed + 1)
      const prepared = await place().look(async (db): Promise<Prepared> => {
        await emptied(db)
        return prepareDatabase(db)
      })
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const names = ['north', 'east', 'south', 'west']
      const writers = names.map((name, at) => {
        return new Writer({ url: () => url, prepared, name, random: randomFrom(seed + 2 + at) })
      })
      const talkers = ['desk', 'quay'].map((name, at) => {
        return new Talker({ url: () => url, prepared, name, random: randomFrom(seed + 10 + at) })
      })
      const everybody = [...writers, ...talkers]
      const entriesOfAll = () => [
        ...writers.flatMap(({ entries }) => entries),
        ...talkers.flatMap(({ orders }) => orders),
      ]
      const told = (verdict: string) =>
        writers.flatMap(({ entries }) => entries).filter((entry) => entry.verdict === verdict).length
      const said = () => talkers.flatMap((talker) => talker.said)
      const faultsNow = () =>
        place().look(async (db) => [...(await checkLedger(db, entriesOfAll())), ...(await checkThreads(db, talkers))])
      let cutOff = 0
      for (let round = 0; round < rounds; round++) {
        const server = startServer({ ...place().env, PORT: String(port) })
        if (random() < 0.2) {
          cutOff += 1
          await pause(50 + random() * 400)
        } else {
          await server.address
          await acknowledgedStillThere(server, prepared, writers)
          const before = told('acknowledged')
          for (const one of everybody) one.start()
          await until('some orders were acknowledged', () => told('acknowledged') >= before + perRound)
          await pause(50 + random() * 400)
        }
        if (random() < 0.2) await postgres()?.restart()
        await server.kill()
        await Promise.all(everybody.map((one) => one.stop()))
        expect([round, await faultsNow()]).toEqual([round, []])
      }
      const count = (verdict: string, kind?: Said['body']['kind']) =>
        said().filter((event) => event.verdict === verdict && (kind === undefined || kind === event.body.kind)).length
      const cutOffEvents = count('unknown')
      const unknown = told('unknown')
      const server = startServer({ ...place().env, PORT: String(port) })
      await server.address
      for (const one of everybody) one.start()
      const kinds = ['offer', 'accept', 'decline', 'message', 'counter', 'agree', 'retract'] as const
      const isPlayed = () =>
        kinds.every((kind) => count('acknowledged', kind)) &&
        said().some(({ verdict, body }) => verdict === 'acknowledged' && body.kind === 'accept' && body.lines)
      // after the last kill all go on until each kind of answer has come
      await until('everything was said', () => count('refused') && isPlayed())
      await until('an order was refused', () => told('refused'))
      await Promise.all(everybody.map((one) => one.stop()))
      await server.kill()
      expect(await faultsNow()).toEqual([])
      expect(cutOffEvents).toBeGreaterThan(0)
      console.log(
        `${dialect}: ${told('acknowledged')} acknowledged, ${told('refused')} refused, ${unknown} unknown, ${cutOff} starts cut off; ` +
          `events: ${count('acknowledged')} acknowledged, ${count('refused')} refused, ${cutOffEvents} cut off`,
      )
      expect(told('acknowledged')).toBeGreaterThanOrEqual((rounds - cutOff) * perRound)
      expect(unknown).toBeGreaterThan(0)
    },
    rounds * 60_000,
  )
})

/** What was acknowledged last before the kill answers over HTTP after it. */
async function acknowledgedStillThere(server: ServerProcess, { buyer }: Prepared, writers: Writer[]) {
  const last = writers.flatMap((writer) => writer.entries.filter(({ verdict }) => verdict === 'acknowledged').slice(-3))
  for (const { id, mark } of last) {
    const asked = { method: 'GET', path: `/api/orders/${id}/`, token: buyer.token }
    const { json } = await sendUntilTaken(server.url, asked)
    expect(json).toMatchObject({ _id: id, shippingAddress: { address: mark } })
  }
}

/** As if nothing had ever started on it. */
async function emptied(db: Parameters<Parameters<Place['look']>[0]>[0]) {
  const { sql } = await import('kysely')
  const tables = await db.query.introspection.getTables({ withInternalKyselyTables: true })
  // the order of the tables is not that of their references
  if (db.dialect === 'sqlite') await sql`pragma foreign_keys = off`.execute(db.query)
  for (const { name } of [...tables].reverse()) {
    // what belongs to a search index goes with it
    if (/_search_|^sqlite_/.test(name)) continue
    const cascade = db.dialect === 'postgres' ? ' cascade' : ''
    await sql.raw(`drop table if exists ${name}${cascade}`).execute(db.query)
  }
  if (db.dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db.query)
}
