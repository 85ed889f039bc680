import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Bytes from which answers are compressed. */
export const compressFrom = 1024
/** Bytes from which answers are compressed at a higher level. */
const large = 64 * 1024
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The encodings that the client accepts, best first, `identity` last. A quality of zero refuses an encoding. */
export function takenEncodings(header = ''): Encoding[] {
  const offers = header.split(',').map((offer) => offer.trim().toLowerCase())
  const takes = (name: string) =>
    offers.some((offer) => offer.split(';')[0]?.trim() === name && !/;\s*q\s*=\s*0(\.0*)?\s*$/.test(offer))
  return [...(['br', 'gzip'] as const).filter(takes), 'identity']
}

/** By header, of which browsers send a few different ones: reading one takes half a microsecond. */
const chosen = new LRUCache<string, Encoding>({ max: 100 })

/** The best encoding that the client accepts. */
export function chooseEncoding(header = ''): Encoding {
  const known = chosen.get(header)
  if (known !== undefined) return known
  const [encoding = 'identity'] = takenEncodings(header)
  chosen.set(header, encoding)
  return encoding
}

export async function encode(body: Buffer, encoding: Encoding, quality = 5): Promise<Buffer> {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return gzipped(body, { level: quality })
  return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

export function addVary(reply: FastifyReply, name: string): void {
  const had = reply.getHeader('vary')
  if (!had) reply.header('vary', name)
  else if (!String(had).includes(name)) reply.header('vary', `${String(had)}, ${name}`)
}

type Next = (error: Error | null, payload?: unknown) => void

/**
 * Compresses large answers that are not encoded yet; those of the answer cache are. A callback, because a promise per
 * request would take a tenth of a catalogue answer's time.
 */
export function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown, next: Next): void {
  const plain = typeof payload === 'string' || Buffer.isBuffer(payload)
  if (!plain || payload.length < compressFrom || reply.hasHeader('etag')) {
    next(null, payload)
    return
  }
  addVary(reply, 'Accept-Encoding')
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding === 'identity') {
    next(null, payload)
    return
  }
  reply.header('content-encoding', encoding).removeHeader('content-length')
  const body = Buffer.from(payload)
  // large answers are first pulls, where a slow connection gains most
  encode(body, encoding, body.length < large ? 4 : 5).then((encoded) => next(null, encoded), next)
}
