import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { PaperKind } from '../../contract/papers/papers.ts'
import type { Database } from '../../server/db/database.ts'
import { demoShop } from '../../server/demo/demo-shop.ts'
import { freePort } from '../support/free-port.mjs'
import { sendRequest, sendUntilTaken } from '../support/http-call.ts'
import { isLong, runSeed } from '../support/run.ts'
import { atOneMoment, type Prepared, password, prepareDatabase, randomFrom, usePlace } from './prepare.ts'
import { Repeating } from './repeating.ts'
import { startServer, until } from './server-process.ts'

const rounds = isLong ? 60 : 4
const seed = runSeed
/** Those that need neither a claim nor lots. */
const paperKinds = ['proforma', 'packing', 'invoice'] as const
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Asked {
  key: string
  order: string
  kind: PaperKind
  /** the number and the file, once it was acknowledged */
  made?: { number: string; file: string }
}

/** Makes one paper after the other; what was cut off is asked again under its key. */
class Maker extends Repeating {
  readonly asked: Asked[] = []
  private readonly options: { url: () => string; token: string; orders: readonly string[]; random: () => number }

  constructor(options: Maker['options']) {
    super()
    this.options = options
  }

  protected async step() {
    const { random, orders, url, token } = this.options
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
    const open = this.asked.find(({ made }) => !made)
    const next = open ?? { key: v7(), order: pick(orders), kind: pick(paperKinds) }
    if (!open) this.asked.push(next)
    const { key, order, kind } = next
    const call = { method: 'POST', path: `/api/orders/${order}/papers/`, token, key, body: { kind } }
    const reply = await sendRequest(url(), call).catch(() => undefined)
    if (reply?.status === 201) next.made = (reply.json as { data: NonNullable<Asked['made']> }).data
    else if (reply && reply.status < 500 && reply.status !== 409) throw new Error(`${reply.status} ${reply.text}`)
    else await pause(20)
  }
}

/** What contradicts the rules about numbers, in words. */
async function faultsOf(db: Database, asked: readonly Asked[]): Promise<string[]> {
  const { papers, counters, files } = await atOneMoment(db, async (query) => ({
    papers: await query.selectFrom('paper').selectAll().execute(),
    counters: await query.selectFrom('paper_number').selectAll().execute(),
    files: new Set((await query.selectFrom('order_file').select('id').execute()).map(({ id }) => id)),
  }))
  const counted = counters.flatMap(({ kind, year, last }) => {
    const numbers = papers.flatMap((paper) =>
      paper.kind === kind && paper.number.includes(`-${year}-`) ? [Number(paper.number.split('-').at(-1))] : [],
    )
    numbers.sort((a, b) => a - b)
    return numbers.length === last && numbers.every((each, at) => each === at + 1)
      ? []
      : [`${kind} ${year} counts to ${last}: ${numbers}`]
  })
  const lost = asked.flatMap(({ key, made }) => {
    const paper = papers.find(({ id }) => id === key)
    if (!made || (paper?.number === made.number && paper.file_id === made.file)) return []
    return [`${made.number} was acknowledged and is ${paper?.number}`]
  })
  const halves = papers.flatMap(({ number, file_id }) => (files.has(file_id) ? [] : [`${number} has no file`]))
  return [...counted, ...lost, ...halves]
}

/** Two accepted orders of which papers can be made, by the calls that people use. */
async function acceptedOrders(url: string, { fishId, buyer, admin }: Prepared): Promise<string[]> {
  const call = async (method: string, path: string, { token }: { token: string }, body: object) => {
    const reply = await sendUntilTaken(url, { method, path: `/api${path}`, token, key: v7(), body })
    expect([path, reply.status < 300 || reply.text]).toEqual([path, true])
    return reply.json as { data: { _id: string; version: number; events: { _id: string }[] } }
  }
  await call('PUT', '/shop/', admin, { ...demoShop, logo: '' })
  const names = { legalName: 'Quay SA', taxNumber: '1', registrationNumber: '2', approvalNumber: '3' }
  await call('PUT', '/shop/seller/', admin, names)
  await call('POST', '/shop/bank/', admin, { holder: 'Quay SA', bank: 'Port', account: '0123', bic: '', password })
  const shippingAddress = { phone: '1', address: 'Quai', city: 'Agadir', postalCode: '8', country: 'Maroc' }
  const orders = [0, 1].map(async () => {
    const orderItems = [{ fishe: fishId, qty: 2 }]
    const { _id } = (await call('POST', '/orders/add/', buyer, { orderItems, shippingAddress })).data
    const validUntil = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const terms = { currency: 'EUR', incoterm: 'FOB', place: 'Dakar', validUntil }
    const offer = { ...terms, lines: [{ fishe: fishId, qty: 2, price: 185_000 }] }
    const path = `/orders/${_id}/events/`
    const { events } = (await call('POST', path, admin, { kind: 'offer', after: 0, offer })).data
    await call('POST', path, buyer, { kind: 'accept', offer: events.at(-1)?._id })
    const loaded = { container: 'CSQU3054383', lines: [{ fishe: fishId, qty: 1 }] }
    await call('POST', path, admin, { kind: 'milestone', step: 'loaded', on: '2026-01-02', loaded })
    return _id
  })
  return Promise.all(orders)
}

describe.each(['sqlite', 'postgres'] as const)(`papers on %s, killed at any moment (seed ${seed})`, (dialect) => {
  const { place, postgres } = usePlace(dialect)

  it(
    `have numbers without a gap after ${rounds} kills, each one that was acknowledged, and their files`,
    async () => {
      const random = randomFrom(seed)
      const prepared = await place().look(prepareDatabase)
      // two instances draw under the same number, and one of them again
      const ports = await Promise.all((postgres() ? [0, 1] : [0]).map(() => freePort()))
      const urls = ports.map((port) => `http://127.0.0.1:${port}`)
      const start = async () => {
        const servers = ports.map((port) => startServer({ ...place().env, PORT: String(port) }))
        await Promise.all(servers.map(({ address }) => address))
        return servers
      }
      let servers = await start()
      const orders = await acceptedOrders(urls[0] ?? '', prepared)
      const { token } = prepared.admin
      const makers = Array.from({ length: 16 }, (_, at) => {
        const url = () => urls[at % urls.length] ?? ''
        return new Maker({ url, token, orders, random: randomFrom(seed + at + 1) })
      })
      const asked = () => makers.flatMap((maker) => maker.asked)
      const made = () => asked().filter((each) => each.made).length
      const faults = () => place().look((db) => faultsOf(db, asked()))
      for (let round = 0; round < rounds; round++) {
        const before = made()
        for (const maker of makers) maker.start()
        await until('some papers were made', () => made() >= before + 4)
        await pause(random() * 400)
        await Promise.all(servers.map((server) => server.kill()))
        await Promise.all(makers.map((maker) => maker.stop()))
        expect([round, await faults()]).toEqual([round, []])
        servers = await start()
      }
      const cutOff = asked().filter((each) => !each.made)
      for (const maker of makers) maker.start()
      await until('what was cut off is made', () => cutOff.every((each) => each.made))
      await Promise.all(makers.map((maker) => maker.stop()))
      const read = await sendUntilTaken(urls[0] ?? '', { method: 'GET', path: `/api/orders/${orders[0]}/`, token })
      const { events } = read.json as { events: { files?: { _id: string; sha256: string }[] }[] }
      const [file] = events.flatMap(({ files = [] }) => files).slice(-1)
      const bytes = await fetch(`${urls[0]}/api/files/${file?._id}/`, { headers: { authorization: `Bearer ${token}` } })
      const hash = createHash('sha256').update(Buffer.from(await bytes.arrayBuffer()))
      expect(hash.digest('hex')).toBe(file?.sha256)
      await Promise.all(servers.map((server) => server.kill()))
      expect(await faults()).toEqual([])
      console.log(`${dialect}: ${made()} papers, ${cutOff.length} calls were cut off`)
      expect(cutOff.length).toBeGreaterThan(0)
    },
    rounds * 150_000,
  )
})
