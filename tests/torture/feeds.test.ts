import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrderChanges } from '../../contract/orders.ts'
import { freePort } from '../support/free-port.mjs'
import { sendRequest } from '../support/http-call.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.mjs'
import { Writer } from './ledger.ts'
import { addPerson, makePlace, type Person, type Place, type Prepared, prepareDatabase, randomFrom } from './prepare.ts'
import { Repeating } from './repeating.ts'
import { type ServerProcess, startServer, until } from './server-process.ts'
import { Talker } from './thread-ledger.ts'

let postgres: TestPostgres
let places: Place[]
beforeAll(async () => {
  postgres = await startPostgres()
  places = [await makePlace(postgres.url), await makePlace(postgres.url)]
})
afterAll(async () => {
  await postgres.stop()
  await Promise.all(places.map((place) => place.remove()))
})

/** A device that pulls the changes of orders without a pause and counts how often it got each order. */
class Reader extends Repeating {
  /** by order: how often it came, and its latest version */
  readonly seen = new Map<string, { times: number; version: number }>()
  resets = 0
  private next = ''
  private readonly url: () => string
  private readonly person: Person

  constructor(url: () => string, person: Person) {
    super()
    this.url = url
    this.person = person
  }

  protected async step() {
    await this.pull()
  }

  /** False if nothing came, or no answer. */
  async pull(): Promise<boolean> {
    const path = `/api/orders/changes/?limit=20${this.next && `&since=${this.next}`}`
    const reply = await sendRequest(this.url(), { method: 'GET', path, token: this.person.token }).catch(
      () => undefined,
    )
    if (reply?.status !== 200) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return true
    }
    const { changed, more, next, reset } = reply.json as OrderChanges
    for (const { _id, version } of changed) {
      const { times } = this.seen.get(_id) ?? { times: 0 }
      this.seen.set(_id, { times: times + 1, version })
    }
    if (reset) this.resets++
    this.next = next
    return more || changed.length > 0
  }
}

it('no reader of the feed misses or doubles a change of 32 writers on two instances that are killed', async () => {
  const random = randomFrom(25)
  const [first] = places
  const { prepared, people } = (await first?.look(async (db) => {
    const made: Prepared = await prepareDatabase(db)
    const readers: Person[] = []
    for (let n = 0; n < 8; n++) readers.push(await addPerson(db, { admin: true }))
    return { prepared: made, people: readers }
  })) ?? { prepared: undefined, people: [] }
  if (!prepared) throw new Error('There is a place')
  const start = async (at: number): Promise<ServerProcess> => {
    const server = startServer({ ...places[at]?.env, PORT: String(await freePort()) })
    await server.address
    return server
  }
  const servers = [await start(0), await start(1)]
  const someServer = () => servers[random() < 0.5 ? 0 : 1]?.url ?? ''
  const seeded = (name: string, seed: number) => ({ url: someServer, prepared, name, random: randomFrom(seed) })
  const writers = Array.from({ length: 28 }, (_, n) => new Writer(seeded(`writer-${n}`, n)))
  const talkers = Array.from({ length: 4 }, (_, n) => new Talker(seeded(`talker-${n}`, 100 + n)))
  const readers = people.map((person) => new Reader(someServer, person))
  const everybody = [...writers, ...talkers, ...readers]
  const acknowledged = () =>
    writers.flatMap(({ entries }) => entries.filter(({ verdict }) => verdict === 'acknowledged'))
  for (const one of everybody) one.start()
  for (let round = 0; round < 4; round++) {
    const before = acknowledged().length
    await until('orders are coming in', () => acknowledged().length > before + 100)
    await servers[round % 2]?.kill()
    servers[round % 2] = await start(round % 2)
  }
  await Promise.all([...writers, ...talkers].map((one) => one.stop()))
  await Promise.all(readers.map((reader) => reader.stop()))
  for (const reader of readers) while (await reader.pull());
  await Promise.all(servers.map((server) => server.kill()))

  const stored = await first?.look((db) => db.query.selectFrom('shop_order').select(['id', 'version']).execute())
  const spoken = new Set(talkers.flatMap(({ orders }) => orders.map(({ id }) => id)))
  for (const reader of readers) {
    const missed = stored?.filter(({ id, version }) => reader.seen.get(id)?.version !== version)
    const doubled = stored?.filter(({ id }) => !spoken.has(id) && reader.seen.get(id)?.times !== 1)
    expect({ missed, doubled, resets: reader.resets }).toEqual({ missed: [], doubled: [], resets: 0 })
  }
  expect(acknowledged().filter(({ id = '' }) => !readers[0]?.seen.has(id))).toEqual([])
}, 600_000)
