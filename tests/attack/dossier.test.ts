import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import type { Order } from '../../contract/orders.ts'
import { offerFor } from '../server/orders/deal.ts'
import { sender } from '../server/storage/sender.ts'
import { openAttackedShop } from './shop.ts'

const t = await openAttackedShop()
const buyer = await t.addUser()
const admin = await t.addUser({ admin: true })
const order = await t.newOrder(buyer, await t.addFish())
afterAll(() => t.close())

const say = async (token: string, body: object) => {
  const { status, json } = await t.call('POST', `/orders/${order._id}/events/`, { token, key: v7(), body })
  expect(status).toBe(201)
  return (json as { data: Order }).data
}
const { events } = await say(admin.token, { kind: 'offer', after: 0, offer: offerFor(order.orderItems) })
await say(buyer.token, { kind: 'accept', offer: events.at(-1)?._id })
// more than a line takes that nobody reads
const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(limits.fileBytes - 9)])
const send = sender(t)
const file = send.describe(bytes, { type: 'application/pdf', name: 'scan.pdf' })
await say(buyer.token, { kind: 'message', files: [file] })
expect((await send.whole(order, file, { token: buyer.token, bytes })).status).toBe(204)

const path = `/orders/${order._id}/dossier/`
/** Asks for the dossier and reads no more than its beginning. */
async function begin(token: string): Promise<{ status: number; socket: Socket }> {
  const { port, hostname } = new URL(t.url)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`GET /api${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  const [head] = await once(socket, 'data')
  socket.pause()
  return { status: Number(String(head).split(' ')[1]), socket }
}

/** What an asker is answered who hangs up at once. */
async function statusOf(token: string): Promise<number> {
  const { status, socket } = await begin(token)
  socket.destroy()
  return status
}

/** A reader who got a place; one who has just hung up may still have it. */
async function reader(token: string): Promise<Socket> {
  for (;;) {
    const { status, socket } = await begin(token)
    if (status === 200) return socket
    socket.destroy()
  }
}

it('is sent to a person twice at once, and again when a reader has gone', async () => {
  for (let round = 0; round < 3; round++) {
    const readers = [await reader(buyer.token), await reader(buyer.token)]
    expect(await statusOf(buyer.token)).toBe(503)
    // nobody else waits for them
    expect(await statusOf(admin.token)).toBe(200)
    for (const socket of readers) socket.destroy()
    await expect.poll(() => statusOf(buyer.token)).toBe(200)
  }
})

it('is taken whole by a reader who comes back to it', async () => {
  const socket = await reader(buyer.token)
  await new Promise((resolve) => setTimeout(resolve, 300))
  let [read, end] = [0, '']
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (part: Buffer) => {
      read += part.length
      end = (end + part.subarray(-7).toString('latin1')).slice(-7)
      // the last chunk of the answer
      if (end === '\r\n0\r\n\r\n') resolve()
    })
  })
  socket.resume()
  await ended
  expect(read).toBeGreaterThan(limits.fileBytes)
  socket.destroy()
})
