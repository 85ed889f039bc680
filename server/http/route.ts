import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Static, TSchema, Type } from 'typebox'
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { headers } from '../../contract/headers.ts'
import { limits } from '../../contract/limits.ts'
import { isUuid } from '../../contract/uuid.ts'
import type { AnswerCache } from './answer-cache.ts'
import { bearerToken } from './bearer.ts'
import { type BodyType, checkBodyType, readMultipart } from './bodies.ts'
import { addVary } from './encoding.ts'
import { type Outcome, type Refusal, refuse } from './outcome.ts'
import { sendRefusal } from './problem.ts'
import type { SessionUser } from './request.ts'
import { readNumbers, refuseLongLists, unstorableTexts } from './validation.ts'

type UserOf<N extends EndpointName> = (typeof endpoints)[N]['who'] extends 'public' ? undefined : SessionUser

export interface Call<N extends EndpointName, Q extends TSchema, B extends TSchema> {
  /** the last part of the address: an id of the right form, or the fish type */
  param: string
  query: Static<Q>
  body: Static<B>
  user: UserOf<N>
  /** the Idempotency-Key */
  key: string | undefined
  /** the uploaded file */
  upload: Buffer | undefined
  /** the address that the call came from */
  address: string
  /** the answer's text, cut to the fields of its schema */
  encode: (answer: unknown) => string
}

/** An answer that was stored together with what it says, sent word for word. */
export interface StoredAnswer {
  ok: true
  stored: { status: number; text: string; replayed: boolean }
}

export interface RouteSpec<N extends EndpointName, Q extends TSchema, B extends TSchema, A extends TSchema> {
  summary: string
  query?: Q
  body?: B
  /** body types, JSON when not said */
  accepts?: BodyType[]
  /** the form's field with the file */
  fileField?: string
  /** older or foreign names of fields, put right before validation */
  prepare?: (body: Record<string, unknown>) => Record<string, unknown>
  /** none: 204 */
  answer?: A
  status?: 200 | 201
  /** a catalogue answer, kept until the catalogue changes */
  cached?: true
  handle: (call: Call<N, Q, B>) => Promise<Outcome<Static<A>> | StoredAnswer>
}

export interface RouteDeps {
  authenticate: (token: string) => Promise<Outcome<SessionUser>>
  /** refuses writes, for instance when the disk is full */
  checkWrite: () => Promise<Refusal | undefined>
  cache: AnswerCache
}

/** What the description of the API is made from. */
export interface DescribedRoute {
  name: EndpointName
  summary: string
  query: TSchema | undefined
  body: TSchema | undefined
  accepts: BodyType[]
  fileField: string | undefined
  answer: TSchema | undefined
  status: number
}

/** Lower-case, so that one id has one spelling. */
const keyOf = (request: FastifyRequest) => {
  const key = request.headers[headers.key]
  return typeof key === 'string' ? key.toLowerCase() : undefined
}

function access(endpoint: Endpoint, deps: RouteDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.header('cache-control', 'private, no-store')
    addVary(reply, 'Authorization')
    const token = bearerToken(request)
    if (token === undefined) return sendRefusal(reply, refuse('login-required'))
    const session = await deps.authenticate(token)
    if (!session.ok) return sendRefusal(reply, session)
    if (endpoint.who === 'admin' && !session.value.isAdmin) return sendRefusal(reply, refuse('forbidden'))
    request.user = session.value
    return undefined
  }
}

function readBody(route: DescribedRoute, prepare?: (body: Record<string, unknown>) => Record<string, unknown>) {
  const { body, fileField } = route
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!body) return undefined
    const type = request.headers['content-type'] ?? ''
    if (/^multipart\//i.test(type)) {
      const refusal = await readMultipart(request, fileField)
      if (refusal) return sendRefusal(reply.header('connection', 'close'), refusal)
    }
    const long = refuseLongLists(body, request.body)
    if (long) return sendRefusal(reply, long)
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) return undefined
    // an object that a parser made
    let fields = request.body as Record<string, unknown>
    if (!/json/i.test(type)) fields = readNumbers(body, fields)
    request.body = prepare ? prepare(fields) : fields
    return undefined
  }
}

function readQuery(query: TSchema) {
  return async (request: FastifyRequest): Promise<void> => {
    // fast-querystring makes plain objects of texts and lists of texts
    request.query = readNumbers(query, request.query as Record<string, unknown>)
  }
}

function checkTexts(request: FastifyRequest): Refusal | undefined {
  if (unstorableTexts(request.query).length > 0) return refuse('malformed')
  const errors = unstorableTexts(request.body)
  return errors.length > 0 ? refuse('invalid-fields', { errors }) : undefined
}

function checkCall(endpoint: Endpoint, deps: RouteDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const key = endpoint.keyed && keyOf(request)
    if (key && !isUuid(key))
      return sendRefusal(reply, refuse('malformed', { detail: 'The Idempotency-Key is not a UUID.' }))
    const refusal = checkTexts(request) ?? (endpoint.method === 'GET' ? undefined : await deps.checkWrite())
    return refusal && sendRefusal(reply, refusal)
  }
}

function sendStored(reply: FastifyReply, { stored }: StoredAnswer): FastifyReply {
  if (stored.replayed) reply.header(headers.replayed, 'true')
  return reply
    .code(stored.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(Buffer.from(stored.text))
}

/** Makes `route`, which turns an endpoint of the contract, its schemas and a short handler into a route of the API. */
export function createRouter(app: FastifyInstance, deps: RouteDeps) {
  const described: DescribedRoute[] = []

  function route<
    N extends EndpointName,
    Q extends TSchema = ReturnType<typeof Type.Object>,
    B extends TSchema = ReturnType<typeof Type.Unknown>,
    A extends TSchema = ReturnType<typeof Type.Undefined>,
  >(name: N, spec: RouteSpec<N, Q, B, A>): void {
    const endpoint: Endpoint = endpoints[name]
    const param = /:(\w+)/.exec(endpoint.path)?.[1]
    const { summary, query, body, fileField, answer } = spec
    const accepts = spec.accepts ?? ['json']
    const status = answer ? (spec.status ?? 200) : 204
    const info: DescribedRoute = { name, summary, query, body, accepts, fileField, answer, status }
    described.push(info)

    const open = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      if (spec.cached) return deps.cache.hit(request, reply)
      const wrong = endpoint.method === 'GET' ? undefined : checkBodyType(request, accepts)
      return wrong && sendRefusal(reply, wrong)
    }

    // only schemas of objects and lists are encoded here
    const encoder = (reply: FastifyReply) => (value: unknown) =>
      String(reply.serializeInput(value as Record<string, unknown>, String(status)))

    const handler: RouteOptions['handler'] = async (request, reply) => {
      const text = param === undefined ? '' : String(Reflect.get(Object(request.params), param))
      const value = param === 'id' ? text.toLowerCase() : text
      if (param === 'id' && !isUuid(value)) return sendRefusal(reply, refuse('not-found'))
      // validated just before by the schemas that these types come from
      const outcome = await spec.handle({
        param: value,
        query: request.query as Static<Q>,
        body: request.body as Static<B>,
        user: request.user as UserOf<N>,
        key: endpoint.keyed && keyOf(request),
        upload: request.upload,
        address: request.ip,
        encode: encoder(reply),
      })
      if (!outcome.ok) return sendRefusal(reply, outcome)
      if ('stored' in outcome) return sendStored(reply, outcome)
      if (spec.cached) return deps.cache.put(request, reply, encoder(reply)(outcome.value))
      reply.code(outcome.status ?? status).headers(outcome.headers ?? {})
      return answer ? reply.header('content-type', 'application/json; charset=utf-8').send(outcome.value) : reply.send()
    }

    app.route({
      method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
      url: endpoint.path,
      bodyLimit: accepts.includes('multipart') ? limits.uploadBytes : limits.jsonBodyBytes,
      schema: {
        ...(query ? { querystring: query } : {}),
        ...(body ? { body } : {}),
        ...(answer ? { response: { [status]: answer } } : {}),
      },
      onRequest: endpoint.who === 'public' ? [open] : [access(endpoint, deps), open],
      preValidation: [readBody(info, spec.prepare), ...(query ? [readQuery(query)] : [])],
      preHandler: [checkCall(endpoint, deps)],
      handler,
    })
  }

  return { route, described }
}

export type Route = ReturnType<typeof createRouter>['route']
