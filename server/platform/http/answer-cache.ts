import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CatalogueVersion } from '../db/catalogue-version.ts'
import { addVary, chooseEncoding, compressFrom, type Encoding, encode } from './encoding.ts'
import { whenSent } from './sent.ts'

const cacheBytes = 16 * 1024 * 1024
const longestKey = 600
const json = 'application/json; charset=utf-8'

interface Answer {
  /** of the catalogue when the answer was made */
  version: number
  type: string
  hash: string
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
  /** encodings that are being made */
  encoding: Partial<Record<Encoding, Promise<Buffer>>>
}

/** A call that is making an answer; others with the same key wait for it, so that it is made and encoded once. */
interface Making {
  version: number
  made: Promise<Answer | undefined>
  done: (answer?: Answer) => void
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
function sendBody(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { type, hash, bodies }: Pick<Answer, 'type' | 'hash' | 'bodies'>,
  encoding: Encoding,
) {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  addVary(reply.header('cache-control', 'no-cache').header('etag', etag), 'Accept-Encoding')
  const header = request.headers['if-none-match']
  if (header !== undefined && namesAnswer(header, hash)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', type).send(bodies[encoding])
}

/** Answers with a text that stays the same while the server runs: made when first asked for, and compressed once for each encoding. */
export function fixedAnswer(text: () => string, type: string) {
  let made: { identity: Buffer; hash: string } | undefined
  const make = () => {
    const identity = Buffer.from(text())
    return { identity, hash: answerHash(identity) }
  }
  const encoded: Answer['encoding'] = {}
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= make()
    const { identity, hash } = made
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    encoded[encoding] ??= encode(identity, encoding)
    const bodies = { identity, [encoding]: await encoded[encoding] }
    return sendBody({ request, reply }, { type, hash, bodies }, encoding)
  }
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
    answer.encoding[encoding] ??= encode(answer.bodies.identity, encoding)
    answer.bodies[encoding] ??= await answer.encoding[encoding]
    // set again, because its size has grown
    if (cacheKey.length <= longestKey) answers.set(cacheKey, answer)
    return sendBody({ request, reply }, answer, encoding)
  }

  const making = new Map<string, Making>()

  /** Registers a call as the one that makes an answer, until the answer is made, or the call ends without one. */
  function startMaking(request: FastifyRequest, reply: FastifyReply, current: number): void {
    const { cacheKey } = request
    let done: Making['done'] = () => {}
    const made = new Promise<Answer | undefined>((resolve) => {
      done = resolve
    })
    const own: Making = { version: current, made, done }
    making.set(cacheKey, own)
    whenSent(request, reply, () => {
      done()
      if (making.get(cacheKey) === own) making.delete(cacheKey)
    })
  }

  /** The cache of answers of one content type, by keys with all that an answer depends on besides the catalogue. */
  function forKeys(keyOf: (request: FastifyRequest) => string, type = json) {
    const miss = (request: FastifyRequest, reply: FastifyReply, next: Next): void => {
      const { catalogueVersion: current } = request
      const other = making.get(request.cacheKey)
      if (other?.version !== current) {
        startMaking(request, reply, current)
        next()
        return
      }
      const again = (answer: Answer | undefined) =>
        answer ? encodeAndSend(request, reply, answer) : miss(request, reply, next)
      other.made.then(again).catch(next)
    }

    return {
      /** Answers from the cache, or calls `next` on a miss. */
      hit(request: FastifyRequest, reply: FastifyReply, next: Next): void {
        request.cacheKey = keyOf(request)
        const look = (current: number) => {
          request.catalogueVersion = current
          const answer = answers.get(request.cacheKey)
          if (answer?.version !== current) return miss(request, reply, next)
          const encoding = encodingFor(request, answer)
          if (answer.bodies[encoding]) sendBody({ request, reply }, answer, encoding)
          else encodeAndSend(request, reply, answer).catch(next)
        }
        const cached = version.cached()
        if (cached !== undefined) look(cached)
        else version.read().then(look).catch(next)
      },
      /** Caches a new answer under the version that was read before it was made, and sends it. */
      put(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
        const identity = Buffer.from(text)
        const answer = {
          version: request.catalogueVersion,
          type,
          hash: answerHash(identity),
          bodies: { identity },
          encoding: {},
        }
        const own = making.get(request.cacheKey)
        if (own?.version === answer.version) {
          own.done(answer)
          making.delete(request.cacheKey)
        }
        return encodeAndSend(request, reply, answer)
      },
    }
  }

  return {
    forKeys,
    /** The cache of one call. Its key has only those query parameters that the call reads. */
    forCall: (name: string, queryNames: readonly string[]) =>
      forKeys((request) => {
        // fast-querystring returns a plain object of texts and lists of texts
        const query = request.query as Record<string, unknown>
        return JSON.stringify([name, request.params, queryNames.map((each) => query[each])])
      }),
  }
}

export type AnswerCache = ReturnType<typeof createAnswerCache>
