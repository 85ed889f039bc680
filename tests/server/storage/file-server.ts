import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import type { EventFile, FileInput, FileType } from '../../../contract/files.ts'
import type { Order } from '../../../contract/orders.ts'
import { productWith } from '../../support/product-with.ts'
import { freshDatabase, orderBody } from '../harness.ts'
import { post, startServer } from '../process.ts'

const boss = { username: 'boss@example.org', password: 'a good password' }

export interface Announced {
  order: string
  file: FileInput
  bytes: Buffer
}

/** A server process with an administrator who orders and announces files. */
export async function openFileServer() {
  const place = await freshDatabase('sqlite')
  const admin = { ADMIN_EMAIL: boss.username, ADMIN_PASSWORD: boss.password }
  const server = startServer({ DATA_DIR: place.dataDir, RATE_LIMIT_FACTOR: '1000', ...admin })
  const url = await server.address
  const token: string = (await post(`${url}/api/users/login/`, boss))?.json.data.token
  const headers = { authorization: `Bearer ${token}` }
  const imported = await post(`${url}/api/fishes/import/`, { rows: [productWith('Cod')] }, headers)
  /** Announces files on a request of their own. */
  async function announce(type: FileType, all: readonly Buffer[]): Promise<Announced[]> {
    const ordered = await post(`${url}/api/orders/add/`, orderBody(imported?.json.rows), headers)
    const order: string = ordered?.json.data._id
    const announced = all.map((bytes) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { order, bytes, file: { _id: v7(), name: 'a file', type, bytes: bytes.length, sha256 } }
    })
    const files = announced.map(({ file }) => file)
    const said = await post(`${url}/api/orders/${order}/events/`, { kind: 'message', files }, headers)
    expect(said?.status).toBe(201)
    return announced
  }
  async function filesOf(order: string): Promise<EventFile[]> {
    const answer = await fetch(`${url}/api/orders/${order}/`, { headers })
    return ((await answer.json()) as Order).events.flatMap(({ files = [] }) => files)
  }
  async function close() {
    await server.kill()
    await place.remove()
  }
  return { server, url, token, headers, announce, filesOf, close }
}
