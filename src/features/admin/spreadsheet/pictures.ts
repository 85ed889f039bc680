import { limits } from '../../../../contract/limits.ts'

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
}
/** Pictures that an archive may have, and bytes of all together. */
const archiveLimits = { files: 5000, bytes: 500 * 1024 * 1024 } as const

/** The name that a picture is found by: without folders, in lower case. */
export function pictureName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').trim().toLowerCase()
}

function typeOf(path: string): string | undefined {
  return types[pictureName(path).split('.').at(-1) ?? '']
}

async function unpack(archive: File): Promise<File[]> {
  const { unzipSync } = await import('fflate')
  let left: number = archiveLimits.files
  let room: number = archiveLimits.bytes
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()), {
    filter({ name, originalSize }) {
      // macOS adds a shadow of each file
      if (!typeOf(name) || name.startsWith('__MACOSX/') || originalSize > limits.uploadBytes) return false
      left--
      room -= originalSize
      return left >= 0 && room >= 0
    },
  })
  return Object.entries(files).map(
    ([path, data]) => new File([Uint8Array.from(data)], pictureName(path), { type: typeOf(path) ?? '' }),
  )
}

/**
 * The pictures among the chosen files and in chosen ZIP archives, by `pictureName`. What is no picture is left out.
 * `unreadable` names archives that cannot be opened.
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
