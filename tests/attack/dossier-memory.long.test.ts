import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import type { Order } from '../../contract/orders.ts'
import { offerFor } from '../server/orders/deal.ts'
import { post } from '../server/process.ts'
import { openFileServer } from '../server/storage/file-server.ts'
import { sendFile } from '../support/send-file.ts'

/** MB that the server may take beyond what it has, while the largest dossiers are read. */
const most = 64

let shop: Awaited<ReturnType<typeof openFileServer>>
beforeAll(async () => {
  shop = await openFileServer()
})
afterAll(() => shop.close())

async function memory(): Promise<number> {
  const status = await readFile(`/proc/${shop.server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

const say = async (order: string, body: object) => {
  const headers = { ...shop.headers, 'idempotency-key': v7() }
  const said = await post(`${shop.url}/api/orders/${order}/events/`, body, headers)
  expect(said?.status).toBe(201)
}

/** Reads a dossier as slowly as a phone, and counts its bytes. */
async function read(order: string, peak: (now: number) => void): Promise<number> {
  const answer = await fetch(`${shop.url}/api/orders/${order}/dossier/`, { headers: shop.headers })
  expect(answer.status).toBe(200)
  let [bytes, looked] = [0, 0]
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes - looked < 1024 * 1024) continue
    looked = bytes
    peak(await memory())
    await setTimeout(10)
  }
  return bytes
}

it('streams 100 MB of files to two readers in little memory', async () => {
  const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(limits.fileBytes - 9)])
  const count = Math.floor(limits.orderFileBytes / limits.fileBytes)
  const announced = await shop.announce('application/pdf', Array(count).fill(large))
  const order = announced[0]?.order ?? ''
  for (const one of announced)
    await sendFile(shop.url, { ...one, token: shop.token, chunkSize: 1024 * 1024, pause: 200 })
  const { orderItems } = (await (
    await fetch(`${shop.url}/api/orders/${order}/`, { headers: shop.headers })
  ).json()) as Order
  const day = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await say(order, { kind: 'offer', after: 1, offer: offerFor(orderItems, { validUntil: day }) })
  const { currentOffer, events } = (await (
    await fetch(`${shop.url}/api/orders/${order}/`, { headers: shop.headers })
  ).json()) as Order
  await say(order, { kind: 'accept', offer: currentOffer?._id ?? events.at(-1)?._id })
  // the code that sends is loaded
  await read(order, () => {})
  const before = await memory()
  let peak = before
  const keep = (now: number) => {
    peak = Math.max(peak, now)
  }
  const sizes = await Promise.all([read(order, keep), read(order, keep)])
  console.log(`dossiers: ${Math.round(peak - before)} MB more than ${Math.round(before)}`)
  for (const bytes of sizes) expect(bytes).toBeGreaterThan(count * limits.fileBytes)
  expect(peak - before).toBeLessThan(most)
}, 300_000)
