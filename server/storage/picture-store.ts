import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { cardFile, certificateFile, pictureFormats, pictureWidths } from '../../contract/picture.ts'
import { logoIcons } from '../../contract/shop.ts'
import { day } from '../db/database.ts'
import { refuse } from '../http/refusal.ts'
import type { ByteStore } from './byte-store.ts'
import { decode } from './decoder.ts'
import { type BytesSettings, openBytes } from './open-bytes.ts'

const sizes = pictureWidths.flatMap((width) => pictureFormats.map((format) => `${width}.${format}`))
const files = [...sizes, ...Object.values(logoIcons), cardFile, certificateFile]
const hashShape = /^[0-9a-f]{16,64}$/

/** Parses `{hash}/{width}.{format}`, `{hash}/{icon}` or `{hash}/card.jpg`; undefined for anything else, so that no key can leave its folder. */
export function parsePictureKey(key: string): { hash: string; file: string } | undefined {
  const [hash = '', file = '', ...rest] = key.split('/')
  return rest.length === 0 && hashShape.test(hash) && files.includes(file) ? { hash, file } : undefined
}

export const pictureType = (file: string): string =>
  file === certificateFile ? 'application/pdf' : `image/${extname(file).slice(1).replace('jpg', 'jpeg')}`

/** Stores a certificate as it is; answers its address. Refuses with `bad-file` what is no PDF. */
export async function storeCertificate(store: Pick<ByteStore, 'put'>, bytes: Buffer): Promise<string> {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-')
    throw refuse('bad-file', { errors: [{ path: 'file', rule: 'fileType' }] })
  const key = `${createHash('sha256').update(bytes).digest('hex')}/${certificateFile}`
  await store.put(key, bytes, pictureType(certificateFile))
  return `/images/${key}`
}

/** Where pictures and certificates are stored: `{hash}/{width}.{format}`, `{hash}/{icon}` or `{hash}/certificate.pdf`. The content of a key never changes. */
export function openPictureStore(settings: BytesSettings): ByteStore {
  const isKey = (key: string) => parsePictureKey(key) !== undefined
  const places = { folder: 'pictures', incoming: 'pictures/.incoming', below: '' }
  return openBytes(settings, { ...places, isKey, what: "a picture's key" })
}

const shippedFolder = fileURLToPath(new URL('../demo/pictures', import.meta.url))

/** Adds the demonstration's pictures, from the program's folder, to a store; they are never copied, listed, deleted or in a backup. */
export function withShippedPictures(store: ByteStore, folder = shippedFolder): ByteStore {
  /** names of folders by hash */
  const readFolders = async () => {
    const index: unknown = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'))
    // tests/unit/server/demo/demo-catalogue.test.ts checks its shape
    const entries = Object.entries(index as Record<string, { hash: string }>)
    return new Map(entries.map(([slug, { hash }]) => [hash, slug]))
  }
  let folders: ReturnType<typeof readFolders> | undefined
  return {
    ...store,
    async get(key) {
      const parts = parsePictureKey(key)
      if (!parts) return undefined
      folders ??= readFolders()
      const slug = (await folders).get(parts.hash)
      // cards are made when asked for, and not shipped
      return slug === undefined || parts.file === cardFile ? store.get(key) : readFile(join(folder, slug, parts.file))
    },
  }
}

interface Sweep {
  store: ByteStore
  isReferenced: (hash: string) => boolean | Promise<boolean>
  now: number
}

/** Deletes unreferenced pictures older than a day, as younger ones may be in an upload, and returns their number. Checks each again before. */
export async function sweepPictures({ store, isReferenced, now }: Sweep): Promise<number> {
  const before = new Date(now - day)
  const found = new Map<string, string[]>()
  const young = new Set<string>()
  for await (const { key, modified } of store.list()) {
    const hash = key.slice(0, key.indexOf('/'))
    found.set(hash, [...(found.get(hash) ?? []), key])
    if (modified >= before) young.add(hash)
  }
  let swept = 0
  pictures: for (const [hash, keys] of found) {
    if (young.has(hash)) continue
    for (const key of keys) if ((await isReferenced(hash)) || !(await store.deleteOlder(key, before))) continue pictures
    swept++
  }
  return swept
}

const making = new Map<string, Promise<Uint8Array | undefined>>()

/** The card of a stored picture, made when first asked for, each once. */
async function readCard(store: Pick<ByteStore, 'get' | 'put'>, hash: string): Promise<Uint8Array | undefined> {
  const key = `${hash}/${cardFile}`
  const stored = await store.get(key)
  if (stored) return stored
  const make = async () => {
    const picture = await store.get(`${hash}/1280.webp`)
    const bytes = picture && (await decode('cards', { kind: 'card', bytes: picture }))
    // without room it is made again next time
    if (bytes) await store.put(key, bytes, 'image/jpeg').catch(() => undefined)
    return bytes
  }
  const turn = making.get(hash) ?? make().finally(() => making.delete(hash))
  making.set(hash, turn)
  return turn
}

/** `GET /images/:hash/:file`: by content hash, cached for ever; pictures are sandboxed in case one is opened as a page, and PDFs are saved. */
export function pictureRoutes(app: FastifyInstance, { pictures }: { pictures: Pick<ByteStore, 'get' | 'put'> }): void {
  type Route = { Params: { hash: string; file: string } }
  app.get<Route>('/images/:hash/:file', { exposeHeadRoute: true }, async ({ params, headers }, reply) => {
    const key = `${params.hash}/${params.file}`
    const parts = parsePictureKey(key)
    const etag = `"${key.replace('/', '-')}"`
    reply.headers({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" })
    const kept = { etag, 'cache-control': 'public, max-age=31536000, immutable' }
    if (parts && headers['if-none-match'] === etag) return reply.code(304).headers(kept).send()
    const bytes = await (parts?.file === cardFile ? readCard(pictures, parts.hash) : parts && pictures.get(key))
    if (!parts || !bytes) return reply.callNotFound()
    reply.headers({ ...kept, 'cross-origin-resource-policy': 'cross-origin' }).type(pictureType(parts.file))
    if (parts.file === certificateFile) reply.header('content-disposition', `attachment; filename="${certificateFile}"`)
    return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  })
}
