import type { BrokenRule } from '../../contract/field-rules.ts'
import { limits } from '../../contract/limits.ts'

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
export function refusePixels(most: number, cause?: unknown): PictureRefused {
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
