import type { FastifyInstance } from 'fastify'

/** The signed-in user as the database has it at this moment. */
export interface SessionUser {
  id: string
  name: string
  email: string
  isAdmin: boolean
  /** the token that came with the call, and what the database knows of it */
  token: string
  tokenHash: string
}

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | undefined
    upload: Buffer | undefined
    /** the catalogue's version when a catalogue call began */
    catalogueVersion: number
  }
}

/** Declares the fields above, so that every request has the same shape. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('user', undefined)
  app.decorateRequest('upload', undefined)
  app.decorateRequest('catalogueVersion', 0)
}
