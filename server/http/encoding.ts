import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Answers below this many bytes are sent as they are. */
export const compressFrom = 1024
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Browsers send a handful of different headers: each is read once. */
const read = new Map<string, readonly Encoding[]>()
const keptHeaders = 100

function parseEncodings(header: string): Encoding[] {
  const offers = header.split(',').map((offer) => offer.trim().toLowerCase())
  const takes = (name: string) =>
    offers.some((offer) => offer.split(';')[0]?.trim() === name && !/;\s*q\s*=\s*0(\.0*)?\s*$/.test(offer))
  return [...(['br', 'gzip'] as const).filter(takes), 'identity']
}

/** The encodings that the client takes, the best first and none at all last. A quality of zero counts as no. */
export function takenEncodings(header = ''): readonly Encoding[] {
  const known = read.get(header)
  if (known) return known
  const encodings = parseEncodings(header)
  if (read.size < keptHeaders) read.set(header, encodings)
  return encodings
}

/** The best encoding that the client takes. */
export function chooseEncoding(header: string | undefined): Encoding {
  return takenEncodings(header)[0] ?? 'identity'
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

/** Compresses what is worth it and was not encoded before (the catalogue's answers are). */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const plain = typeof payload === 'string' || Buffer.isBuffer(payload)
  if (!plain || payload.length < compressFrom || reply.hasHeader('etag')) return payload
  addVary(reply, 'Accept-Encoding')
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding === 'identity') return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return encode(Buffer.from(payload), encoding, 4)
}
