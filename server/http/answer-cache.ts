import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { headers } from '../../contract/headers.ts'
import {
  type Answer,
  answerHash,
  makeVariant,
  sendVariant,
  type Variant,
  variantIn,
  writeVariant,
} from './answer-variant.ts'
import { chooseEncoding, type Encoding, encode } from './encoding.ts'

/** Bytes of encoded catalogue answers that are kept. */
const cacheBytes = 16 * 1024 * 1024
const longestUrl = 600

/** The catalogue's version now, if it is known without asking, and by asking. */
interface Version {
  known(): number | undefined
  read(): Promise<number>
}

type Next = (error?: Error) => void

/** Nothing in the request asks for more than the marks: no key to echo, no foreign page, no fault of the protocol. */
function isPlain({ method, headers: { host, origin, [headers.key]: key } }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && !!host && origin === undefined && key === undefined
}

const encodingFor = ({ headers }: Pick<IncomingMessage, 'headers'>) => chooseEncoding(headers['accept-encoding'])

/**
 * Catalogue answers, encoded, by address and catalogue version. A hit costs no validation, no query, no serialisation.
 * Every encoding has its own strong ETag; they share the hash, and any of them revalidates all. `marks` are the
 * headers that every answer carries.
 */
export function createAnswerCache(version: Version, marks: Record<string, string>) {
  const answers = new LRUCache<string, Answer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ variants }) => Object.values(variants).reduce((sum, { body }) => sum + body.length + 800, 0),
  })

  async function encoded(url: string, answer: Answer, encoding: Encoding): Promise<Variant> {
    const known = variantIn(answer, encoding)
    if (known) return known
    const body = await encode(answer.variants.identity.body, encoding)
    const variant = makeVariant({ encoding, hash: answer.hash, body }, marks)
    const variants = { ...answer.variants, [encoding]: variant }
    if (answers.peek(url) === answer) answers.set(url, { ...answer, variants })
    return variant
  }

  /** Requests for which the version could not be read, and why. */
  const unread = new WeakMap<IncomingMessage, Error>()

  /** Goes on with the version of this moment, at once where it is known. */
  function withVersion(go: (now: number) => void, failed: Next): void {
    const known = version.known()
    if (known !== undefined) go(known)
    else version.read().then(go).catch(failed)
  }

  return {
    /** Before the framework: answers a plain request where all of the answer is at hand, or calls `next`. */
    ready(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const answer = isPlain(request) ? answers.get(request.url ?? '') : undefined
      const variant = answer && variantIn(answer, encodingFor(request))
      const go = (now: number) => {
        if (variant && answer.version === now) writeVariant(request, response, answer.hash, variant)
        else next()
      }
      const failed = (error?: Error) => {
        if (error) unread.set(request, error)
        next()
      }
      if (variant) withVersion(go, failed)
      else next()
    },
    /** Answers all others from the cache, or calls `next` where the call has to be worked on. */
    hit(request: FastifyRequest, reply: FastifyReply, next: Next): void {
      const url = request.raw.url ?? ''
      const go = (now: number) => {
        request.catalogueVersion = now
        const answer = answers.get(url)
        if (answer?.version !== now) next()
        else
          encoded(url, answer, encodingFor(request))
            .then((variant) => void sendVariant(request, reply, answer.hash, variant))
            .catch(next)
      }
      // asking a database that is away once more would cost the visitor the same wait again
      const error = unread.get(request.raw)
      if (error) next(error)
      else withVersion(go, next)
    },
    /** Keeps what was worked out under the version that was read before it, and answers with it. */
    async put(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
      const url = request.raw.url ?? ''
      const body = Buffer.from(text)
      const hash = answerHash(body)
      const variants = { identity: makeVariant({ encoding: 'identity', hash, body }, marks) }
      const answer: Answer = { version: request.catalogueVersion, hash, variants }
      if (url.length <= longestUrl) answers.set(url, answer)
      return sendVariant(request, reply, hash, await encoded(url, answer, encodingFor(request)))
    },
  }
}

export type AnswerCache = ReturnType<typeof createAnswerCache>
