import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type * as v from 'valibot'
import { keyPrefix, type Right } from '../../contract/accounts.ts'
import { failedChecks } from '../../contract/broken-rules.ts'
import { type Access, type Call, type CallName, type Calls, callOf, calls, rightForKeys } from '../../contract/calls.ts'
import { isUuid } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import { headers } from '../../contract/service.ts'
import type { ServiceDeps } from '../service-deps.ts'
import type { AnswerCache } from './answer-cache.ts'
import { addVary } from './api.ts'
import { type Actor, type Caller, callerGroup, type SessionUser, wantedLanguage } from './caller.ts'
import { fewAtATime } from './few-at-a-time.ts'
import type { Listed } from './lists.ts'
import { describeCall } from './openapi.ts'
import { refuse, refuseFields } from './refusal.ts'
import { checkBodyType, jsonSchema, propertiesOf, readBody, readNumbers, unstorableTexts } from './validation.ts'

interface Sent {
  /** in place of the call's own */
  status?: number
  headers?: Record<string, string>
  /** of a public answer with a version of its own, for If-Match */
  revision?: number
  /** the stored answer of an earlier request with the same key */
  isReplayed?: boolean
}

/** An answer with a status or headers of its own. */
export class Answer<T> {
  readonly value: T
  readonly sent: Sent

  constructor(value: T, sent: Sent = {}) {
    this.value = value
    this.sent = sent
  }
}

/** Headers of an admin list: `X-Total-Count`, and `Link` (RFC 8288) if there is a next page. */
export function listHeaders(path: string, query: Record<string, unknown>, listed: Listed<unknown>) {
  const total = { [headers.total]: String(listed.total) }
  if (listed.page >= listed.pages) return total
  const next = new URLSearchParams()
  for (const name of ['keyword', 'state', 'by', 'thing'])
    if (typeof query[name] === 'string') next.set(name, query[name])
  next.set('page', String(listed.page + 1))
  next.set('per_page', String(listed.perPage))
  return { ...total, link: `<${path}?${next}>; rel="next"` }
}

/** The answer of an admin list: its rows, with `listHeaders`. */
export const answerList = <T>(path: string, query: Record<string, unknown>, listed: Listed<T>) =>
  new Answer(listed.rows, { headers: listHeaders(path, query, listed) })

/** The signed-in user, who is also the actor of changes; undefined for public calls. */
type UserOf<N extends CallName> = Calls[N] extends { who: 'public' } ? undefined : SessionUser & Actor

type Parsed<N extends CallName, Part extends 'query' | 'body'> =
  Calls[N] extends Record<Part, infer Shape extends v.GenericSchema> ? v.InferOutput<Shape> : undefined

export interface CallOf<N extends CallName> {
  /** the first parameter of the path: a UUID, or the fish type; else empty */
  param: string
  /** the second parameter of the path; else empty */
  secondParam: string
  query: Parsed<N, 'query'>
  body: Parsed<N, 'body'>
  user: UserOf<N>
  /** the Idempotency-Key */
  key: string | undefined
  /** the If-Match header: ETags of the version that the client has edited */
  ifMatch: string | undefined
  /** the uploaded file */
  upload: Calls[N] extends { needsFile: true } ? Buffer : Buffer | undefined
  /** the caller's address group, which limits count and the log names */
  address: string
  /** from Accept-Language */
  language: Locale
}

/** Sends an answer of bytes. */
export type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** What a handler answers; nothing for 204. */
export type AnswerTo<N extends CallName> = Calls[N] extends { sends: infer Kind }
  ? Kind extends 'events'
    ? Readable
    : Send
  : Calls[N] extends { answer: infer Shape extends v.GenericSchema }
    ? v.InferOutput<Shape>
    : // biome-ignore lint/suspicious/noConfusingVoidType: a use case without an answer ends without a return
      void

export type Handler<N extends CallName> = (
  deps: ServiceDeps,
  call: CallOf<N>,
) => Promise<
  | AnswerTo<N>
  | Answer<AnswerTo<N>>
  | (N extends 'downloadOwnData' ? Readable : never)
  | (N extends 'listLotOrders' ? Send : never)
>

export type Handlers = { [N in CallName]: Handler<N> }

export interface RouteDeps {
  authenticate: (token: string, userAgent: string | undefined) => Promise<SessionUser>
  authenticateKey: (key: string) => Promise<SessionUser>
  /** checks session and right of a caller again, where something is stored without a transaction */
  recheck: (caller: Caller) => Promise<void>
  /** refuses writes, for instance when the disk is full */
  checkWrite: () => Promise<void>
  cache: AnswerCache
}

/** The Idempotency-Key, in lower case like all ids. */
export const keyOf = (request: FastifyRequest) => {
  const key = request.headers[headers.key]
  return typeof key === 'string' ? key.toLowerCase() : undefined
}

/** The token of a session, or an API key */
const bearer = /^Bearer ((?:qs_)?[A-Za-z0-9_-]{43})$/i

/** The token of a call; undefined when it is missing or malformed, or the header is repeated. */
function bearerToken({ headers: { authorization = '' }, raw }: FastifyRequest): string | undefined {
  const isName = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === 'authorization'
  return raw.rawHeaders.filter(isName).length === 1 ? bearer.exec(authorization)?.[1] : undefined
}

/** Whether one of the rights of a call is among these. */
const hasRightFor = ({ right, also }: Pick<Call, 'right' | 'also'>, rights: readonly Right[]) =>
  rights.some((each) => each === right || each === also)

/** A key owns nothing, so that it needs the right also where an owner would not. */
function checkKey(name: CallName | undefined, { key, rights }: SessionUser): void {
  const right = name && rightForKeys(name)
  if (!name || !right) throw refuse('api-key-not-allowed')
  if (!hasRightFor({ right, also: callOf(name).also }, rights)) throw refuse('forbidden')
  if (key?.isReadOnly && calls[name].method !== 'GET') throw refuse('api-key-read-only')
}

/** Authenticates the caller, checks the rights of the endpoint and sets `request.user`. Without its name, keys are refused. */
export function access(who: Access & Pick<Call, 'also'>, deps: RouteDeps, name?: CallName) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'private, no-store')
    addVary(reply, 'Authorization')
    const token = bearerToken(request)
    if (token === undefined) throw refuse('login-required')
    // a session's token may begin like a key
    const isKey = token.startsWith(keyPrefix) && token.length > 43
    const user = await (isKey ? deps.authenticateKey(token) : deps.authenticate(token, request.headers['user-agent']))
    if (user.key) checkKey(name, user)
    else if (who.right && !who.who && !hasRightFor(who, user.rights)) throw refuse('forbidden')
    request.user = user
  }
}

/** Checks what JSON Schema cannot: the key's form, texts that cannot be stored, rules of the body, and whether writes are possible. */
function checkCall({ keyed, method, body }: Call, deps: RouteDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    const key = keyed ? keyOf(request) : undefined
    // also refuses an empty key, which all clients would share
    if (key !== undefined && !isUuid(key)) throw refuse('malformed', { detail: 'The Idempotency-Key is not a UUID.' })
    if (unstorableTexts(request.query).length > 0) throw refuse('malformed')
    const unstorable = unstorableTexts(request.body)
    if (unstorable.length > 0) throw refuseFields(...unstorable)
    const broken = body ? failedChecks(body, request.body) : []
    if (broken.length > 0) throw refuseFields(...broken)
    if (method !== 'GET') await deps.checkWrite()
  }
}

/** Calls that read from the database at once: each may hold an answer's rows, and more at once are not faster. */
const mostReading = 2
const answerTypes = { json: 'application/json', events: 'text/event-stream', bytes: 'application/octet-stream' }

/** Sends a stream of events as it comes; no proxy may compress or hold back any of it. */
function sendStream(reply: FastifyReply, stream?: unknown): FastifyReply {
  reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
  return reply.header('content-type', answerTypes.events).send(stream)
}

/** The parameters of a call's path, ids in lower case. Refuses with `not-found` what cannot exist in the database. */
function readParams(request: FastifyRequest, names: readonly string[]): string[] {
  return names.map((name) => {
    const text = String(Reflect.get(Object(request.params), name))
    const isWord = ['type', 'page', 'hash'].includes(name)
    if (isWord ? unstorableTexts(text).length > 0 : !isUuid(text)) throw refuse('not-found')
    return isWord ? text : text.toLowerCase()
  })
}

/**
 * The way of every call: limits (`caller-limits.ts`) → cache → crowd → session and right → body, query and texts → the disk → the
 * handler, with the right checked again by what it writes → the answer. Returns the function that adds a route for each call
 * of the contract.
 */
export function createRouter(app: FastifyInstance, deps: RouteDeps) {
  const reading = fewAtATime(mostReading)
  const refuseCrowd = (_request: FastifyRequest, _reply: FastifyReply, next: (error?: Error) => void) =>
    next(app.isCrowded() ? refuse('busy') : undefined)

  function route<N extends CallName>(name: N, handler: (call: CallOf<N>) => ReturnType<Handler<N>>): void {
    const spec: Call = calls[name]
    const params = [...spec.path.matchAll(/:(\w+)/g)].flatMap(([, param]) => param ?? [])
    const { fileField } = spec
    const [query, body, answer] = [spec.query, spec.body, spec.answer].map((shape) => shape && jsonSchema(shape))
    const accepts = spec.accepts ?? ['json']
    const status = answer ? (spec.status ?? 200) : 204
    const cache = spec.cached && deps.cache.forCall(name, query ? Object.keys(propertiesOf(query)) : [])
    const isCounted = name !== 'health'
    const takesBody = spec.method !== 'GET'
    const answerType = spec.mediaType ?? answerTypes[spec.sends ?? 'json']
    const described = describeCall(name, { query, body, answer }, { answerType, status })

    const readQuery = async (request: FastifyRequest) => {
      // fast-querystring returns a plain object of texts and lists of texts
      if (query) request.query = readNumbers(query, request.query as Record<string, unknown>)
    }

    const answerCall: RouteOptions['handler'] = async (request, reply) => {
      const [param = '', secondParam = ''] = readParams(request, params)
      if (spec.sends === 'events' && request.method === 'HEAD') return sendStream(reply)
      const address = callerGroup(request)
      const user = request.user && { ...request.user, right: spec.right, also: spec.also, from: address }
      // converting a picture or drawing a paper is expensive, and neither needs a transaction
      if ((fileField || (spec.body && spec.sends)) && user) await deps.recheck(user)
      if (fileField && spec.needsFile && !request.upload) throw refuseFields({ path: fileField, rule: 'pictureFile' })
      const call = {
        param,
        secondParam,
        query: request.query,
        body: request.body,
        user,
        key: spec.keyed && keyOf(request),
        ifMatch: request.headers['if-match'],
        upload: request.upload,
        address,
        language: wantedLanguage(request.headers['accept-language']),
      }
      // validated by the schemas that its types come from
      const handle = () => handler(call as CallOf<N>)
      const read = async () => {
        // a caller who has hung up while waiting reads no answer
        if (request.raw.socket.destroyed) throw refuse('busy')
        return handle()
      }
      const answered: unknown = await (isCounted && !takesBody ? reading(read) : handle())
      const { value, sent } = answered instanceof Answer ? answered : new Answer(answered)
      reply.headers(sent.headers ?? {})
      if (sent.isReplayed) reply.header(headers.replayed, 'true')
      if (spec.sends === 'events') return sendStream(reply, value)
      if (spec.sends || typeof value === 'function') return (value as Send)(request, reply)
      if (cache) {
        // calls that are cached answer objects or lists
        const text = String(reply.serializeInput(value as Record<string, unknown>, String(status)))
        return cache.put({ request, reply }, text, sent.revision)
      }
      reply.code(sent.status ?? status)
      if (!answer) return reply.send()
      reply.header('content-type', 'application/json; charset=utf-8')
      // Fastify would send a plain string without JSON's quotes
      return reply.send(typeof value === 'string' ? Buffer.from(JSON.stringify(value)) : value)
    }

    const options: RouteOptions = {
      method: spec.method === 'GET' ? ['GET', 'HEAD'] : spec.method,
      url: spec.path,
      config: { described, isUpload: fileField !== undefined || spec.large === true },
      // `readMultipart` has its own limits for forms with files
      bodyLimit: spec.large ? limits.importBytes : limits.jsonBodyBytes,
      schema: {
        ...(query ? { querystring: query } : {}),
        ...(body ? { body } : {}),
        ...(answer ? { response: { [status]: answer } } : {}),
      },
      onRequest: [
        ...(cache ? [cache.hit] : []),
        ...(isCounted ? [refuseCrowd] : []),
        ...(spec.who === 'public' ? [] : [access(spec, deps, name)]),
        ...(takesBody ? [async (request: FastifyRequest) => checkBodyType(request, accepts)] : []),
      ],
      preValidation: [...(takesBody ? [readBody(body, spec)] : []), readQuery],
      preHandler: [checkCall(spec, deps)],
      // a stream goes out as it comes; files and cached answers are compressed already
      ...(spec.sends || cache ? { compress: false } : {}),
      handler: answerCall,
    }
    if (!accepts.includes('multipart')) return void app.route(options)
    // in a scope of its own, because the parser's hooks slow every route in it
    void app.register(async (scope) => {
      await scope.register(multipart)
      scope.route(options)
    })
  }

  /** Serves every call by the handler of its name. */
  return (handlers: Handlers, serviceDeps: ServiceDeps) => {
    const one = <N extends CallName>(name: N) => route(name, (call) => handlers[name](serviceDeps, call))
    for (const name of Object.keys(calls) as CallName[]) one(name)
  }
}
