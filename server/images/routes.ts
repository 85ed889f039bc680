import type { FastifyInstance } from 'fastify'
import { cardFile } from '../../contract/picture.ts'
import type { ByteStore } from '../platform/bytes/byte-store.ts'
import { readCard } from './card.ts'
import { parsePictureKey, pictureType } from './key.ts'

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
