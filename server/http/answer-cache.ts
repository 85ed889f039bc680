import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CatalogueVersion } from '../db/catalogue-version.ts'
import { addVary, chooseEncoding, compressFrom, type Encoding, encode } from './encoding.ts'

const cacheBytes = 16 * 1024 * 1024
const longestKey = 600

interface Answer {
  /** the catalogue's version that it was made of */
  version: number
  hash: string
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

type Next = (error?: Error) => void

/** What the tags of an answer's encodings have in common. */
export function answerHash(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27)
}

/** Whether one of a header's tags is that of this very answer, in whatever encoding. */
export function namesAnswer(header: string, hash: string): boolean {
  if (header.trim() === '*') return true
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.some((tag) => tag.slice(1, 1 + hash.length) === hash)
}

/** The encoding in which this client gets an answer; what is small is never encoded. */
function encodingFor({ headers }: FastifyRequest, { bodies }: Answer): Encoding {
  return bodies.identity.length < compressFrom ? 'identity' : chooseEncoding(headers['accept-encoding'])
}

/** Every encoding has a strong ETag of its own; they share the hash, and any of them revalidates all. */
function sendBody(request: FastifyRequest, reply: FastifyReply, { hash, bodies }: Answer, encoding: Encoding) {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  addVary(reply.header('cache-control', 'no-cache').header('etag', etag), 'Accept-Encoding')
  const header = request.headers['if-none-match']
  if (header !== undefined && namesAnswer(header, hash)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', 'application/json; charset=utf-8').send(bodies[encoding])
}

/** Catalogue answers, encoded, until the catalogue changes. A hit costs no validation, no query, no serialisation. */
export function createAnswerCache(version: CatalogueVersion) {
  const answers = new LRUCache<string, Answer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bodies }) => Object.values(bodies).reduce((sum, body) => sum + body.length + 800, 0),
  })

  async function encodeAndSend(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
    const { cacheKey } = request
    const encoding = encodingFor(request, answer)
    answer.bodies[encoding] ??= await encode(answer.bodies.identity, encoding)
    // set anew, because its size has grown
    if (cacheKey.length <= longestKey) answers.set(cacheKey, answer)
    return sendBody(request, reply, answer, encoding)
  }

  /** The cache for one call. Only members of the query that the call knows are part of the key. */
  function forCall(name: string, queryNames: readonly string[]) {
    const keyOf = (request: FastifyRequest) =>
      JSON.stringify([name, request.params, queryNames.map((each) => Reflect.get(Object(request.query), each))])

    return {
      /** Answers from the cache, or calls `next` where the call has to be worked on. */
      hit(request: FastifyRequest, reply: FastifyReply, next: Next): void {
        request.cacheKey = keyOf(request)
        const go = (now: number) => {
          request.catalogueVersion = now
          const answer = answers.get(request.cacheKey)
          if (answer?.version !== now) return next()
          const encoding = encodingFor(request, answer)
          if (answer.bodies[encoding]) sendBody(request, reply, answer, encoding)
          else encodeAndSend(request, reply, answer).catch(next)
        }
        const known = version.cached()
        if (known !== undefined) go(known)
        else version.read().then(go).catch(next)
      },
      /** Stores a new answer under the version that was read before it was made, and sends it. */
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
