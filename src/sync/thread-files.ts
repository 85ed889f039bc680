import { v7 } from 'uuid'
import { type EventFile, type FileType, fileName, fileTypes } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { isShops } from '../api/exchange.ts'
import { type ReadyFile, saveOpened } from '../db/files.ts'
import { getSession } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'
import { filesAddress } from './send-files.ts'

export interface FilePlace {
  userId: string
  order: string
}

type Files = Pick<Deps, 'db' | 'api'>

async function fetchBytes({ db, api }: Files, { userId }: FilePlace, path: string): Promise<Blob | undefined> {
  const session = await getSession(db)
  if (session?.userId !== userId) return undefined
  const authorization = `Bearer ${session.token}`
  const answer = await fetch(filesAddress(api) + path, { headers: { authorization } }).catch(() => undefined)
  return answer?.ok && isShops(answer.headers) ? answer.blob().catch(() => undefined) : undefined
}

/** A file's bytes: saved on this device, else from the server, and then saved. Undefined without a connection. */
export const openFile = (deps: Files, place: FilePlace, file: EventFile) =>
  openPart(deps, place, { file, part: 'blob' })

/** A picture's thumbnail: of what this device sends the picture itself. */
export const openThumb = async (deps: Files, place: FilePlace, file: EventFile) =>
  file.type === 'application/pdf' ? undefined : openPart(deps, place, { file, part: 'thumb' })

async function openPart(
  deps: Files,
  place: FilePlace,
  { file, part }: { file: EventFile; part: 'blob' | 'thumb' },
): Promise<Blob | undefined> {
  const saved = await deps.db.files.get([place.userId, file._id]).catch(() => undefined)
  const found = saved?.[part] ?? saved?.blob
  if (found || !file.here) return found
  const bytes = await fetchBytes(deps, place, `${file._id}/${part === 'thumb' ? '?thumb' : ''}`)
  if (bytes) await saveOpened(deps.db, place, { ...file, [part]: bytes })
  return bytes
}

/** Longest side of a picture that is sent, px, unless its author wants the original; and quality of its JPEG. */
const picture = { side: 2048, quality: 0.85 }

/** Why a file cannot be sent. */
export class UnfitFile extends Error {
  override name = 'UnfitFile'
  readonly reason: 'type' | 'size' | 'empty' | 'unreadable'
  constructor(reason: UnfitFile['reason'], cause?: unknown) {
    super(`The file cannot be sent: ${reason}`, { cause })
    this.reason = reason
  }
}

const endings: Record<string, FileType> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heic',
  pdf: 'application/pdf',
}

/** The type as the browser or the name says; some browsers do not know HEIC. */
function typeOf({ type, name }: File): FileType | undefined {
  const said = type === 'image/heif' ? 'image/heic' : type
  return fileTypes.find((each) => each === said) ?? endings[name.split('.').at(-1)?.toLowerCase() ?? '']
}

/** A picture upright, without its metadata, at most `picture.side` px long, as JPEG on white. */
async function shrink(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new UnfitFile('unreadable', cause)
  })
  const scale = Math.min(1, picture.side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new UnfitFile('unreadable')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', picture.quality))
  if (!made) throw new UnfitFile('unreadable')
  return made
}

/** A name that the shop takes: on one line, the end of a long one without half a character. */
const nameOf = (name: string) =>
  fileName(name)
    .slice(-limits.fileNameLength + 4)
    .replace(/^[\uDC00-\uDFFF]/, '')
    .trim()

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A file as it will be sent. Pictures are made smaller unless the `original` is wanted. Throws `UnfitFile`. */
export async function readyFile(file: File, { original }: { original: boolean }): Promise<ReadyFile> {
  const type = typeOf(file)
  if (!type) throw new UnfitFile('type')
  if (file.size === 0) throw new UnfitFile('empty')
  const isShrunk = type !== 'application/pdf' && !original
  const blob = isShrunk ? await shrink(file) : file
  if (blob.size > limits.fileBytes) throw new UnfitFile('size')
  const bytes = await blob.arrayBuffer()
  const name = nameOf(isShrunk ? file.name.replace(/\.[^.]*$/, '') : file.name)
  return {
    _id: v7(),
    name: isShrunk ? `${name}.jpg` : name,
    type: isShrunk ? 'image/jpeg' : type,
    bytes: bytes.byteLength,
    sha256: await hashOf(bytes),
    // of its own bytes: the file itself may be gone when it is sent
    blob: new Blob([bytes], { type: isShrunk ? 'image/jpeg' : type }),
  }
}
