import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { addVary, chooseEncoding, compressFrom, type Encoding, encode } from './encoding.ts'

/** Bytes of encoded catalogue answers that are kept. */
const cacheBytes = 16 * 1024 * 1024
const longestUrl = 600

interface Variant {
  encoding: Encoding
  body: Buffer
  etag: string
  headers: Record<string, string | number>
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

type Next = (error?: Error) => void

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

function setHeaders(reply: FastifyReply, variant: Variant): void {
  reply.header('cache-control', 'no-cache')
  reply.header('etag', variant.etag)
  addVary(reply, 'Accept-Encoding')
}

function bodyHeaders({ encoding, body }: Variant): Record<string, string | number> {
  const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
  return encoding === 'identity' ? type : { ...type, 'content-encoding': encoding }
}

/** Writes past the framework's hooks and serialisers, which have nothing to add: it saves a third of the time. */
function write(
  request: FastifyRequest,
  reply: FastifyReply,
  { hash, variant }: { hash: string; variant: Variant },
): void {
  setHeaders(reply, variant)
  reply.hijack()
  // the same headers, which Fastify types more loosely than Node
  const headers = reply.getHeaders() as OutgoingHttpHeaders
  if (matches(request.headers['if-none-match'], hash)) reply.raw.writeHead(304, headers).end()
  else
    reply.raw.writeHead(200, Object.assign(headers, variant.headers)).end(request.method === 'HEAD' ? '' : variant.body)
}

function send(request: FastifyRequest, reply: FastifyReply, { hash, variant }: { hash: string; variant: Variant }) {
  setHeaders(reply, variant)
  if (matches(request.headers['if-none-match'], hash)) return reply.code(304).send()
  return reply.headers(variant.headers).send(variant.body)
}

function variantIn(answer: Answer, encoding: Encoding): Variant | undefined {
  const { identity } = answer.variants
  return identity.body.length < compressFrom ? identity : answer.variants[encoding]
}

function makeVariant(hash: string, encoding: Encoding, body: Buffer): Variant {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const variant = { encoding, body, etag, headers: {} }
  return { ...variant, headers: bodyHeaders(variant) }
}

/**
 * Catalogue answers, encoded, by address and catalogue version. A hit costs no validation, no query, no serialisation.
 * Every encoding has its own strong ETag; they share the hash, and any of them revalidates all.
 */
export function createAnswerCache(version: Version) {
  const answers = new LRUCache<string, Answer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ variants }) => Object.values(variants).reduce((sum, { body }) => sum + body.length + 500, 0),
  })

  async function encoded(url: string, answer: Answer, encoding: Encoding): Promise<Variant> {
    const known = variantIn(answer, encoding)
    if (known) return known
    const variant = makeVariant(answer.hash, encoding, await encode(answer.variants.identity.body, encoding))
    const variants = { ...answer.variants, [encoding]: variant }
    if (answers.peek(url) === answer) answers.set(url, { ...answer, variants })
    return variant
  }

  function lookUp(request: FastifyRequest, reply: FastifyReply, { now, next }: { now: number; next: Next }): void {
    const url = request.raw.url ?? ''
    request.catalogueVersion = now
    const answer = answers.get(url)
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (answer?.version !== now) next()
    else {
      const { hash } = answer
      const ready = variantIn(answer, encoding)
      if (ready) write(request, reply, { hash, variant: ready })
      else
        encoded(url, answer, encoding)
          .then((variant) => write(request, reply, { hash, variant }))
          .catch(next)
    }
  }

  return {
    /** Answers from the cache, or calls `next` where the call has to be worked on. */
    hit(request: FastifyRequest, reply: FastifyReply, next: Next): void {
      const known = version.known()
      if (known !== undefined) lookUp(request, reply, { now: known, next })
      else
        version
          .read()
          .then((now) => lookUp(request, reply, { now, next }))
          .catch(next)
    },
    /** Keeps what was worked out under the version that was read before it, and answers with it. */
    async put(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
      const url = request.raw.url ?? ''
      const body = Buffer.from(text)
      const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27)
      const variants = { identity: makeVariant(hash, 'identity', body) }
      const answer: Answer = { version: request.catalogueVersion, hash, variants }
      if (url.length <= longestUrl) answers.set(url, answer)
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      return send(request, reply, { hash, variant: await encoded(url, answer, encoding) })
    },
  }
}

export type AnswerCache = ReturnType<typeof createAnswerCache>
