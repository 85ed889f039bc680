import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CatalogueState, CatalogueVersion } from '../db/catalogue-state.ts'
import { addVary, compressFrom } from './api.ts'

export type Encoding = 'br' | 'gzip' | 'identity'
const cacheBytes = 16 * 1024 * 1024
const json = 'application/json; charset=utf-8'
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
export const chooseEncoding = (header = ''): Encoding => negotiate(header, ['br', 'gzip']) ?? 'identity'

export async function encode(body: Buffer, encoding: Encoding, quality = 5): Promise<Buffer> {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return gzipped(body, { level: quality })
  return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

/** A hash of a text, as short as a part of a tag may be. */
export const shortHash = (text: string | Buffer) => hash('sha256', text).slice(0, 20)

/** The tags that an If-Match or If-None-Match header names, without quotes. */
export const tagsIn = (header: string): string[] =>
  header.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"?|"$/g, ''))

/** The version of the catalogue in the tag of an answer; `NaN` in another text. */
export const versionIn = (tag: string) => Number(/^v(\d+)\./.exec(tag)?.[1])
/** The revision in the tag of an answer that has one of its own, as the settings of the shop; `NaN` in another text. */
export const revisionIn = (tag: string) => Number(/^v\d+\..*\.r(\d+)(?:-\w+)?$/.exec(tag)?.[1])

interface Encoded {
  bytes: Buffer
  encoding: Encoding
  type: string
  /** with the revision of the answer itself, but without the encoding */
  tag: string
}

/** Each encoding has a strong tag of its own, and any of them revalidates all. */
export function sendEncoded(request: FastifyRequest, reply: FastifyReply, { bytes, encoding, type, tag }: Encoded) {
  const header = request.headers['if-none-match']
  const isKnown = header !== undefined && tagsIn(header).some((one) => one === '*' || one.split('-')[0] === tag)
  setTag(reply, encoding === 'identity' ? tag : `${tag}-${encoding}`)
  if (isKnown) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', type).send(bytes)
}

function setTag(reply: FastifyReply, tag: string): void {
  addVary(reply.headers({ 'cache-control': 'no-cache', etag: `"${tag}"` }), 'Accept-Encoding')
}

/** Answers with a text that stays the same while the server runs, compressed once for each encoding. */
export function fixedAnswer(text: () => string, type: string) {
  const made: Partial<Record<Encoding, Promise<Encoded>>> = {}
  const make = async (encoding: Encoding): Promise<Encoded> => {
    const plain = Buffer.from(text())
    return { bytes: await encode(plain, encoding), encoding, type, tag: shortHash(plain) }
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    made[encoding] ??= make(encoding)
    return sendEncoded(request, reply, await made[encoding])
  }
}

/** Tags public answers with the catalogue's version, on which all depend, and keeps their encoded bodies. `build` is of the app. */
export function createAnswerCache(version: CatalogueVersion, build = '') {
  const bodies = new LRUCache<string, Encoded>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 800,
  })
  const bodyKey = ({ publicTag, headers }: FastifyRequest) =>
    `${publicTag} ${chooseEncoding(headers['accept-encoding'])}`

  /** The cache of answers of one content type, by keys with all that an answer depends on besides the catalogue. */
  function forKeys(keyFor: (request: FastifyRequest) => string, type = json) {
    return {
      /** Answers from the cache, or who has the answer; else calls `next`. */
      hit(request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void {
        const look = ({ epoch, version: current }: CatalogueState) => {
          const tag = `v${current}.${shortHash(`${build} ${epoch} ${keyFor(request)}`)}`
          request.publicTag = tag
          const header = request.headers['if-none-match']
          const known = header && tagsIn(header).find((one) => one.startsWith(tag))
          const found = bodies.get(bodyKey(request))
          if (known) {
            setTag(reply, known)
            void reply.code(304).send()
          } else if (found) void sendEncoded(request, reply, found)
          else next()
        }
        const cached = version.cached()
        if (cached) look(cached)
        else version.read().then(look).catch(next)
      },
      /** Keeps a new answer under the version that was read before it was made, and sends it. */
      async put(
        { request, reply }: { request: FastifyRequest; reply: FastifyReply },
        text: string,
        revision?: number,
      ): Promise<FastifyReply> {
        const plain = Buffer.from(text)
        const encoding = plain.length < compressFrom ? 'identity' : chooseEncoding(request.headers['accept-encoding'])
        const tag = `${request.publicTag}${revision === undefined ? '' : `.r${revision}`}`
        const made = { bytes: await encode(plain, encoding), encoding, type, tag }
        bodies.set(bodyKey(request), made)
        return sendEncoded(request, reply, made)
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
