import { createHash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { pictureFormats, pictureWidths } from '../../contract/picture.ts'
import { type Room, requireRoom } from './room.ts'
import { loadSharp, type Sharp } from './sharp.ts'
import { refuseUnreadable, sniffPicture } from './sniff.ts'

export interface ConvertedPicture {
  /** 32 hex digits: the start of the SHA-256 of the 1280 px WebP */
  hash: string
  /** ThumbHash, base64 */
  placeholder: string
  files: { name: string; type: string; bytes: Uint8Array }[]
}

interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** Greatest height of a stored picture, as a multiple of its width limit. */
const heightPerWidth = 2
const largest = Math.max(...pictureWidths)
const qualities = { webp: 78, avif: 55 }

/** Decodes a picture upright, in sRGB and without metadata, at most as wide as the largest width. Never enlarges. */
async function decode(sharp: Sharp, bytes: Uint8Array): Promise<Pixels> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: limits.picturePixels, failOn: 'warning' })
      .autoOrient()
      .resize({ width: largest, height: largest * heightPerWidth, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    // sharp's type does not say that a raw picture has one to four channels
    return { data, info: { width: info.width, height: info.height, channels: info.channels as 1 | 2 | 3 | 4 } }
  } catch (error) {
    throw refuseUnreadable(error)
  }
}

async function placeholderOf(sharp: Sharp, pixels: Pixels): Promise<string> {
  const { rgbaToThumbHash } = await import('thumbhash')
  const { data, info } = await sharp(pixels.data, { raw: pixels.info })
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/**
 * Converts an upload to all sizes and formats. Throws `PictureRefused` unless it is an undamaged JPEG, PNG, WebP or AVIF of at most 40
 * megapixels, and `PictureExceeds` where it needs more room.
 */
export async function convertPicture(bytes: Uint8Array, room?: Room): Promise<ConvertedPicture> {
  sniffPicture(bytes)
  const sharp = await loadSharp()
  await requireRoom(sharp, bytes, room)
  const pixels = await decode(sharp, bytes)
  const files: ConvertedPicture['files'] = []
  for (const width of pictureWidths) {
    for (const format of pictureFormats) {
      const sized = sharp(pixels.data, { raw: pixels.info }).resize({ width, withoutEnlargement: true })
      const made = sized[format]({ quality: qualities[format], effort: 2 })
      files.push({ name: `${width}.${format}`, type: `image/${format}`, bytes: await made.toBuffer() })
    }
  }
  const original = files.find(({ name }) => name === `${largest}.webp`)
  if (!original) throw new Error('the largest WebP was not made')
  const hash = createHash('sha256').update(original.bytes).digest('hex').slice(0, 32)
  return { hash, placeholder: await placeholderOf(sharp, pixels), files }
}
