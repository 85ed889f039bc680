import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { multipart } from '../server/harness.ts'
import { sendRequest } from '../support/http-call.ts'
import { openAttackedShop } from './shop.ts'

const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } })
  .jpeg()
  .withExif({ IFD0: { Copyright: 'EXIF-SECRET', Artist: 'EXIF-SECRET' }, IFD3: { GPSLatitude: '12/1 34/1 56/1' } })
  .toBuffer()
const html = '<!doctype html><script>alert(1)</script>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}

/** A PNG that says it is this large; its pixels, all the same, take next to nothing. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)))
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

const t = await openAttackedShop({ on: 'sqlite' })
const admin = await t.addUser({ admin: true })
const fish = await t.addFish()
const stored: string[] = []
const { storePicture } = t.shop
t.shop.storePicture = async (bytes) => {
  const picture = await storePicture(bytes)
  stored.push(picture.image)
  return picture
}
afterAll(() => t.close())
const upload = (bytes: Uint8Array | string) => {
  const form = multipart({ fishe_id: fish._id, image: Buffer.from(bytes) })
  return t.call('POST', '/fishes/upload/', { token: admin.token, ...form })
}

it.each([
  ['an SVG with a script', svg],
  ['an SVG behind a declaration', `<?xml version="1.0"?>${svg}`],
  ['a page', html],
  ['a GIF that is a script', `GIF89a/*${'x'.repeat(50)}*/=1;alert(1)`],
  ['a PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'],
  ['a program', Buffer.from('7f454c46020101000000000000000000', 'hex')],
  ['an archive', Buffer.from('504b0304140000000800', 'hex')],
  ['nothing', ''],
  ['one byte', 'x'],
  ['the head of a JPEG', jpeg.subarray(0, 100)],
  ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
  ['a JPEG head before a page', Buffer.concat([jpeg.subarray(0, 20), Buffer.from(html)])],
  ['a PNG signature before nothing', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
])('%s is no picture', async (_what, bytes) => {
  const { status } = await upload(bytes)
  expect(status).toBe(422)
  expect(stored).toEqual([])
})

it('256 megapixels in a small file are refused before they are decoded', async () => {
  const file = bomb(16_000)
  expect(file.length).toBeLessThan(1_000_000)
  expect((await upload(file)).status).toBe(422)
  expect(stored).toEqual([])
})

it.each([
  ['13 MB', multipart({ fishe_id: 'x', image: Buffer.alloc(13 * 1024 * 1024) }), [413]],
  ['50 fields', multipart(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, 'x']))), [413]],
  ['two files', multipart({ image: Buffer.from('a'), other: Buffer.from('b'), fishe_id: 'x' }), [413, 422]],
  ['a field of 1 MB', multipart({ fishe_id: 'x'.repeat(1_000_000) }), [413]],
  ['no boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }, [400, 415]],
  [
    'another boundary',
    { ...multipart({ a: 'b' }), headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    [400],
  ],
  [
    'a form that breaks off',
    {
      ...multipart({ a: 'b' }),
      body: '--x\r\nContent-Dis',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    },
    [400],
  ],
])('a form with %s is refused', async (_what, form, statuses) => {
  const { status } = await t.call('POST', '/fishes/upload/', { token: admin.token, ...form })
  expect(statuses).toContain(status)
  expect(stored).toEqual([])
})

it.each([
  '../../../evil.png',
  '..\\..\\evil.png',
  'C:\\evil.png',
  `${'x'.repeat(300)}.png`,
  '.htaccess',
  'a\0.png',
  'x.php',
  '"; rm -rf /',
])('a file named %j gets a name of ours', async (name) => {
  const boundary = 'b0undary'
  const head = (field: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${more}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${head('fishe_id')}${fish._id}\r\n${head('image', `; filename="${name.replaceAll('"', '%22')}"`)}`),
    jpeg,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const { status, json } = await t.call('POST', '/fishes/upload/', { token: admin.token, body, headers })
  if (status !== 200) expect(status).toBe(400)
  else expect(json).toMatch(/^\/images\/[0-9a-f]{32}\/640\.webp$/)
})

it('serves what it made of an upload: a picture, nothing of what was hidden in it, and never as anything else', async () => {
  // a page behind the picture is either refused with it or left behind
  const polyglot = await upload(Buffer.concat([jpeg, Buffer.from(html)]))
  expect([200, 422]).toContain(polyglot.status)
  const { json, status } = await upload(jpeg)
  expect(status).toBe(200)
  const base = String(json).replace('640.webp', '')
  for (const file of ['320.webp', '640.webp', '1280.webp', '320.avif', '640.avif', '1280.avif']) {
    const answer = await sendRequest(t.url, { method: 'GET', path: base + file })
    expect([file, answer.status, answer.headers['content-type']]).toEqual([file, 200, `image/${file.split('.')[1]}`])
    expect(answer.text).not.toMatch(/EXIF-SECRET|<script|GPS/)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }
  const metadata = await sharp(Buffer.from(await (await fetch(t.url + json)).arrayBuffer())).metadata()
  expect([metadata.exif, metadata.xmp, metadata.icc]).toEqual([undefined, undefined, undefined])
})

it.each([
  '/images/',
  '/images/../shop.db',
  '/images/..%2f..%2fshop.db/640.webp',
  '/images/%2e%2e/%2e%2e/shop.db',
  '/images/00000000000000000000000000000000/640.webp',
  '/images/00000000000000000000000000000000/../../shop.db',
  '/images/00000000000000000000000000000000/640.svg',
  '/images/00000000000000000000000000000000/640.webp%00.html',
  '/images/__proto__/640.webp',
  '/images//etc/passwd',
  '/shop.db',
  '/data/shop.db',
  '/.env',
  '/.git/config',
  '/package.json',
  '/server/main.ts',
  '/node_modules/fastify/package.json',
  '/assets/../../package.json',
  '/metrics',
  '/api/orders/myorders/x.css',
  '/api/../package.json',
])('%s is not there', async (path) => {
  const { status, headers, text } = await sendRequest(t.url, { method: 'GET', path, token: admin.token })
  expect([400, 404]).toContain(status)
  expect(String(headers['cache-control'])).toContain('no-store')
  expect(text).not.toMatch(/root:|SQLite|"name"/)
})
