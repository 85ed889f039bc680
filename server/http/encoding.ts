import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Answers below this many bytes are sent as they are. */
export const compressFrom = 1024
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Browsers send a handful of different headers: each is read once. */
const chosen = new Map<string, Encoding>()
const keptHeaders = 100

function parseEncoding(header: string): Encoding {
  const offers = header.split(',').map((offer) => offer.trim().toLowerCase())
  const takes = (name: string) =>
    offers.some((offer) => offer.split(';')[0]?.trim() === name && !/;\s*q\s*=\s*0(\.0*)?\s*$/.test(offer))
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

/** The best encoding that the client takes. A quality of zero counts as no. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const known = chosen.get(header)
  if (known) return known
  const encoding = parseEncoding(header)
  if (chosen.size < keptHeaders) chosen.set(header, encoding)
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
