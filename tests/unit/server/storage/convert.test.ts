// @vitest-environment node

import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { convertPicture, PictureRefused } from '../../../../server/storage/convert.ts'

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6f97' } }).composite([
    { input: { create: { width: 40, height: 20, channels: 3, background: '#e07a5f' } }, left: 10, top: 5 },
  ])
const refusal = async (bytes: Uint8Array) => {
  const error = await convertPicture(bytes).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PictureRefused)
  return error instanceof PictureRefused ? error.message : ''
}

/** A PNG of any size in a few hundred bytes: its header and the beginning of its rows. */
function bomb(width: number, height: number): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const crc = body.reduce((sum, byte) => (table[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8), 0xffffffff)
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1 << 16))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('an uploaded picture', () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    it(`is accepted as ${format} and converted to all sizes, none of which is larger than it is`, async () => {
      // a large one once, since it takes its time
      const own = format === 'jpeg' ? 1500 : 450
      const { hash, placeholder, files } = await convertPicture(
        await photo(own, own / 1.5)
          [format]()
          .toBuffer(),
      )
      expect(files.map(({ name }) => name).sort()).toEqual(
        ['1280.avif', '1280.webp', '320.avif', '320.webp', '640.avif', '640.webp'].sort(),
      )
      for (const { name, type, bytes } of files) {
        const meta = await sharp(bytes).metadata()
        const [size, extension] = name.split('.')
        const width = Math.min(Number(size), own)
        expect([meta.width, meta.height]).toEqual([width, Math.round((width * 2) / 3)])
        expect(type).toBe(`image/${extension}`)
        expect(meta.format).toBe(extension === 'avif' ? 'heif' : 'webp')
      }
      const largest = files.find(({ name }) => name === '1280.webp')?.bytes ?? ''
      expect(hash).toBe(createHash('sha256').update(largest).digest('hex').slice(0, 32))
      expect(placeholder).toMatch(/^[A-Za-z0-9+/]{20,48}=*$/)
    })
  }

  it('is upright, without location, camera and comments', async () => {
    const secret = 'taken-by-somebody'
    const sideways = await photo(400, 200)
      .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(sideways).metadata()).exif).toBeDefined()
    const { files } = await convertPicture(sideways)
    for (const { bytes } of files) {
      const meta = await sharp(bytes).metadata()
      expect(meta.exif ?? meta.xmp ?? meta.iptc ?? meta.orientation).toBeUndefined()
      expect(meta.height).toBeGreaterThan(meta.width)
      expect(Buffer.from(bytes).includes(secret)).toBe(false)
    }
  })

  it('that is very tall is limited', async () => {
    const ribbon = await convertPicture(await photo(60, 9000).png().toBuffer())
    for (const { bytes } of ribbon.files) expect((await sharp(bytes).metadata()).height).toBeLessThanOrEqual(2560)
  })

  it('preserves transparency', async () => {
    const glass = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#ff000040' } })
      .png()
      .toBuffer()
    const { files } = await convertPicture(glass)
    for (const { bytes } of files) expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
  })

  it('contains nothing of data appended to it', async () => {
    const script = '<script>alert(1)</script>'
    const jpeg = await photo(100, 100).jpeg().toBuffer()
    const { files } = await convertPicture(Buffer.concat([jpeg, Buffer.from(script)]))
    for (const { bytes } of files) expect(Buffer.from(bytes).includes('<script')).toBe(false)
  })
})

describe('a refused upload', () => {
  const kinds = 'Only JPEG, PNG, WebP and AVIF pictures are accepted.'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const others: [string, () => Buffer | Promise<Buffer>][] = [
    ['SVG with a script', () => Buffer.from(svg)],
    ['SVG behind an XML head', () => Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF that is also JavaScript', () => Buffer.from('GIF89a/*\x00\x00*/=1;alert(1)', 'latin1')],
    ['a real GIF', () => photo(60, 60).gif().toBuffer()],
    ['a real TIFF', () => photo(60, 60).tiff().toBuffer()],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a few bytes', () => Buffer.from([0xff])],
  ]
  it.each(others)('%s', async (_, make) => expect(await refusal(await make())).toBe(kinds))

  it('an empty file', async () => expect(await refusal(new Uint8Array())).toBe('The file is empty.'))

  it('a picture of 400 megapixels, at once', async () => {
    const small = bomb(20_000, 20_000)
    expect(small.length).toBeLessThan(1000)
    const broken = { rule: 'megapixels', params: { limit: 40 } }
    await expect(convertPicture(small)).rejects.toMatchObject({ broken })
  })

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('half a %s', async (format) => {
    const noise = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      [format]()
      .toBuffer()
    expect(await refusal(noise.subarray(0, noise.length >> 1))).toBe('The picture is damaged or cannot be read.')
  })

  it('SVG behind the first bytes of each accepted format', async () => {
    const heads = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\x10\0\0\0WEBP', '\0\0\0\x18ftypavif\0\0\0\0avifmif1']
    for (const head of heads) {
      expect(await refusal(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(svg)]))).toMatch(/damaged/)
    }
  })

  it('leaves sharp’s other loaders blocked', async () => {
    await expect(sharp(Buffer.from(svg)).png().toBuffer()).rejects.toThrow()
  })
})
