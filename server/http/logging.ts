import type { FastifyInstance, FastifyServerOptions } from 'fastify'

/** One line of JSON per event; of a request its method and path, never its headers, query or body. */
export function logOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return { level, serializers: { req: ({ method, url }) => ({ method, path: url?.split('?')[0] }) } }
}

/** One line per answer; those of the catalogue's cache, many and all alike, only when debugging. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, next) => {
    const quiet = request.catalogueVersion > 0 && reply.statusCode < 400
    if (!quiet || app.log.level === 'debug' || app.log.level === 'trace') {
      const { method, url, log } = request
      const ms = Math.round(reply.elapsedTime)
      log[quiet ? 'debug' : 'info']({ method, path: url.split('?')[0], status: reply.statusCode, ms }, 'answered')
    }
    next()
  })
}
