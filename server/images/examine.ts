import { open } from 'node:fs/promises'
import { type FileType, fileTypes } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
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

async function makeThumb(path: string): Promise<Uint8Array> {
  const sharp = await loadSharp()
  try {
    return await sharp(path, { limitInputPixels: limits.picturePixels, failOn: 'error' })
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
 * Looks whether the content of a file is of the type that its author has said; returns a picture's thumbnail, without its metadata. Throws
 * `PictureRefused` with the broken rule. Decodes the whole picture: let one wait for the other.
 */
export async function examineFile(path: string, type: FileType): Promise<Uint8Array | undefined> {
  if (sniffFile(await headOf(path)) !== type)
    throw new PictureRefused('The content of the file is not of the announced type.', { rule: 'fileType' })
  return type === 'application/pdf' ? undefined : makeThumb(path)
}
