import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CatalogueVersion } from '../db/catalogue-version.ts'
import { addVary, chooseEncoding, compressFrom, type Encoding, encode } from './encoding.ts'

const cacheBytes = 16 * 1024 * 1024
const longestKey = 600

interface Answer {
  /** of the catalogue when the answer was made */
  version: number
  hash: string
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

type Next = (error?: Error) => void

/** The part of the ETag that all encodings of an answer share. */
export function answerHash(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27)
}

/** Whether an If-Match or If-None-Match header names this answer, in any encoding. */
export function namesAnswer(header: string, hash: string): boolean {
  if (header.trim() === '*') return true
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.some((tag) => tag.slice(1, 1 + hash.length) === hash)
}

/** The encoding for this client. Small answers are not compressed. */
function encodingFor({ headers }: FastifyRequest, { bodies }: Answer): Encoding {
  return bodies.identity.length < compressFrom ? 'identity' : chooseEncoding(headers['accept-encoding'])
}

/** Each encoding has its own strong ETag. They share the hash, so that any of them revalidates all. */
function sendBody(request: FastifyRequest, reply: FastifyReply, { hash, bodies }: Answer, encoding: Encoding) {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  addVary(reply.header('cache-control', 'no-cache').header('etag', etag), 'Accept-Encoding')
  const header = request.headers['if-none-match']
  if (header !== undefined && namesAnswer(header, hash)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', 'application/json; charset=utf-8').send(bodies[encoding])
}

/** Caches encoded catalogue answers until the catalogue changes. A hit needs no validation, query or serialisation. */
export function createAnswerCache(version: CatalogueVersion) {
  const answers = new LRUCache<string, Answer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bodies }) => Object.values(bodies).reduce((sum, body) => sum + body.length + 800, 0),
  })

  async function encodeAndSend(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
    const { cacheKey } = request
    const encoding = encodingFor(request, answer)
    answer.bodies[encoding] ??= await encode(answer.bodies.identity, encoding)
    // set again, because its size has grown
    if (cacheKey.length <= longestKey) answers.set(cacheKey, answer)
    return sendBody(request, reply, answer, encoding)
  }

  /** The cache of one call. Its key has only those query parameters that the call reads. */
  function forCall(name: string, queryNames: readonly string[]) {
    const keyOf = (request: FastifyRequest) =>
      JSON.stringify([name, request.params, queryNames.map((each) => Reflect.get(Object(request.query), each))])

    return {
      /** Answers from the cache, or calls `next` on a miss. */
      hit(request: FastifyRequest, reply: FastifyReply, next: Next): void {
        request.cacheKey = keyOf(request)
        const look = (current: number) => {
          request.catalogueVersion = current
          const answer = answers.get(request.cacheKey)
          if (answer?.version !== current) return next()
          const encoding = encodingFor(request, answer)
          if (answer.bodies[encoding]) sendBody(request, reply, answer, encoding)
          else encodeAndSend(request, reply, answer).catch(next)
        }
        const cached = version.cached()
        if (cached !== undefined) look(cached)
        else version.read().then(look).catch(next)
      },
      /** Caches a new answer under the version that was read before it was made, and sends it. */
      put(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
        const identity = Buffer.from(text)
        const answer = { version: request.catalogueVersion, hash: answerHash(identity), bodies: { identity } }
        return encodeAndSend(request, reply, answer)
      },
    }
  }

  return { forCall }
}

export type AnswerCache = ReturnType<typeof createAnswerCache>
