import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Access, type Call, type CallName, calls, rightForKeys } from '../../../contract/calls.ts'
import { isUuid } from '../../../contract/reference.ts'
import { headers } from '../../../contract/service.ts'
import type { SessionUser } from '../caller.ts'
import { refuse, refuseFields } from '../refusal.ts'
import { addVary } from './answer-cache.ts'
import { formFields, readMultipart } from './bodies.ts'
import type { JsonSchema } from './json-schema.ts'
import type { RouteDeps } from './route-spec.ts'
import { longList, readNumbers, unstorableTexts } from './validation.ts'

/** The Idempotency-Key, in lower case like all ids. */
export const keyOf = (request: FastifyRequest) => {
  const key = request.headers[headers.key]
  return typeof key === 'string' ? key.toLowerCase() : undefined
}

/** The token of a session, or an API key */
const bearer = /^Bearer ((?:qs_)?[A-Za-z0-9_-]{43})$/i

/** The token of a call; undefined when it is missing or malformed, or the header is repeated. */
function bearerToken(request: FastifyRequest): string | undefined {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) return undefined
  const count = request.raw.rawHeaders.filter(
    (text, at) => at % 2 === 0 && text.toLowerCase() === 'authorization',
  ).length
  return count === 1 ? token : undefined
}

/** A key owns nothing, so that it needs the right also where an owner would not. */
function checkKey(name: CallName | undefined, { key, rights }: SessionUser): void {
  const right = name && rightForKeys(name)
  if (!name || !right) throw refuse('api-key-not-allowed')
  if (!rights.includes(right)) throw refuse('forbidden')
  if (key?.isReadOnly && calls[name].method !== 'GET') throw refuse('api-key-read-only')
}

/** Authenticates the caller, checks the rights of the endpoint and sets `request.user`. Without its name, keys are refused. */
export function access(who: Access, deps: RouteDeps, name?: CallName) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'private, no-store')
    addVary(reply, 'Authorization')
    const token = bearerToken(request)
    if (token === undefined) throw refuse('login-required')
    const user = await deps.authenticate(token, request.headers['user-agent'])
    if (user.key) checkKey(name, user)
    else if (who.who === 'admin' && !user.rights.includes(who.right)) throw refuse('forbidden')
    request.user = user
  }
}

/** Deepest nesting of a body that the call does not use. */
const deepest = 16

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1))
}

/** Turns a body of any accepted type into one object. A call without a body ignores it, unless it is nested absurdly deep. */
export function readBody(body: JsonSchema | undefined, { fileField, aliases, dropsEmpty }: Call) {
  // bodies of forms and JSON are plain objects
  const prepare = (fields: Record<string, unknown>): Record<string, unknown> => {
    const left = Object.entries(fields).filter(
      ([name, value]) => !(aliases && name in aliases) && !(dropsEmpty && value === ''),
    )
    const renamed = Object.entries(aliases ?? {}).map(([other, name]) => [name, fields[name] ?? fields[other]])
    return Object.fromEntries([...left, ...renamed])
  }
  const form = body ? formFields(body, Object.keys(aliases ?? {})) : undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!body) {
      if (isDeeper(request.body, deepest)) throw refuse('malformed')
      request.body = undefined
      return
    }
    const type = request.headers['content-type'] ?? ''
    if (form && /^multipart\//i.test(type)) {
      const refusal = await readMultipart(request, { fileField, fields: form })
      if (refusal) {
        reply.header('connection', 'close')
        throw refusal
      }
    }
    const long = longList(body, request.body)
    if (long) throw refuseFields(long)
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) return
    // a plain object, made by a parser
    let fields = request.body as Record<string, unknown>
    if (!/json/i.test(type)) fields = readNumbers(body, fields)
    request.body = aliases || dropsEmpty ? prepare(fields) : fields
  }
}

/** Converts the query's texts to numbers where the schema has numbers. */
export function readQuery(query: JsonSchema) {
  return async (request: FastifyRequest): Promise<void> => {
    // fast-querystring returns a plain object of texts and lists of texts
    request.query = readNumbers(query, request.query as Record<string, unknown>)
  }
}

/** Checks what schemas cannot: the key's form, texts that cannot be stored, and whether writes are possible. */
export function checkCall({ keyed, method }: Call, deps: RouteDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    const key = keyed ? keyOf(request) : undefined
    // also refuses an empty key, which all clients would share
    if (key !== undefined && !isUuid(key)) throw refuse('malformed', { detail: 'The Idempotency-Key is not a UUID.' })
    if (unstorableTexts(request.query).length > 0) throw refuse('malformed')
    const errors = unstorableTexts(request.body)
    if (errors.length > 0) throw refuse('invalid-fields', { errors })
    if (method !== 'GET') await deps.checkWrite()
  }
}
