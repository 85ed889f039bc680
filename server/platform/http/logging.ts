import type { FastifyInstance, FastifyServerOptions } from 'fastify'

/** The path of a URL, without the token of a link, however its address is written. */
function pathOf(url: string | undefined): string | undefined {
  const path = url?.split('?')[0]?.replace(/\/(confirm|unsubscribe|o)\/[^/]+/gi, '/$1/…')
  return path?.replace(/\/[\w-]{43}(?=\/|$)/g, '/…')
}

/** One line of JSON per event. Of a request only method and path, never headers, query or body. */
export function logOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return { level, serializers: { req: ({ method, url }) => ({ method, path: pathOf(url) }) } }
}

/** Logs one line per answer. Successful catalogue calls, the bulk of all calls, are logged only at level debug. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, next) => {
    const quiet = request.publicAnswer !== undefined && reply.statusCode < 400
    if (!quiet || app.log.level === 'debug' || app.log.level === 'trace') {
      const { method, url, log } = request
      const ms = Math.round(reply.elapsedTime)
      log[quiet ? 'debug' : 'info']({ method, path: pathOf(url), status: reply.statusCode, ms }, 'answered')
    }
    next()
  })
}
