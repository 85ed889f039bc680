import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { addVary, chooseEncoding, compressFrom, type Encoding, encode } from './encoding.ts'

/** Bytes of encoded catalogue answers that are kept. */
const cacheBytes = 16 * 1024 * 1024
const longestUrl = 600

interface Variant {
  body: Buffer
  etag: string
}

interface Answer {
  version: number
  hash: string
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant }
}

/** The catalogue's version now, if it is known without asking, and by asking. */
interface Version {
  known(): number | undefined
  read(): Promise<number>
}

function matches(header: string | undefined, hash: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some(
    (tag) =>
      tag
        .trim()
        .replace(/^W\//, '')
        .slice(1, 1 + hash.length) === hash,
  )
}

function respond(request: FastifyRequest, reply: FastifyReply, answer: Answer, variant: Variant): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', variant.etag)
  addVary(reply, 'Accept-Encoding')
  if (matches(request.headers['if-none-match'], answer.hash)) return reply.code(304).send()
  if (variant.etag.endsWith('br"')) reply.header('content-encoding', 'br')
  else if (variant.etag.endsWith('gzip"')) reply.header('content-encoding', 'gzip')
  return reply.header('content-type', 'application/json; charset=utf-8').send(variant.body)
}

/**
 * Catalogue answers, encoded, by address and catalogue version. A hit costs no validation, no query, no serialisation.
 * Every encoding has its own strong ETag; they share the hash, and any of them revalidates all.
 */
export function createAnswerCache(version: Version) {
  const answers = new LRUCache<string, Answer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ variants }) => Object.values(variants).reduce((sum, { body }) => sum + body.length + 300, 0),
  })

  async function variantOf(url: string, answer: Answer, encoding: Encoding): Promise<Variant> {
    const small = answer.variants.identity.body.length < compressFrom
    const wanted = small ? 'identity' : encoding
    const known = answer.variants[wanted]
    if (known) return known
    const body = await encode(answer.variants.identity.body, wanted)
    const variant = { body, etag: `"${answer.hash}-${wanted}"` }
    const variants = { ...answer.variants, [wanted]: variant }
    if (answers.peek(url) === answer) answers.set(url, { ...answer, variants })
    return variant
  }

  return {
    /** Answers from the cache; undefined when the call has to be worked on. */
    async hit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      const url = request.raw.url ?? ''
      const now = version.known() ?? (await version.read())
      request.catalogueVersion = now
      const answer = answers.get(url)
      if (answer?.version !== now) return undefined
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      const variant = answer.variants[encoding] ?? (await variantOf(url, answer, encoding))
      return respond(request, reply, answer, variant)
    },
    /** Keeps what was worked out under the version that was read before it, and answers with it. */
    async put(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
      const url = request.raw.url ?? ''
      const body = Buffer.from(text)
      const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27)
      const answer: Answer = {
        version: request.catalogueVersion,
        hash,
        variants: { identity: { body, etag: `"${hash}"` } },
      }
      if (url.length <= longestUrl) answers.set(url, answer)
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      return respond(request, reply, answer, await variantOf(url, answer, encoding))
    },
  }
}

export type AnswerCache = ReturnType<typeof createAnswerCache>
