import type { FastifyInstance } from 'fastify'
import type { SessionUser } from '../services/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | undefined
    upload: Buffer | undefined
    /** the catalogue's version when a catalogue call began */
    catalogueVersion: number
    /** what a cached answer of this call is found by */
    cacheKey: string
    /** ends the connection when the body is late */
    bodyTimer: NodeJS.Timeout | undefined
  }
}

/** Declares the fields above, so that every request has the same shape. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('user', undefined)
  app.decorateRequest('upload', undefined)
  app.decorateRequest('catalogueVersion', 0)
  app.decorateRequest('cacheKey', '')
  app.decorateRequest('bodyTimer', undefined)
}
