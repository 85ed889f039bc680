import type { default as SharpModule } from 'sharp'
import type { BrokenRule } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'

export type Sharp = typeof SharpModule

let loaded: Promise<Sharp> | undefined

/**
 * Loads sharp at first use, because it costs start-up time and memory that a shop without uploads does not need. Blocks all
 * loaders but four: others, such as SVG with its references, are an attack surface.
 */
export function loadSharp(): Promise<Sharp> {
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

/** To decode a picture takes more room than there is here; there may be more elsewhere. */
export class PictureExceeds extends Error {
  override name = 'PictureExceeds'
}

/** Why sharp could not decode a picture. */
export function refuseUnreadable(cause: unknown): PictureRefused {
  if (!(cause instanceof Error && /pixel limit/i.test(cause.message)))
    return new PictureRefused('The picture is damaged or cannot be read.', { rule: 'readablePicture', cause })
  return refusePixels(limits.picturePixels, cause)
}

/** Refuses a picture of more pixels than these. */
function refusePixels(most: number, cause?: unknown): PictureRefused {
  const params = { limit: Math.floor(most / 1_000_000) }
  return new PictureRefused('The picture has too many pixels.', { rule: 'megapixels', params, cause })
}

const onlyThese = 'Only JPEG, PNG, WebP and AVIF pictures are accepted.'

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
  throw new PictureRefused(onlyThese)
}

/** What a process that decodes pictures may take. */
export interface Room {
  /** bytes in all */
  memory: number
  /** bytes of a decoder, by a picture's header */
  decoder: number
  /** milliseconds of a processor, for a thumbnail */
  time: number
  isLarge: boolean
}

/**
 * Both together and the server stay below the 1 GB of the systemd unit. What exceeds the small room is decoded in the large one.
 */
export const rooms = {
  small: { memory: 190_000_000, decoder: 80_000_000, time: 3000, isLarge: false },
  large: { memory: 430_000_000, decoder: 330_000_000, time: 10_000, isLarge: true },
} satisfies Record<string, Room>

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

interface Header {
  format?: string
  channels?: number
  depth?: string
  isProgressive?: boolean
}

/** Bytes that a decoder takes for a pixel (measured): AVIF is held in several forms, an interlaced or progressive picture as a whole. */
function bytesPerPixel({ format, channels = 4, depth, isProgressive }: Header): number {
  const sample = depth === 'uchar' ? 1 : 2
  if (format === 'heif') return 12 + 7 * sample
  if (format === 'jpeg') return isProgressive ? channels * 2 : 0
  return channels * sample * (format === 'png' && !isProgressive ? 0.4 : 1.25)
}

/**
 * Looks at the header before anything is decoded. Throws `PictureRefused` for too many pixels or scans, and for what no room can decode;
 * `PictureExceeds` for what needs a larger room than this.
 */
export async function requireRoom(sharp: Sharp, bytes: Uint8Array, room: Room | undefined): Promise<void> {
  const header = await sharp(bytes, { limitInputPixels: limits.picturePixels })
    .metadata()
    .catch((cause: unknown) => {
      throw refuseUnreadable(cause)
    })
  if (header.format === 'jpeg' && hasManyScans(bytes)) throw new PictureRefused('The picture has too many scans.')
  const perPixel = bytesPerPixel(header)
  if (!room || header.width * header.height * perPixel <= room.decoder) return
  throw room.isLarge ? refusePixels(room.decoder / perPixel) : new PictureExceeds()
}
