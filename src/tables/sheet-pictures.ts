import { unzipSync } from 'fflate'
import { limits } from '../../contract/limits.ts'
import { type ChosenPictures, type LeftOut, type LeftOutReason, pictureName } from './picture-names.ts'

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
}
/** The most pictures of an archive, and their bytes in total. */
const archiveLimits = { files: 5000, bytes: 500 * 1024 * 1024 } as const

function typeOf(path: string): string | undefined {
  return types[pictureName(path).split('.').at(-1) ?? '']
}

/** macOS adds a metadata file for each file, and folders are entries of their own. */
const isMetadata = (path: string) => path.startsWith('__MACOSX/') || path.endsWith('/') || pictureName(path)[0] === '.'

function refuse(path: string, size: number): LeftOutReason | undefined {
  if (!typeOf(path)) return 'format'
  return size > limits.uploadBytes ? 'too-large' : undefined
}

async function unpack(archive: File): Promise<{ files: File[]; leftOut: LeftOut[] }> {
  if (archive.size > archiveLimits.bytes) return { files: [], leftOut: [{ name: archive.name, reason: 'too-large' }] }
  let filesLeft: number = archiveLimits.files
  let bytesLeft: number = archiveLimits.bytes
  const leftOut: LeftOut[] = []
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()), {
    filter({ name, originalSize }) {
      if (isMetadata(name)) return false
      filesLeft -= 1
      bytesLeft -= originalSize
      const reason = refuse(name, originalSize) ?? (filesLeft < 0 || bytesLeft < 0 ? 'too-many' : undefined)
      if (reason) leftOut.push({ name: pictureName(name), reason })
      return reason === undefined
    },
  })
  return {
    files: Object.entries(files).map(
      ([path, data]) => new File([Uint8Array.from(data)], pictureName(path), { type: typeOf(path) ?? '' }),
    ),
    leftOut,
  }
}

/** The pictures among the files and in ZIP archives, and which files are not used. Runs in the spreadsheet worker. */
export async function readPictures(files: readonly File[]): Promise<ChosenPictures> {
  const pictures = new Map<string, File>()
  const leftOut: LeftOut[] = []
  for (const file of files) {
    if (!/\.zip$/i.test(file.name)) {
      const reason = refuse(file.name, file.size)
      if (reason) leftOut.push({ name: file.name, reason })
      else pictures.set(pictureName(file.name), file)
      continue
    }
    try {
      const unpacked = await unpack(file)
      for (const picture of unpacked.files) pictures.set(picture.name, picture)
      leftOut.push(...unpacked.leftOut)
    } catch {
      leftOut.push({ name: file.name, reason: 'archive' })
    }
  }
  return { pictures, leftOut }
}
