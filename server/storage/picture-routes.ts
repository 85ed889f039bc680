import type { FastifyInstance } from 'fastify'
import { cardFile } from '../../contract/picture.ts'
import type { ByteStore } from './byte-store.ts'
import { decode } from './decoder.ts'
import { parsePictureKey, pictureType } from './picture-store.ts'

type Pictures = Pick<ByteStore, 'get' | 'put'>

async function storeCard(store: Pictures, hash: string): Promise<Uint8Array | undefined> {
  const picture = await store.get(`${hash}/1280.webp`)
  if (!picture) return undefined
  const bytes = await decode('cards', { kind: 'card', bytes: picture })
  // without room it is made again next time
  await store.put(`${hash}/${cardFile}`, bytes, 'image/jpeg').catch(() => undefined)
  return bytes
}

const making = new Map<string, Promise<Uint8Array | undefined>>()

/** The card of a stored picture, made when first asked for, each once. */
async function readCard(store: Pictures, hash: string): Promise<Uint8Array | undefined> {
  const made = await store.get(`${hash}/${cardFile}`)
  if (made) return made
  const other = making.get(hash)
  if (other) return other
  const turn = storeCard(store, hash).finally(() => making.delete(hash))
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

const immutable = 'public, max-age=31536000, immutable'
