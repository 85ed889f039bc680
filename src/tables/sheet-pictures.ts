import { unzipSync } from 'fflate'
import { limits } from '../../contract/limits.ts'

/** Why a chosen file is not used: `format`, no picture that browsers show; `archive`, one that cannot be opened. */
export type LeftOutReason = 'format' | 'too-large' | 'too-many' | 'archive'

export interface LeftOut {
  name: string
  reason: LeftOutReason
}

export interface ChosenPictures {
  pictures: Map<string, File>
  leftOut: LeftOut[]
}

/** The pictures of a cell, as web shops list them: at most as many as a product may have. */
export const picturesIn = (cell: string): string[] =>
  cell.split(/\s*[,;|]\s*(?=\S+\.\w{3,4}\b)/).slice(0, limits.pictures)

/** The key of a picture: its file name without folders, in lower case. */
export function pictureName(path: string): string {
  const name = /[^\\/]*$/.exec(path.replace(/[?#].*$/, ''))?.[0] ?? ''
  return name.trim().toLowerCase()
}

/** The pictures that rows name and were not chosen, and the chosen ones that no row names. What the server has is neither. */
export function comparePictures(
  rows: readonly { picture: string }[],
  chosen: ChosenPictures['pictures'],
): { missing: string[]; addresses: string[]; unused: string[] } {
  const named = rows
    .flatMap(({ picture }) => picturesIn(picture))
    .filter((picture) => picture !== '' && !picture.startsWith('/images/'))
  const names = new Set(named.map(pictureName))
  const left = [...new Set(named)].filter((picture) => !chosen.has(pictureName(picture)))
  const isAddress = (picture: string) => /^(\/|\w+:\/\/|www\.)/.test(picture)
  return {
    missing: [...new Set(left.filter((picture) => !isAddress(picture)).map(pictureName))],
    addresses: left.filter(isAddress),
    unused: [...chosen.keys()].filter((name) => !names.has(name)),
  }
}

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
}
const archiveLimits = { files: 5000, bytes: 500 * 1024 * 1024 } as const

const typeOf = (path: string): string | undefined => types[pictureName(path).split('.').at(-1) ?? '']

/** macOS adds a metadata file for each file, and folders are entries of their own. */
const isMetadata = (path: string) => path.startsWith('__MACOSX/') || path.endsWith('/') || pictureName(path)[0] === '.'

function refuse(path: string, size: number): LeftOutReason | undefined {
  if (!typeOf(path)) return 'format'
  return size > limits.uploadBytes ? 'too-large' : undefined
}

interface Found {
  files: File[]
  leftOut: LeftOut[]
}

async function unpack(archive: File): Promise<Found> {
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

async function readFile(file: File): Promise<Found> {
  const without = (reason: LeftOutReason): Found => ({ files: [], leftOut: [{ name: file.name, reason }] })
  if (/\.zip$/i.test(file.name)) return unpack(file).catch(() => without('archive'))
  const reason = refuse(file.name, file.size)
  return reason ? without(reason) : { files: [file], leftOut: [] }
}

/** The pictures among the files and in ZIP archives, and which files are not used. Runs in the spreadsheet worker. */
export async function readPictures(files: readonly File[]): Promise<ChosenPictures> {
  const chosen: ChosenPictures = { pictures: new Map(), leftOut: [] }
  for (const file of files) {
    const found = await readFile(file)
    for (const picture of found.files) chosen.pictures.set(pictureName(picture.name), picture)
    chosen.leftOut.push(...found.leftOut)
  }
  return chosen
}
