import type { FastifyRequest } from 'fastify'

const shape = /^Bearer ([A-Za-z0-9_-]{43})$/i

/** The token of a call; undefined when there is none, it has another form, or the header came twice. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const token = shape.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) return undefined
  const count = request.raw.rawHeaders.filter(
    (text, at) => at % 2 === 0 && text.toLowerCase() === 'authorization',
  ).length
  return count === 1 ? token : undefined
}
