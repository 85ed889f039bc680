import { limits } from '../../../../contract/limits.ts'

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
}
/** The most pictures of an archive, and their bytes in total. */
const archiveLimits = { files: 5000, bytes: 500 * 1024 * 1024 } as const

/** The key of a picture: its file name without folders, in lower case. */
export function pictureName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').trim().toLowerCase()
}

function typeOf(path: string): string | undefined {
  return types[pictureName(path).split('.').at(-1) ?? '']
}

async function unpack(archive: File): Promise<File[]> {
  const { unzipSync } = await import('fflate')
  let filesLeft: number = archiveLimits.files
  let bytesLeft: number = archiveLimits.bytes
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()), {
    filter({ name, originalSize }) {
      // macOS adds a metadata file for each file
      if (!typeOf(name) || name.startsWith('__MACOSX/') || originalSize > limits.uploadBytes) return false
      filesLeft -= 1
      bytesLeft -= originalSize
      return filesLeft >= 0 && bytesLeft >= 0
    },
  })
  return Object.entries(files).map(
    ([path, data]) => new File([Uint8Array.from(data)], pictureName(path), { type: typeOf(path) ?? '' }),
  )
}

/**
 * The pictures among the files and in ZIP archives, by `pictureName`. Other files are ignored. `unreadable`: the names
 * of archives that cannot be opened.
 */
export async function readPictures(
  files: readonly File[],
): Promise<{ pictures: Map<string, File>; unreadable: string[] }> {
  const pictures = new Map<string, File>()
  const unreadable: string[] = []
  for (const file of files) {
    if (!/\.zip$/i.test(file.name)) {
      if (typeOf(file.name)) pictures.set(pictureName(file.name), file)
      continue
    }
    try {
      for (const picture of await unpack(file)) pictures.set(picture.name, picture)
    } catch {
      unreadable.push(file.name)
    }
  }
  return { pictures, unreadable }
}
