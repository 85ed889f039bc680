import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, endpoints } from '../../contract/endpoints.ts'
import { headers } from '../../contract/headers.ts'
import { compressAnswer } from './encoding.ts'
import { refuse } from './outcome.ts'
import { sendRefusal } from './problem.ts'

const echoed = /^[\x20-\x7e]{1,200}$/

/** What every answer of the API carries: the mark, the echo of the key, and nothing for caches unless a call says so. */
export function markAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header(headers.mark, '1').header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
  const key = request.headers[headers.key]
  if (typeof key === 'string' && echoed.test(key)) reply.header(headers.key, key)
}

export function markAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => markAnswer(request, reply))
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
