import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { EventFile } from '../../../contract/files.ts'
import { cleanFiles } from '../../../server/storage/uploads.ts'
import { startS3 } from '../../support/s3-server.ts'
import { openDeal } from '../orders/deal.ts'
import { sender } from './sender.ts'

const s3 = await startS3('secret')
const env = { IMAGES_URL: `s3://KEY:secret@${s3.host}/pictures/shop?tls=off` }
const { t, buyer, admin, fish, deal } = await openDeal({ shop: { env } })
const send = sender(t)
afterAll(async () => {
  await t.close()
  await s3.stop()
})
beforeEach(() => {
  s3.state.down = false
  s3.objects.clear()
})

async function announced() {
  const bytes = await sharp(randomBytes(100 * 100 * 3), { raw: { width: 100, height: 100, channels: 3 } })
    .jpeg()
    .toBuffer()
  const order = await deal.request([fish])
  const file = send.describe(bytes)
  await deal.must(order, buyer.token, { kind: 'message', files: [file] })
  return { order, file, bytes, token: buyer.token }
}
const filesOf = async (order: { _id: string }): Promise<EventFile[]> =>
  (await deal.read(order)).events.flatMap(({ files = [] }) => files)
const incoming = () => readdir(t.shop.incoming)

it('are stored there with their small picture, read in part, and deleted with their order', async () => {
  const { order, file, bytes, token } = await announced()
  expect((await send.whole(order, file, { token, bytes })).status).toBe(204)
  expect([...s3.objects.keys()].sort()).toEqual([
    `shop/files/${order._id}/${file._id}`,
    `shop/files/${order._id}/${file._id}.webp`,
  ])
  expect(await incoming()).toEqual([])
  expect((await send.read(file, admin.token)).rawPayload.equals(bytes)).toBe(true)
  const part = await send.read(file, admin.token, { headers: { range: 'bytes=100-199' } })
  expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(bytes.subarray(100, 200))]).toEqual([
    206,
    `bytes 100-199/${bytes.length}`,
    true,
  ])
  expect((await send.read(file, admin.token, { query: '?thumb' })).headers['content-type']).toBe('image/webp')
  expect((await t.call('DELETE', `/orders/delete/${order._id}/`, { token: admin.token })).status).toBeLessThan(300)
  expect([...s3.objects.keys()]).toEqual([])
})

it('wait for a store that is away: what has come stays, and is here with the next question', async () => {
  const { order, file, bytes, token } = await announced()
  await send.create(order, file, token)
  s3.state.down = true
  const away = await send.patch(file, token, { offset: 0, bytes })
  expect([away.status, away.json.type, Number(away.headers['retry-after']) > 0]).toEqual([
    503,
    'about:quayside/busy',
    true,
  ])
  expect((await send.head(file, token)).status).toBe(503)
  expect(await filesOf(order)).toEqual([file])
  s3.state.down = false
  const head = await send.head(file, token)
  expect([head.status, head.headers['upload-offset']]).toEqual([200, String(bytes.length)])
  expect(await filesOf(order)).toEqual([{ ...file, here: true }])
  expect(await incoming()).toEqual([])
})

it('are read again when the store is back', async () => {
  const { order, file, bytes, token } = await announced()
  await send.whole(order, file, { token, bytes })
  s3.state.down = true
  for (const query of ['', '?thumb']) {
    const away = await send.read(file, token, { query })
    // whoever caches by tag or length must not take this for the file
    expect([away.statusCode, away.json().type, away.headers.etag, away.headers['content-disposition']]).toEqual([
      503,
      'about:quayside/busy',
      undefined,
      undefined,
    ])
    expect(away.headers['content-length']).toBe(String(away.rawPayload.length))
  }
  s3.state.down = false
  expect((await send.read(file, token)).rawPayload.equals(bytes)).toBe(true)
})

it('that no order has are swept when they are a day old, also those of an order that was deleted meanwhile', async () => {
  const { order, file, bytes, token } = await announced()
  await send.whole(order, file, { token, bytes })
  const gone = await announced()
  await send.whole(gone.order, gone.file, { token, bytes: gone.bytes })
  s3.state.down = true
  expect((await t.call('DELETE', `/orders/delete/${gone.order._id}/`, { token: admin.token })).status).toBeLessThan(300)
  s3.state.down = false
  expect(s3.objects.size).toBe(4)
  // of a server that was killed right after it had said that the file is here
  for (const name of [file._id, `${file._id}.json`]) await writeFile(join(t.shop.incoming, name), 'left')
  await cleanFiles(t.shop)
  expect([s3.objects.size, (await incoming()).length]).toEqual([4, 2])
  await cleanFiles(t.shop, { now: Date.now() + 25 * 3_600_000 })
  expect(await incoming()).toEqual([])
  expect([...s3.objects.keys()].sort()).toEqual([
    `shop/files/${order._id}/${file._id}`,
    `shop/files/${order._id}/${file._id}.webp`,
  ])
})
