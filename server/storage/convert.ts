import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Metadata, default as SharpModule } from 'sharp'
import type { BrokenRule } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { pictureFormats, pictureWidths } from '../../contract/picture.ts'
import { logoIcons } from '../../contract/shop.ts'

type Sharp = typeof SharpModule
let loaded: Promise<Sharp> | undefined

/** Loads sharp at first use, as it costs time and memory. Blocks all loaders but four: others, such as SVG, are an attack surface. */
function loadSharp(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    const readers = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`)
    sharp.unblock({ operation: readers })
    sharp.cache(false)
    // in a process of its own beside the server, which needs the other processors
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}

/** An upload is not an accepted picture. The message is one English sentence. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly broken: BrokenRule

  constructor(message: string, { cause, ...broken }: BrokenRule & { cause?: unknown } = { rule: 'readablePicture' }) {
    super(message, { cause })
    this.broken = broken
  }
}

function refusePixels(most: number, cause?: unknown): PictureRefused {
  const params = { limit: Math.floor(most / 1_000_000) }
  return new PictureRefused('The picture has too many pixels.', { rule: 'megapixels', params, cause })
}

/** Why sharp could not decode a picture. */
function refuseUnreadable(cause: unknown): never {
  if (cause instanceof Error && /pixel limit/i.test(cause.message)) throw refusePixels(limits.picturePixels, cause)
  throw new PictureRefused('The picture is damaged or cannot be read.', { rule: 'readablePicture', cause })
}

const limitInputPixels = limits.picturePixels

const latin = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)

/** The brands of an ISO base media file, the major one first. */
function brands(bytes: Uint8Array): string[] {
  if (bytes.length < 16 || latin(bytes, 4, 8) !== 'ftyp') return []
  const end = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), bytes.length, 256)
  const found = [latin(bytes, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) found.push(latin(bytes, at, at + 4))
  return found
}

/** The format by the first bytes, not by name or declared type. Throws `PictureRefused` for all other formats. */
export function sniffPicture(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | 'avif' {
  if (bytes.length === 0) throw new PictureRefused('The file is empty.')
  if (latin(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (latin(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'webp'
  const [major, ...compatible] = brands(bytes)
  if (major === 'avif' || (major === 'mif1' && compatible.includes('avif'))) return 'avif'
  throw new PictureRefused('Only JPEG, PNG, WebP and AVIF pictures are accepted.')
}

/** What a process that decodes pictures may take: with the server it stays below the 1 GB of the systemd unit. */
export const mostRoom = {
  /** bytes in all */
  memory: 430_000_000,
  /** bytes of a decoder, by a picture's header */
  decoder: 330_000_000,
  /** milliseconds of a processor, for a thumbnail */
  time: 10_000,
}
export type Room = typeof mostRoom
/** Most scans of a JPEG. Cameras and programs make some ten; each costs a pass over all of the picture. */
const mostScans = 64

/** Whether a JPEG has more than so many scans, by its markers. */
function hasManyScans(bytes: Uint8Array): boolean {
  let scans = 0
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 3 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) return false
    if (marker === 0xda && ++scans > mostScans) return true
    // fill bytes, escaped bytes of a scan and restarts have no length
    if (marker === 0xff) at += 1
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else at += 2 + Math.max(2, ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
  }
  return false
}

/** Bytes that a decoder takes for a pixel (measured): AVIF is held in several forms, an interlaced or progressive picture as a whole. */
function bytesPerPixel({ format, channels = 4, depth, isProgressive }: Partial<Metadata>): number {
  const sample = depth === 'uchar' ? 1 : 2
  if (format === 'heif') return 12 + 7 * sample
  if (format === 'jpeg') return isProgressive ? channels * 2 : 0
  return channels * sample * (format === 'png' && !isProgressive ? 0.4 : 1.25)
}

/** Looks at the header before anything is decoded. Throws `PictureRefused` for too many pixels or scans. */
async function requireRoom(sharp: Sharp, bytes: Uint8Array, room: Room): Promise<void> {
  const header = await sharp(bytes, { limitInputPixels }).metadata().catch(refuseUnreadable)
  if (header.format === 'jpeg' && hasManyScans(bytes)) throw new PictureRefused('The picture has too many scans.')
  const perPixel = bytesPerPixel(header)
  if (header.width * header.height * perPixel > room.decoder) throw refusePixels(room.decoder / perPixel)
}

export interface ConvertedPicture {
  /** 32 hex digits: the start of the SHA-256 of the 1280 px WebP */
  hash: string
  /** ThumbHash, base64 */
  placeholder: string
  files: { name: string; type: string; bytes: Uint8Array }[]
}

/** Greatest height of a stored picture, as a multiple of its width limit. */
const heightPerWidth = 2
const largest = Math.max(...pictureWidths)
const qualities = { webp: 78, avif: 55 }

/** Decodes a picture upright, in sRGB and without metadata, at most as wide as the largest width. Never enlarges. */
async function decode(sharp: Sharp, bytes: Uint8Array) {
  const { data, info } = await sharp(bytes, { limitInputPixels, failOn: 'warning' })
    .autoOrient()
    .resize({ width: largest, height: largest * heightPerWidth, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseUnreadable)
  // sharp's type does not say that a raw picture has one to four channels
  const raw = { width: info.width, height: info.height, channels: info.channels as 1 | 2 | 3 | 4 }
  return () => sharp(data, { raw })
}

async function placeholderOf(picture: ReturnType<Sharp>): Promise<string> {
  const { rgbaToThumbHash } = await import('thumbhash')
  const small = picture.resize({ width: 100, height: 100, fit: 'inside' }).ensureAlpha().raw()
  const { data, info } = await small.toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** Converts an upload to all sizes and formats. Throws `PictureRefused` unless it is an undamaged JPEG, PNG, WebP or AVIF of at most 40 megapixels. */
export async function convertPicture(bytes: Uint8Array, room = mostRoom): Promise<ConvertedPicture> {
  sniffPicture(bytes)
  const sharp = await loadSharp()
  await requireRoom(sharp, bytes, room)
  const picture = await decode(sharp, bytes)
  const files: ConvertedPicture['files'] = []
  for (const width of pictureWidths) {
    for (const format of pictureFormats) {
      const sized = picture().resize({ width, withoutEnlargement: true })
      const made = sized[format]({ quality: qualities[format], effort: 2 })
      files.push({ name: `${width}.${format}`, type: `image/${format}`, bytes: await made.toBuffer() })
    }
  }
  const original = files.find(({ name }) => name === `${largest}.webp`)
  if (!original) throw new Error('the largest WebP was not made')
  const hash = createHash('sha256').update(original.bytes).digest('hex').slice(0, 32)
  return { hash, placeholder: await placeholderOf(picture()), files }
}

/** Diameter of the circle that every mask leaves visible, as a part of the icon (W3C, Web Application Manifest). */
const safeZone = 0.8
/** Side of the square in that circle. */
const safeSquare = safeZone * Math.SQRT1_2
const white = { r: 255, g: 255, b: 255, alpha: 1 }
const clear = { r: 255, g: 255, b: 255, alpha: 0 }

/** A square PNG in which the logo fills a part of the side. */
async function icon(sharp: Sharp, bytes: Uint8Array, { side, part = 1, background = clear }: Icon): Promise<Buffer> {
  const inner = Math.round(side * part)
  const before = Math.floor((side - inner) / 2)
  const after = side - inner - before
  const logo = sharp(bytes, { limitInputPixels }).autoOrient().resize(inner, inner).toColourspace('srgb')
  const drawn = await logo.png().toBuffer()
  const placed = sharp(drawn).extend({ top: before, bottom: after, left: before, right: after, background })
  // a second pass, because sharp flattens before it adds the margins
  const whole = await placed.png().toBuffer()
  return background === white ? sharp(whole).flatten({ background }).png().toBuffer() : whole
}

interface Icon {
  side: number
  part?: number
  background?: typeof white
}

const icons: Record<string, Icon> = {
  [logoIcons.small]: { side: 192 },
  [logoIcons.large]: { side: 512 },
  [logoIcons.maskable]: { side: 512, part: safeSquare, background: white },
  // iOS rounds the corners and shows transparent parts in black
  [logoIcons.apple]: { side: 180, part: 0.86, background: white },
}

/** Converts a logo to all sizes of a picture and the app's icons. Throws `PictureRefused` unless it is a large, square picture. */
export async function convertLogo(bytes: Uint8Array, room = mostRoom): Promise<ConvertedPicture> {
  sniffPicture(bytes)
  const sharp = await loadSharp()
  const { width, height } = await sharp(bytes, { limitInputPixels }).metadata().catch(refuseUnreadable)
  if (width !== height) throw new PictureRefused('The logo must be as wide as it is high.', { rule: 'square' })
  const params = { limit: limits.logoPixels }
  if (width < params.limit)
    throw new PictureRefused(`The logo must be at least ${params.limit} pixels wide.`, { rule: 'pixels', params })
  // first, because it finds damage behind the header
  const picture = await convertPicture(bytes, room)
  const files = [...picture.files]
  for (const [name, shape] of Object.entries(icons))
    files.push({ name, type: 'image/png', bytes: await icon(sharp, bytes, shape) })
  return { ...picture, files }
}

/** Longest side of a thumbnail, px, and quality of its WebP. */
const thumb = { side: 320, quality: 70 }

/** The thumbnail of a picture at a path, without its metadata. Decodes all of it. */
export async function makeThumb(path: string, room = mostRoom): Promise<Uint8Array> {
  const [sharp, bytes] = await Promise.all([loadSharp(), readFile(path)])
  await requireRoom(sharp, bytes, room)
  return sharp(bytes, { limitInputPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: thumb.side, height: thumb.side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: thumb.quality, effort: 2 })
    .toBuffer()
    .catch(refuseUnreadable)
}

/** The card of a picture of this shop, as chats and search engines show it. */
export async function makeCard(picture: Uint8Array): Promise<Uint8Array> {
  const made = (await loadSharp())(picture).resize({ width: 1200, height: 630, fit: 'cover' })
  return made.flatten({ background: '#fff' }).jpeg({ quality: 80 }).toBuffer()
}

/** A picture of this shop for a PDF, which has no WebP. */
export const makePng = async (picture: Uint8Array): Promise<Uint8Array> => (await loadSharp())(picture).png().toBuffer()
