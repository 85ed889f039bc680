import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/db/database.ts'
import { problemFaults } from '../attack/conventions.ts'
import { freePort } from '../support/free-port.mjs'
import { sendRequest } from '../support/http-call.ts'
import { checkLedger, Writer } from './ledger.ts'
import { makePlace, type Place, type Prepared, prepareDatabase, randomFrom } from './prepare.ts'
import { startServer, until } from './server-process.ts'

const mb = 1024 * 1024

function writersFor(url: string, prepared: Prepared, count = 4): Writer[] {
  return Array.from({ length: count }, (_, at) => {
    return new Writer({ url: () => url, prepared, name: `writer${at}`, random: randomFrom(at + 1) })
  })
}

const acknowledged = (writers: Writer[]) =>
  writers.flatMap((w) => w.entries.filter((e) => e.verdict === 'acknowledged'))

function order({ fishId }: Prepared) {
  const shippingAddress = { phone: '1', address: 'alone', city: 'Agadir', postalCode: '8', country: 'Maroc' }
  return { orderItems: [{ fishe: fishId, qty: 1 }], shippingAddress }
}

const smallDisk = await mkdtemp(join(tmpdir(), 'quayside-disk-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=320m', 'tmpfs', smallDisk]).status === 0
afterAll(async () => {
  if (mounted) spawnSync('umount', ['-l', smallDisk])
  await rm(smallDisk, { recursive: true, force: true })
})

/** On a real disk, where one may be mounted; a pretended one is tried everywhere, in tests/server. */
function fillUp(folder: string) {
  it('a disk that fills up stops writes with a plain sentence, keeps reads, and both go on when there is room again', async () => {
    const db = openDatabase({ dataDir: folder })
    const prepared = await prepareDatabase(db)
    await db.close()
    const server = startServer({ DATA_DIR: folder, PORT: String(await freePort()) })
    await server.address
    const { token } = prepared.buyer
    const write = () =>
      sendRequest(server.url, { method: 'POST', path: '/api/orders/add/', token, body: order(prepared), key: v7() })
    const read = async (path: string) => (await sendRequest(server.url, { method: 'GET', path, token })).status
    const first = await write()
    expect(first.status).toBe(201)
    await writeFile(join(folder, 'filler'), Buffer.alloc(100 * mb))
    await until('writes are refused', async () => (await write()).status === 503)
    const refused = await write()
    expect(refused.json).toMatchObject({ type: 'about:quayside/disk-full', status: 503 })
    expect(problemFaults(refused)).toEqual([])
    for (const path of ['/api/fish/', `/api/fishes/${prepared.fishId}`, '/api/orders/myorders/', '/api/health/']) {
      expect([path, await read(path)]).toEqual([path, 200])
    }
    // a write that was let in finds no room at all
    await rm(join(folder, 'filler'))
    await until('writes are taken again', async () => (await write()).status === 201)
    await server.kill()
  })
}
if (mounted) fillUp(smallDisk)

describe.each(['sqlite', 'postgres'] as const)('SIGTERM under load on %s', (dialect) => {
  let place: Place
  let stop: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const { startPostgres } = await import('../support/postgres.mjs')
    const postgres = dialect === 'postgres' ? await startPostgres() : undefined
    stop = postgres?.stop
    place = await makePlace(postgres?.url)
  })
  afterAll(async () => {
    await stop?.()
    await place.remove()
  })

  it('ends in order, and loses nothing that was acknowledged', async () => {
    const prepared = await place.look(prepareDatabase)
    const server = startServer({ ...place.env, PORT: String(await freePort()) })
    await server.address
    const writers = writersFor(server.url, prepared, 8)
    for (const writer of writers) writer.start()
    await until('orders are coming in', () => acknowledged(writers).length > 30)
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    await Promise.all(writers.map((writer) => writer.stop()))
    expect(server.said()).not.toMatch(/error/i)
    const entries = writers.flatMap((writer) => writer.entries)
    expect(await place.look((db) => checkLedger(db, entries))).toEqual([])
    if (dialect === 'sqlite') {
      const [{ integrity_check: health } = {}] = await place.look(async (db) => {
        const { sql } = await import('kysely')
        return (await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.query)).rows
      })
      expect(health).toBe('ok')
    }
  })
})
