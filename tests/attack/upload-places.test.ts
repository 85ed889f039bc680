import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import net, { type Socket } from 'node:net'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import type { FileInput } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import type { TestUser } from '../server/harness.ts'
import { sender } from '../server/storage/sender.ts'
import { openAttackedShop } from './shop.ts'

const paper = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(4000)])
const sockets: Socket[] = []

const t = await openAttackedShop({ on: 'sqlite' })
const send = sender(t)
const fish = await t.addFish()
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await t.close()
})

/** A buyer with an order and so many announced files of the same bytes. */
async function buyerWith(count: number, bytes: Buffer) {
  const buyer = await t.addUser()
  const order = await t.newOrder(buyer, fish)
  const files = Array.from({ length: count }, () => send.describe(bytes, { type: 'application/pdf', name: 'a.pdf' }))
  for (let at = 0; at < count; at += limits.filesPerEvent) {
    const body = { kind: 'message', files: files.slice(at, at + limits.filesPerEvent) }
    const said = await t.call('POST', `/orders/${order._id}/events/`, { token: buyer.token, key: v7(), body })
    expect(said.status).toBe(201)
  }
  for (const file of files) expect((await send.create(order, file, buyer.token)).status).toBe(201)
  return { buyer, files }
}

/** Begins to send a file, and sends so many bytes of it. */
function begin({ token }: TestUser, file: FileInput, bytes: Buffer): Socket {
  const line = net.connect(t.port, '127.0.0.1').on('error', () => {})
  sockets.push(line)
  line.write(
    `PATCH /api/files/${file._id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
      `Content-Type: application/offset+octet-stream\r\nContent-Length: ${file.bytes}\r\n\r\n`,
  )
  line.write(bytes)
  return line
}
const hasCome = (file: FileInput, bytes: number) =>
  expect.poll(async () => (await stat(join(t.shop.incoming, file._id))).size).toBe(bytes)

it('a look of the other side ends no upload that runs', async () => {
  const bytes = paper()
  const { buyer, files } = await buyerWith(1, bytes)
  const [file] = files as [FileInput]
  const line = begin(buyer, file, bytes.subarray(0, 1000))
  await hasCome(file, 1000)
  const admin = await t.addUser({ admin: true })
  const { status, headers } = await send.head(file, admin.token)
  expect([status, headers['upload-offset'], headers['upload-length']]).toEqual([200, '1000', String(bytes.length)])
  line.write(bytes.subarray(1000))
  const [answer] = await once(line, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 204 /)
})

it('sleeping uploads that take all places make room for another person’s', async () => {
  const bytes = paper()
  let closed = 0
  for (let taken = 0; taken < limits.uploads; taken += limits.uploadsPerUser) {
    const { buyer, files } = await buyerWith(limits.uploadsPerUser, bytes)
    for (const file of files)
      begin(buyer, file, bytes.subarray(0, 10))
        .once('close', () => closed++)
        .resume()
    for (const file of files) await hasCome(file, 10)
  }
  const { buyer, files } = await buyerWith(1, bytes)
  const [file] = files as [FileInput]
  expect((await send.patch(file, buyer.token, { offset: 0, bytes })).status).toBe(204)
  await expect.poll(() => closed).toBeGreaterThan(0)
  expect(closed).toBeLessThan(5)
})

it('an upload that brings next to nothing ends, and goes on where it stopped', async () => {
  const bytes = paper()
  const { buyer, files } = await buyerWith(1, bytes)
  const [file] = files as [FileInput]
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const line = begin(buyer, file, bytes.subarray(0, 1000))
  await hasCome(file, 1000)
  vi.advanceTimersByTime(30_000)
  const [answer] = await once(line, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /)
  await expect.poll(async () => (await send.head(file, buyer.token)).headers['upload-offset']).toBe('1000')
  expect((await send.patch(file, buyer.token, { offset: 1000, bytes: bytes.subarray(1000) })).status).toBe(204)
})
