import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, endpoints } from '../../contract/endpoints.ts'
import { headers } from '../../contract/headers.ts'
import { refuse } from '../services/outcome.ts'
import { compressAnswer } from './encoding.ts'
import { sendRefusal } from './problem.ts'

/** What every answer of the API carries, whatever it says. */
const apiHeaders = { [headers.shop]: '1', 'x-content-type-options': 'nosniff' }

const echoed = /^[\x20-\x7e]{1,200}$/

/** What an answer of the API starts with: the shop's headers, the echo of the key, and nothing for caches unless a call says so. */
export function setApiHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(apiHeaders).header('cache-control', 'no-store')
  const key = request.headers[headers.key]
  if (typeof key === 'string' && echoed.test(key)) reply.header(headers.key, key)
}

export function addApiHeaders(app: FastifyInstance): void {
  // with a callback: a promise for each request would be a tenth of a catalogue answer's time
  app.addHook('onRequest', (request, reply, next) => {
    setApiHeaders(request, reply)
    // RFC 9112 asks for this refusal; Node's own would lack the shop's header
    if (request.raw.headers.host !== undefined || request.raw.httpVersion === '1.0') next()
    else sendRefusal(reply, refuse('malformed', { detail: 'The request names no host.' }))
  })
  app.addHook('onSend', compressAnswer)
}

const all: Endpoint[] = Object.values(endpoints)
const patterns = all.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^/api${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`),
}))

/** 404 for addresses that do not exist, 405 with `Allow` for those that take another method. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
  if (methods.size === 0) return sendRefusal(reply, refuse('not-found'))
  return sendRefusal(reply.header('allow', [...methods].sort().join(', ')), refuse('method-not-allowed'))
}
