import { limits } from '../../contract/limits.ts'
import type { Sharp } from './sharp.ts'
import { PictureExceeds, PictureRefused, refusePixels, refuseUnreadable } from './sniff.ts'

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
