import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../../contract/calls.ts'
import { uploadPath } from '../../../contract/files.ts'
import { headers } from '../../../contract/service.ts'
import { refuse } from '../refusal.ts'
import { compressFrom } from './answer-cache.ts'
import { sendRefusal } from './problem.ts'

/** Headers of every answer of the API. */
const apiHeaders = { [headers.shop]: '1', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }

const echoedKey = /^[\x20-\x7e]{1,200}$/

/** Sets the default headers of an answer: the shop's own, the echoed idempotency key, and `no-store`. */
export function setApiHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(apiHeaders)
  const key = request.headers[headers.key]
  if (typeof key === 'string' && echoedKey.test(key)) reply.header(headers.key, key)
}

export async function addApiHeaders(app: FastifyInstance): Promise<void> {
  // a callback, because a promise per request would take a tenth of a catalogue answer's time
  app.addHook('onRequest', (request, reply, next) => {
    setApiHeaders(request, reply)
    // RFC 9112 requires this refusal; Node's own would lack the shop's header
    if (request.raw.headers.host !== undefined || request.raw.httpVersion === '1.0') next()
    else sendRefusal(reply, refuse('malformed', { detail: 'The request names no host.' }))
  })
  // at once also where they are long: a stream would hold a megabyte for each answer that is not read
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: compressFrom,
    syncThreshold: Number.POSITIVE_INFINITY,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    customTypes: /^application\/json/,
  })
}

/** The calls of tus, which are in no list of the contract. */
const uploads = [
  { method: 'POST', path: uploadPath },
  { method: 'PATCH', path: `${uploadPath}:id/` },
]
const all: { method: string; path: string }[] = [...Object.values(calls), ...uploads]
const patterns = all.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^/api${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`),
}))

/** 404 for unknown paths, 405 with `Allow` for known paths with another method. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
  if (methods.size === 0) return sendRefusal(reply, refuse('not-found'))
  return sendRefusal(reply.header('allow', [...methods].sort().join(', ')), refuse('method-not-allowed'))
}
