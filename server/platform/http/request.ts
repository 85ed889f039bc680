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
    /** of a call whose answer depends on the catalogue alone: its key and tag */
    publicAnswer: { key: string; tag: string } | undefined
    /** the body is an administrator's upload, which may be large */
    isUpload: boolean
  }
}

/** Declares these properties, so that every request object has the same shape. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('user', undefined)
  app.decorateRequest('upload', undefined)
  app.decorateRequest('publicAnswer', undefined)
  app.decorateRequest('isUpload', false)
}
