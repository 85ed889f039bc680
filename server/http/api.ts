import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { calls } from '../../contract/calls.ts'
import { uploadPath } from '../../contract/files.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { headers } from '../../contract/service.ts'
import { databaseFault } from '../db/dialect/database-errors.ts'
import { PictureStoreError } from '../storage/open-bytes.ts'
import type { SessionUser } from './caller.ts'
import { Refusal, refuse, sendRefusal } from './refusal.ts'
import { invalidFields } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the handler reads the body while it comes, and holds none of it */
    isStreamed?: boolean
    /** the body is an administrator's upload, which may be large */
    isUpload?: boolean
    /** what the API's description says of the call */
    described?: FastifySchema
  }
  interface FastifyRequest {
    user: SessionUser | undefined
    upload: Buffer | undefined
    /** the tag of a call whose answer depends on the catalogue alone */
    publicTag: string | undefined
  }
}

/** The path of a URL, without the token of a link, however its address is written. */
function pathOf(url: string | undefined): string | undefined {
  const path = url?.split('?')[0]?.replace(/\/(confirm|unsubscribe|o)\/[^/]+/gi, '/$1/…')
  return path?.replace(/\/[\w-]{43}(?=\/|$)/g, '/…')
}

/** One line of JSON per event. Of a request only method and path, never headers, query or body. */
export function logOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false
  return { level, serializers: { req: ({ method, url }) => ({ method, path: pathOf(url) }) } }
}

/** Allows pages of these origins to call the API. Without credentials, because it uses bearer tokens, not cookies. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  const { key, shop, build, replayed, total } = headers
  await app.register(cors, {
    origin: [...origins],
    methods: 'GET, HEAD, POST, PUT, PATCH, DELETE',
    allowedHeaders:
      `authorization, content-type, ${key}, if-match, if-none-match, x-xsrf-token, range, ` +
      'tus-resumable, upload-length, upload-offset, upload-metadata',
    exposedHeaders:
      `etag, link, retry-after, ${shop}, ${build}, ${key}, ${replayed}, ${total}, ` +
      'content-range, location, tus-resumable, upload-offset, upload-length',
    maxAge: 86_400,
  })
}

const byCode: Record<string, [ProblemCode, string?]> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed', 'The length of the body differs from Content-Length.'],
  FST_ERR_BAD_URL: ['malformed', 'The address is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not-found'],
  FST_REQ_FILE_TOO_LARGE: ['too-large', 'The file is larger than 12 MB.'],
  FST_PARTS_LIMIT: ['too-large', 'The form has too many parts.'],
  FST_FILES_LIMIT: ['too-large', 'The form has too many files.'],
  FST_FIELDS_LIMIT: ['too-large', 'The form has too many fields.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['wrong-type'],
}

const byStatus: Record<number, ProblemCode> = { 404: 'not-found', 413: 'too-large', 415: 'wrong-type' }

function ofValidation(error: FastifyError): Refusal {
  const errors = invalidFields(error.validation ?? [])
  if (error.validationContext === 'params') return refuse('not-found')
  if (error.validationContext === 'querystring') return refuse('malformed', { errors })
  if (errors.some(({ path }) => path === '')) {
    return refuse('malformed', { detail: 'The body must be an object with the fields of this call.' })
  }
  return refuse('invalid-fields', { errors })
}

/** An error of the framework or a parser as a refusal; undefined for an unexpected error. */
function refusalOf(error: FastifyError | Refusal): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error.validation) return ofValidation(error)
  const [code, detail] = byCode[error.code] ?? []
  if (code) return refuse(code, detail === undefined ? {} : { detail })
  if (error.statusCode === undefined || error.statusCode >= 500) return undefined
  return refuse(byStatus[error.statusCode] ?? 'malformed')
}

/** A fault of the database or the picture store. */
function faultOf(error: unknown): ProblemCode | undefined {
  if (error instanceof PictureStoreError) return 'busy'
  const fault = databaseFault(error)
  if (fault === 'away') return 'database-away'
  return fault && (fault === 'full' ? 'disk-full' : 'busy')
}

export function handleError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error)
  const fault = refusal ? undefined : faultOf(error)
  if (fault) request.log.warn({ err: { message: error.message, code: error.code } }, fault)
  else if (!refusal) request.log.error({ err: error }, 'request failed')
  void sendRefusal(reply, refusal ?? refuse(fault ?? 'internal'))
}

/** Bytes from which answers are compressed. */
export const compressFrom = 1024

export function addVary(reply: FastifyReply, name: string): void {
  const had = reply.getHeader('vary')
  if (!had) reply.header('vary', name)
  else if (!String(had).includes(name)) reply.header('vary', `${String(had)}, ${name}`)
}

/** Names the app's build in every answer. */
export function nameBuild(app: FastifyInstance, build: string): void {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header(headers.build, build)
    next()
  })
}

/** Headers of every answer of the API. */
const apiHeaders = { [headers.shop]: '1', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
const echoedKey = /^[\x20-\x7e]{1,200}$/

/** Sets the default headers of an answer: the shop's own, the echoed idempotency key, and `no-store`. */
export function setApiHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(apiHeaders)
  const key = request.headers[headers.key]
  if (typeof key === 'string' && echoedKey.test(key)) reply.header(headers.key, key)
}

export async function addApiHeaders(app: FastifyInstance): Promise<void> {
  // a callback, because a promise per request would take a tenth of a catalogue answer's time
  app.addHook('onRequest', (request, reply, next) => {
    setApiHeaders(request, reply)
    // RFC 9112 requires this refusal; Node's own would lack the shop's header
    if (request.raw.headers.host !== undefined || request.raw.httpVersion === '1.0') next()
    else sendRefusal(reply, refuse('malformed', { detail: 'The request names no host.' }))
  })
  // at once also where they are long: a stream would hold a megabyte for each answer that is not read
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: compressFrom,
    syncThreshold: Number.POSITIVE_INFINITY,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    customTypes: /^application\/json/,
    // compressed bodies are refused; one that is unpacked and read by nobody would hold up its connection
    globalDecompression: false,
  })
}

/** With the calls of tus, which are in no list of the contract. */
const patterns = [
  ...Object.values(calls),
  { method: 'POST', path: uploadPath },
  { method: 'PATCH', path: `${uploadPath}:id/` },
].map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^/api${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`),
}))

/** 404 for unknown paths, 405 with `Allow` for known paths with another method. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
  if (methods.size === 0) return sendRefusal(reply, refuse('not-found'))
  return sendRefusal(reply.header('allow', [...methods].sort().join(', ')), refuse('method-not-allowed'))
}

/** Answers what is wrong or unknown, and logs one line per answer; successful catalogue calls, the bulk, only at level debug. */
export function answerAndLog(app: FastifyInstance): void {
  // so that every request object has the same shape
  for (const name of ['user', 'upload', 'publicTag']) app.decorateRequest(name, undefined)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(answerUnknown)
  const isBrief = !['trace', 'debug'].includes(app.log.level)
  app.addHook('onResponse', ({ method, url, log, publicTag }, { statusCode: status, elapsedTime }, next) => {
    const level = publicTag !== undefined && status < 400 ? 'debug' : 'info'
    if (level === 'debug' && isBrief) return next()
    log[level]({ method, path: pathOf(url), status, ms: Math.round(elapsedTime) }, 'answered')
    next()
  })
}
