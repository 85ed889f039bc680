import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary, compressFrom, type Encoding } from './encoding.ts'

/** An answer in one encoding, with the heads it is sent with: names and values in turn, as Node writes them fastest. */
export interface Variant {
  body: Buffer
  etag: string
  headers: Record<string, string>
  found: string[]
  unchanged: string[]
}

export interface Answer {
  version: number
  hash: string
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant }
}

const validators = (etag: string) => ({ 'cache-control': 'no-cache', etag })
const flat = (headers: Record<string, string>) => Object.entries(headers).flat()

/** `marks` are what every answer carries, whoever asks. */
export function makeVariant(
  { encoding, hash, body }: { encoding: Encoding; hash: string; body: Buffer },
  marks: Record<string, string>,
): Variant {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(body.length) }
  const headers = encoding === 'identity' ? type : { ...type, 'content-encoding': encoding }
  const unchanged = { ...validators(etag), vary: 'Accept-Encoding', ...marks }
  return { body, etag, headers, found: flat({ ...unchanged, ...headers }), unchanged: flat(unchanged) }
}

/** The variant for those who take this encoding, where it is there. What is small is never encoded. */
export function variantIn(answer: Answer, encoding: Encoding): Variant | undefined {
  const { identity } = answer.variants
  return identity.body.length < compressFrom ? identity : answer.variants[encoding]
}

/** What the tags of an answer's encodings have in common. */
export function answerHash(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27)
}

/** Whether one of a header's tags is that of this very answer, in whatever encoding. */
export function namesAnswer(header: string, hash: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some(
    (tag) =>
      tag
        .trim()
        .replace(/^W\//, '')
        .slice(1, 1 + hash.length) === hash,
  )
}

function isUnchanged({ headers }: Pick<IncomingMessage, 'headers'>, hash: string): boolean {
  const header = headers['if-none-match']
  return header !== undefined && namesAnswer(header, hash)
}

/** Sends an answer with all that hooks have said about it. */
export function sendVariant(request: FastifyRequest, reply: FastifyReply, hash: string, variant: Variant) {
  addVary(reply.headers(validators(variant.etag)), 'Accept-Encoding')
  if (isUnchanged(request, hash)) return reply.code(304).send()
  return reply.headers(variant.headers).send(variant.body)
}

/** Writes an answer past the framework, which has nothing to add to it. */
export function writeVariant(request: IncomingMessage, response: ServerResponse, hash: string, variant: Variant): void {
  if (isUnchanged(request, hash)) response.writeHead(304, variant.unchanged).end()
  else response.writeHead(200, variant.found).end(request.method === 'HEAD' ? '' : variant.body)
}
