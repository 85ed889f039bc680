import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { headers } from '../../../contract/service.ts'

/** Headers of requests by tus 1.0. */
const tusRequest = ['tus-resumable', 'upload-length', 'upload-offset', 'upload-metadata']

/** Allows pages of these origins to call the API. Without credentials, because it uses bearer tokens, not cookies. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      headers.key,
      'if-match',
      'if-none-match',
      'x-xsrf-token',
      'range',
      ...tusRequest,
    ],
    exposedHeaders: [
      'etag',
      'link',
      'retry-after',
      headers.shop,
      headers.build,
      headers.key,
      headers.replayed,
      headers.total,
      'content-range',
      'location',
      'tus-resumable',
      'upload-offset',
      'upload-length',
    ],
    maxAge: 86_400,
  })
}
