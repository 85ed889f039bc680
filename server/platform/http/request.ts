import type { FastifyInstance } from 'fastify'
import type { SessionUser } from '../caller.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the handler reads the body while it comes, and holds none of it */
    isStreamed?: boolean
    /** what the API's description says of the call */
    described?: FastifySchema
  }
  interface FastifyRequest {
    user: SessionUser | undefined
    upload: Buffer | undefined
    /** of the catalogue when a cached call began; 0 for other calls */
    catalogueVersion: number
    /** key of this call in the answer cache */
    cacheKey: string
    /** the body is an administrator's upload, which may be large */
    isUpload: boolean
    /** closes the connection when the body is late */
    bodyTimer: NodeJS.Timeout | undefined
  }
}

/** Declares these properties, so that every request object has the same shape. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('user', undefined)
  app.decorateRequest('upload', undefined)
  app.decorateRequest('catalogueVersion', 0)
  app.decorateRequest('cacheKey', '')
  app.decorateRequest('isUpload', false)
  app.decorateRequest('bodyTimer', undefined)
}
