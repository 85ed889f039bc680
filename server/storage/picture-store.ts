import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { cardFile, pictureFormats, pictureWidths } from '../../contract/picture.ts'
import { logoIcons } from '../../contract/shop.ts'
import { day } from '../clock.ts'
import type { ByteStore } from './byte-store.ts'
import { decode } from './decoder.ts'
import { type BytesSettings, openBytes } from './open-bytes.ts'

const sizes = pictureWidths.flatMap((width) => pictureFormats.map((format) => `${width}.${format}`))
const files = [...sizes, ...Object.values(logoIcons), cardFile]
const hashShape = /^[0-9a-f]{16,64}$/

/** Parses `{hash}/{width}.{format}`, `{hash}/{icon}` or `{hash}/card.jpg`; undefined for anything else, so that no key can leave its folder. */
export function parsePictureKey(key: string): { hash: string; file: string } | undefined {
  const [hash = '', file = '', ...rest] = key.split('/')
  return rest.length === 0 && hashShape.test(hash) && files.includes(file) ? { hash, file } : undefined
}

const types: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}

/** The content type of a picture's file or key. */
export const pictureType = (file: string): string => types[file.slice(-4)] ?? 'application/octet-stream'

/** Where pictures are stored: `{hash}/{width}.{format}` or `{hash}/{icon}`. The content of a key never changes. */
export function openPictureStore(settings: BytesSettings): ByteStore {
  const isKey = (key: string) => parsePictureKey(key) !== undefined
  const places = { folder: 'pictures', incoming: 'pictures/.incoming', below: '' }
  return openBytes(settings, { ...places, isKey, what: "a picture's key" })
}

const shippedFolder = fileURLToPath(new URL('../demo/pictures', import.meta.url))

/** Folder names by hash, from the pictures' `index.json`: `{ slug: { hash, placeholder } }`. */
async function readShippedFolders(folder: string): Promise<Map<string, string>> {
  const index: unknown = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'))
  // tests/unit/server/demo/demo-catalogue.test.ts checks its shape
  const entries = Object.entries(index as Record<string, { hash: string }>)
  return new Map(entries.map(([slug, { hash }]) => [hash, slug]))
}

/**
 * Adds the demonstration catalogue's pictures, read from the program's folder, to a store. They are never copied, listed or
 * deleted, so that an empty data folder has them at once and backups do not contain them.
 */
export function withShippedPictures(store: ByteStore, folder = shippedFolder): ByteStore {
  let folders: Promise<Map<string, string>> | undefined
  return {
    ...store,
    async get(key) {
      const parts = parsePictureKey(key)
      if (!parts) return undefined
      folders ??= readShippedFolders(folder)
      const slug = (await folders).get(parts.hash)
      // cards are made when asked for, and not shipped
      return slug === undefined || parts.file === cardFile ? store.get(key) : readFile(join(folder, slug, parts.file))
    },
  }
}

/** The keys of all pictures whose files are all older than `before`, by hash. */
async function oldPictures(store: ByteStore, before: Date): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const young = new Set<string>()
  for await (const { key, modified } of store.list()) {
    const hash = key.slice(0, key.indexOf('/'))
    found.set(hash, [...(found.get(hash) ?? []), key])
    if (modified >= before) young.add(hash)
  }
  for (const hash of young) found.delete(hash)
  return found
}

/**
 * Deletes unreferenced pictures and returns their number: those younger than a day may belong to an upload whose row is not written yet, and
 * the list may be stale, so both are checked again before each deletion.
 */
export async function sweepPictures(options: {
  store: ByteStore
  isReferenced: (hash: string) => boolean | Promise<boolean>
  now: number
}): Promise<number> {
  const { store, isReferenced, now } = options
  const before = new Date(now - day)

  async function isSwept(hash: string, keys: readonly string[]): Promise<boolean> {
    for (const key of keys) {
      if ((await isReferenced(hash)) || !(await store.deleteOlder(key, before))) return false
    }
    return true
  }

  let swept = 0
  for (const [hash, keys] of await oldPictures(store, before)) if (await isSwept(hash, keys)) swept++
  return swept
}

const immutable = 'public, max-age=31536000, immutable'

type Pictures = Pick<ByteStore, 'get' | 'put'>

const making = new Map<string, Promise<Uint8Array | undefined>>()

async function makeCard(store: Pictures, hash: string): Promise<Uint8Array | undefined> {
  const picture = await store.get(`${hash}/1280.webp`)
  if (!picture) return undefined
  const bytes = await decode('cards', { kind: 'card', bytes: picture })
  // without room it is made again next time
  await store.put(`${hash}/${cardFile}`, bytes, 'image/jpeg').catch(() => undefined)
  return bytes
}

/** The card of a stored picture, made when first asked for, each once. */
async function readCard(store: Pictures, hash: string): Promise<Uint8Array | undefined> {
  const made = await store.get(`${hash}/${cardFile}`)
  if (made) return made
  const turn = making.get(hash) ?? makeCard(store, hash).finally(() => making.delete(hash))
  making.set(hash, turn)
  return turn
}

/** `GET /images/:hash/:file`: pictures by content hash, cached for ever, sandboxed in case one is opened as a page. */
export function pictureRoutes(app: FastifyInstance, deps: { pictures: Pick<ByteStore, 'get' | 'put'> }): void {
  app.get<{ Params: { hash: string; file: string } }>(
    '/images/:hash/:file',
    { exposeHeadRoute: true },
    async (request, reply) => {
      const key = `${request.params.hash}/${request.params.file}`
      const parts = parsePictureKey(key)
      const etag = `"${key.replace('/', '-')}"`
      reply.header('x-content-type-options', 'nosniff').header('content-security-policy', "default-src 'none'; sandbox")
      if (parts && request.headers['if-none-match'] === etag) {
        return reply.code(304).header('etag', etag).header('cache-control', immutable).send()
      }
      const bytes = await (parts?.file === cardFile
        ? readCard(deps.pictures, parts.hash)
        : parts && deps.pictures.get(key))
      if (!parts || !bytes) return reply.callNotFound()
      return reply
        .header('etag', etag)
        .header('cache-control', immutable)
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(pictureType(parts.file))
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  )
}
