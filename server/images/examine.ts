import { open, readFile } from 'node:fs/promises'
import { type FileType, fileTypes } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { decode } from './decoder.ts'
import { type Room, requireRoom } from './room.ts'
import { loadSharp } from './sharp.ts'
import { PictureRefused, refuseUnreadable, sniffPicture } from './sniff.ts'

/** Longest side of a thumbnail, px, and quality of its WebP. */
const thumb = { side: 320, quality: 70 }

/** The type of a file by its first bytes; undefined for all types that a thread does not take. */
function sniffFile(head: Buffer): FileType | undefined {
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'application/pdf'
  if (head.toString('latin1', 4, 8) === 'ftyp' && /^(hei[cxms]|mif1|msf1)/.test(head.toString('latin1', 8, 12)))
    return 'image/heic'
  try {
    return fileTypes.find((type) => type === `image/${sniffPicture(head)}`)
  } catch {
    return undefined
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The thumbnail of a picture at a path, without its metadata. Decodes all of it. */
export async function makeThumb(path: string, room: Room): Promise<Uint8Array> {
  const [sharp, bytes] = await Promise.all([loadSharp(), readFile(path)])
  await requireRoom(sharp, bytes, room)
  try {
    return await sharp(bytes, { limitInputPixels: limits.picturePixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: thumb.side, height: thumb.side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: thumb.quality, effort: 2 })
      .toBuffer()
  } catch (cause) {
    throw refuseUnreadable(cause)
  }
}

/**
 * Looks whether the content of somebody's file is of the type that they have said; returns a picture's thumbnail. HEIC that cannot be decoded
 * has none. Throws `PictureRefused` with the broken rule.
 */
export async function examineFile(path: string, type: FileType, who: string): Promise<Uint8Array | undefined> {
  if (sniffFile(await headOf(path)) !== type)
    throw new PictureRefused('The content of the file is not of the announced type.', { rule: 'fileType' })
  if (type === 'application/pdf') return undefined
  try {
    return await decode(who, { kind: 'thumb', path })
  } catch (error) {
    if (type === 'image/heic' && error instanceof PictureRefused) return undefined
    throw error
  }
}
