import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../contract/orders.ts'
import { freePort } from '../support/free-port.mjs'
import { sendUntilTaken } from '../support/http-call.ts'
import { isLong } from '../support/run.ts'
import { sendFile } from '../support/send-file.ts'
import { prepareDatabase, usePlace } from './prepare.ts'
import { startServer, until } from './server-process.ts'

const size = 4 * 1024 * 1024
const kills = isLong ? 60 : 6

describe.each(['sqlite', 'postgres'] as const)('uploads on %s to a server that is killed', (dialect) => {
  const { place } = usePlace(dialect)

  it('go on where they stopped, and each file is there once and as it was, with no leftovers', async () => {
    const { buyer, fishId } = await place().look(prepareDatabase)
    const port = await freePort()
    const env = { ...place().env, PORT: String(port) }
    let server = startServer(env)
    await server.address
    const { url } = server
    const address = { phone: '1', address: 'Quay 1', city: 'Brest', postalCode: '29200', country: 'France' }
    const body = { orderItems: [{ fishe: fishId, qty: 1 }], shippingAddress: address, userEmail: buyer.email }
    const ask = (method: string, path: string, more: { body?: unknown; key?: string } = {}) =>
      sendUntilTaken(url, { method, path, token: buyer.token, ...more })
    const made = await ask('POST', '/api/orders/add/', { body, key: v7() })
    // the answers' shapes are checked by the tests of the contract
    const order = (made.json as { data: Order }).data._id
    const all = Array.from({ length: 4 }, () => {
      const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { bytes, file: { _id: v7(), name: 'a.pdf', type: 'application/pdf', bytes: size, sha256 } }
    })
    const files = all.map(({ file }) => file)
    const said = await ask('POST', `/api/orders/${order}/events/`, { body: { kind: 'message', files }, key: v7() })
    expect(said.status).toBe(201)

    let sent = 0
    const acknowledged = new Set<string>()
    const send = ({ bytes, file }: (typeof all)[number]) =>
      sendFile(url, {
        ...{ order, file, bytes, token: buyer.token, chunkSize: 64 * 1024, pause: 50 },
        onPart: () => void sent++,
      }).then(() => void acknowledged.add(file._id))
    const here = async () => {
      const { json } = await ask('GET', `/api/orders/${order}/`)
      return (json as Order).events.flatMap(({ files = [] }) => files.filter((file) => file.here).map(({ _id }) => _id))
    }
    let isOver = false
    const sending = Promise.all(all.map(send)).then(() => {
      isOver = true
    })
    for (let kill = 0; kill < kills && !isOver; kill++) {
      const before = sent
      await until('more has come', () => isOver || sent > before + 20)
      await server.kill()
      server = startServer(env)
      await server.address
      // as it is now: more may be acknowledged while the answer is on its way
      const expected = [...acknowledged]
      expect(await here()).toEqual(expect.arrayContaining(expected))
    }
    await sending
    // right after the last file was settled
    await server.kill()
    server = startServer(env)
    await server.address
    expect(await here()).toEqual(files.map(({ _id }) => _id))
    for (const { bytes, file } of all) {
      const headers = { authorization: `Bearer ${buyer.token}` }
      const answer = await fetch(`${url}/api/files/${file._id}/`, { headers })
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    }
    expect((await readdir(join(place().dataDir, 'files', order))).sort()).toEqual(files.map(({ _id }) => _id).sort())
    await server.kill()
  })
})
