import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { v7 } from 'uuid'
import type { Order } from '../../contract/orders.ts'
import { openTestShop, orderBody, type TestUser } from '../server/harness.ts'
import { type CallOptions, type Reply, sendRequest } from '../support/http-call.ts'
import { conventionFaults } from './conventions.ts'

/** A body of the API, whose shape the contract's own tests check. */
export const bodyOf = <T = Record<string, unknown>>(reply: Reply) => reply.json as T

type Table = 'account' | 'shop_order' | 'fish' | 'subscriber' | 'contact_message' | 'review' | 'fish_tombstone'

/** The shop of the server's tests, listening: what is sent is sent over a socket, byte for byte. */
export async function openAttackedShop(options: Parameters<typeof openTestShop>[0] = {}) {
  const t = await openTestShop({ ...options, env: { RATE_LIMIT_FACTOR: '1000000', ...options.env } })
  await t.app.listen({ host: '127.0.0.1', port: 0, backlog: 4096 })
  // a server that listens on a port has an address with one
  const { port } = t.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  /** One call of the API; whatever it answers must keep the conventions. */
  async function call(method: string, path: string, given: CallOptions = {}): Promise<Reply> {
    const reply = await sendRequest(url, { method, path: `/api${path}`, ...given })
    const faults = conventionFaults(reply)
    if (faults.length > 0) throw new Error(`${method} ${path} answered ${reply.status}: ${faults.join('; ')}`)
    return reply
  }

  async function statusOf(method: string, path: string, given: CallOptions = {}): Promise<number> {
    return (await call(method, path, given)).status
  }

  /** Sends a call whose last byte comes after `meanwhile`; all that is answered. */
  async function trickle(method: string, path: string, given: CallOptions & { meanwhile(): Promise<unknown> }) {
    const { token, body = {}, headers = {}, meanwhile } = given
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const own = { host: 'x', connection: 'close', authorization: `Bearer ${token}`, 'content-length': bytes.length }
    const lines = Object.entries({ 'content-type': 'application/json', ...headers, ...own })
    const head = [`${method} /api${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', '']
    const socket = net.connect(port, '127.0.0.1')
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
    })
    const closed = once(socket, 'close')
    socket.write(Buffer.concat([Buffer.from(head.join('\r\n')), bytes.subarray(0, -1)]))
    await meanwhile()
    socket.write(bytes.subarray(-1))
    await closed
    return said
  }

  async function newOrder(buyer: TestUser, fish: { _id: string }): Promise<Order> {
    const answer = await call('POST', '/orders/add/', { token: buyer.token, body: orderBody([fish]), key: v7() })
    return bodyOf<{ data: Order }>(answer).data
  }

  async function count(table: Table): Promise<number> {
    const rows = t.db.query.selectFrom(table).select((the) => the.fn.countAll<number>().as('n'))
    return Number((await rows.executeTakeFirstOrThrow()).n)
  }

  let tables: string[] | undefined
  /** Every row of every table but those of these names, the counters of limits and what searches are made from. */
  async function everyRow(except = /^$/) {
    // asked once, because the question takes longer than reading the rows
    tables ??= (await t.db.query.introspection.getTables())
      .filter(({ isView, name }) => !isView && !/^(rate_limit|sqlite_|.*_search)/.test(name))
      .map(({ name }) => name)
    const stored: Record<string, unknown> = {}
    // names of the schema's own tables
    for (const name of tables.filter((each) => !except.test(each)))
      stored[name] = await t.db.query
        .selectFrom(name as 'fish')
        .selectAll()
        .execute()
    return stored
  }

  async function close() {
    t.app.server.closeAllConnections()
    await t.close()
  }

  return { ...t, url, port, call, statusOf, trickle, newOrder, count, everyRow, close }
}

export type AttackedShop = Awaited<ReturnType<typeof openAttackedShop>>
