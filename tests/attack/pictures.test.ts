import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import type { FileType } from '../../contract/files.ts'
import { multipart } from '../server/harness.ts'
import { openFileServer } from '../server/storage/file-server.ts'
import { bombs, jpegOfScans } from '../support/hostile-pictures.ts'
import { peakOfTree } from '../support/memory-of-tree.ts'
import { productWith } from '../support/product-with.ts'

/** MB for the server and the processes that it starts: below the 1 GB of the systemd unit. */
const most = 850

const { server, url, headers, announce, close } = await openFileServer()
afterAll(close)

/** Announces and sends a file; what came of it. */
async function sendFile(type: FileType, bytes: Buffer) {
  const [announced] = await announce(type, [bytes])
  if (!announced) throw new Error('It was announced')
  const { order, file } = announced
  const metadata = `order ${btoa(order)},file ${btoa(file._id)}`
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  const length = { 'upload-length': String(bytes.length), 'upload-metadata': metadata }
  await fetch(`${url}/api/files/`, { method: 'POST', headers: { ...tus, ...length } })
  const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const path = `${url}/api/files/${file._id}`
  const sent = await fetch(path, { method: 'PATCH', headers: { ...tus, ...part }, body: new Uint8Array(bytes) })
  // what a client asks that has heard no answer
  const asked = await fetch(path, { method: 'HEAD', headers: tus })
  const thumb = await fetch(`${path}/?thumb`, { headers })
  return [sent.status, asked.status, thumb.status]
}

/** Interlaced, so that it is decoded as a whole. */
const wide = () =>
  sharp({ create: { width: 3400, height: 3400, channels: 4, background: 'teal' } })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()

it.each([
  ['an AVIF of ten bits that calls itself HEIC', 'image/heic', async () => bombs().heic, [204, 200, 404]],
  ['HEIC that nothing can read', 'image/heic', async () => unreadable(), [204, 200, 404]],
  ['a JPEG of 4,000 scans', 'image/jpeg', () => jpegOfScans(4000), [422, 404, 404]],
  ['an interlaced PNG of 16 bits', 'image/png', wide, [204, 200, 200]],
] as const)('%s: it does not end the server', async (_, type, make, statuses) => {
  const bytes = await make()
  const sending = sendFile(type, bytes)
  expect(await peakOfTree(server.child.pid ?? 0, sending)).toBeLessThan(most)
  expect(await sending).toEqual(statuses)
  expect((await fetch(`${url}/api/health/`)).status).toBe(200)
})

const unreadable = () => Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), randomBytes(500)])

it('a picture of a product that takes too much to decode is refused with what fits', async () => {
  const form = multipart(productWith('Cod', { image: bombs().avif }))
  const sending = fetch(`${url}/api/fishes/create/`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: new Uint8Array(form.body),
  })
  expect(await peakOfTree(server.child.pid ?? 0, sending)).toBeLessThan(most)
  const answer = await sending
  const { errors } = (await answer.json()) as { errors: object[] }
  expect([answer.status, errors]).toEqual([
    422,
    [{ path: 'image', rule: 'megapixels', params: { limit: 12 }, detail: expect.anything() }],
  ])
})
