import { isUtf8 } from 'node:buffer'
import formbody from '@fastify/formbody'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import type * as v from 'valibot'
import { brokenRule } from '../../contract/broken-rules.ts'
import type { BodyType, Call } from '../../contract/calls/call.ts'
import type { InvalidField } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { dayPattern } from '../../contract/offers.ts'
import { isRefusal, mostErrors, refuse, refuseFields } from './refusal.ts'

/** A JSON Schema, with the keywords that the server reads itself. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  minimum?: number
  maxLength?: number
  maxItems?: number
  required?: string[]
}

/** Alternatives as a list of types, which is serialised faster and shows in answers with many events. */
function mergeAlternatives(schema: JsonSchema): JsonSchema {
  const { anyOf: [one, other, ...more] = [], ...rest } = schema
  const isBare = other && more.length === 0 && Object.keys(other).length === 1 && typeof other.type === 'string'
  if (!isBare || typeof one?.type !== 'string' || one.minimum !== undefined) return schema
  const values = one.enum && other.type === 'null' ? { enum: [...one.enum, null] } : {}
  return { ...one, ...rest, ...values, type: [one.type, String(other.type)] }
}

const made = new WeakMap<v.GenericSchema, JsonSchema>()

/** The JSON Schema of a shape, with which Fastify validates and serialises and which OpenAPI describes. Made once for each shape. */
export function jsonSchema(schema: v.GenericSchema): JsonSchema {
  const known = made.get(schema)
  if (known) return known
  const { $schema: _dialect, ...json } = toJsonSchema(schema, {
    typeMode: 'input',
    overrideSchema({ valibotSchema: { type }, jsonSchema: own }) {
      if (type === 'literal') return { ...own, type: 'string' }
      // what is sent as it is, such as a stream
      if (type === 'custom') return { type: 'string' }
      return type === 'union' || type === 'nullable' ? (mergeAlternatives(own as JsonSchema) as typeof own) : undefined
    },
    overrideAction({ valibotAction, jsonSchema: own }) {
      // what JSON Schema cannot say: `failedChecks`, and the code that needs it
      if (valibotAction.type === 'check') return own
      if (valibotAction.type !== 'regex' || !('requirement' in valibotAction)) return undefined
      // a regex action has one; Ajv reads every pattern with the flag `u`
      const { source } = valibotAction.requirement as RegExp
      // Ajv knows the days of each month
      if (source === dayPattern) return { ...own, pattern: source, format: 'date' }
      return own.pattern === source ? own : { ...own, allOf: [{ pattern: source }] }
    },
  })
  made.set(schema, json as JsonSchema)
  // the keywords that this server uses have these types
  return json as JsonSchema
}

/** Ajv's options: no coercion, unknown fields removed, every wrong field reported. */
export const ajvOptions = { coerceTypes: false, removeAdditional: 'all', useDefaults: false, allErrors: true } as const
/** The fields of an object schema; none of any other. */
export const propertiesOf = ({ properties = {} }: JsonSchema): Record<string, JsonSchema> => properties

function pathOf({ instancePath, keyword, params }: FastifySchemaValidationError): string {
  const missing = keyword === 'required' ? [String(params.missingProperty)] : []
  return [...instancePath.split('/').slice(1), ...missing].join('.')
}

const ancestorsOf = (path: string) => [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index))

/** One broken rule per field, in the order of the schema; at most `mostErrors`. */
export function invalidFields(errors: readonly FastifySchemaValidationError[]): InvalidField[] {
  const byPath = new Map<string, FastifySchemaValidationError>()
  const parents = new Set(errors.flatMap((error) => ancestorsOf(pathOf(error))))
  for (const error of errors) {
    const path = pathOf(error)
    // an alternative that was not meant: the errors of its members show which one was
    if (/\/anyOf(\/\d+\/type)?$/.test(error.schemaPath) && parents.has(path)) continue
    const first = byPath.get(path)
    // these only say that an alternative does not match: another error of the field is preferred
    const isVague = first?.keyword === 'const' || first?.keyword === 'anyOf'
    if (first ? isVague : byPath.size < mostErrors) byPath.set(path, error)
  }
  return [...byPath].map(([path, { keyword, params }]) => ({ path, ...brokenRule(keyword, params) }))
}

/** The first list at any depth that is too long: Ajv would report an error for each of its thousands of entries. */
export function longList(schema: JsonSchema, value: unknown, path = ''): InvalidField | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { items, anyOf = [], maxItems = Number.POSITIVE_INFINITY } = schema
  const isList = Array.isArray(value)
  if (isList && value.length > maxItems) return { path, rule: 'maxItems', params: { limit: maxItems } }
  // only what the schema names is walked: lists in lists that it does not know may be of any depth
  const parts: [name: string, JsonSchema][] = isList
    ? value.flatMap((_entry, at) => (items ? [[String(at), items] as [string, JsonSchema]] : []))
    : Object.entries(propertiesOf(schema))
  for (const [name, part] of parts) {
    const long = longList(part, Reflect.get(value, name), path ? `${path}.${name}` : name)
    if (long) return long
  }
  return anyOf.map((alternative) => longList(alternative, value, path)).find(Boolean)
}

const plainNumber = /^(0|[1-9]\d{0,14})(\.\d{1,12})?$/
const wholeNumber = /^[1-9]\d{0,8}$/

/** Converts the texts of query strings and forms to numbers and booleans where the schema has them. */
export function readNumbers(schema: JsonSchema, values: Record<string, unknown>): Record<string, unknown> {
  const read = { ...values }
  for (const [name, { type }] of Object.entries(propertiesOf(schema))) {
    const text = values[name]
    if (typeof text !== 'string') continue
    if (type === 'integer' && wholeNumber.test(text)) read[name] = Number(text)
    if (type === 'number' && plainNumber.test(text)) read[name] = Number(text)
    if (type === 'boolean' && /^(true|false)$/.test(text)) read[name] = text === 'true'
  }
  return read
}

/** NUL, which PostgreSQL cannot store, and lone surrogates, which UTF-8 cannot encode. */
const unstorable = /[\0\p{Cs}]/u

/** Paths of the texts that cannot be stored. Recursive: the values are validated and therefore shallow. */
export function unstorableTexts(value: unknown, path = ''): InvalidField[] {
  if (typeof value === 'string') {
    return unstorable.test(value) ? [{ path, rule: 'allowedCharacters' }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => unstorableTexts(child, path ? `${path}.${key}` : key))
}

const types: Record<string, BodyType> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
}
/** Bytes of a form besides its file. */
const formOverhead = 64 * 1024

/** Parsers for JSON and plain forms. JSON must be UTF-8; an empty body is left to the call's schema. */
export async function bodyParsers(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) return done(null, undefined)
    if (!isUtf8(bytes)) return done(refuse('malformed'))
    return parse(request, bytes.toString(), done)
  })
  await app.register(formbody, { bodyLimit: limits.jsonBodyBytes })
}

export function hasBody(request: FastifyRequest): boolean {
  const length = request.headers['content-length']
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Refuses a body of a type that the call does not accept. */
export function checkBodyType(request: FastifyRequest, accepts: readonly BodyType[]): void {
  const header = request.headers['content-type']
  if (header === undefined && !hasBody(request)) return
  const [name = '', ...parameters] = (header ?? '').toLowerCase().split(';')
  const charset = parameters.find((part) => part.trim().startsWith('charset='))
  const isReadable = charset === undefined || /=\s*"?utf-?8"?\s*$/.test(charset)
  const type = types[name.trim()]
  const isAccepted = type !== undefined && accepts.includes(type) && isReadable
  if (!isAccepted || request.headers['content-encoding'] !== undefined) throw refuse('wrong-type')
}

/** Bytes of a form's field without a longest text: numbers and choices. */
const shortField = 1024

/** The fields that a form may have besides its file, with the most bytes of each. */
type FormFields = Map<string, number>

/** The fields of a body's schema, and those that `foreign` names, which may be as long as the longest of them. */
function formFields(body: JsonSchema, foreign: readonly string[]): FormFields {
  // a character takes four bytes at most; with one more, a text that is too long stays too long
  const bytesOf = ({ maxLength }: JsonSchema) => (maxLength === undefined ? shortField : 4 * (maxLength + 1))
  const own = Object.entries(propertiesOf(body)).map(([name, field]): [string, number] => [name, bytesOf(field)])
  const longest = Math.max(shortField, ...own.map(([, bytes]) => bytes))
  return new Map([...own, ...foreign.map((name): [string, number] => [name, longest])])
}

interface Form {
  fileField: string | undefined
  fields: FormFields
}

async function readParts(request: FastifyRequest, { fileField, fields }: Form): Promise<void> {
  const values: Record<string, unknown> = {}
  let held = 0
  const fieldSize = Math.max(shortField, ...fields.values())
  const sizes = { fileSize: limits.uploadBytes, fieldNameSize: 100, fieldSize, files: 1, fields: 30, parts: 31 }
  for await (const part of request.parts({ limits: sizes })) {
    if (part.type === 'field') {
      const bytes = Buffer.byteLength(String(part.value))
      held += bytes + part.fieldname.length
      // the parser holds also what is not of the schema
      if (part.valueTruncated || held > limits.jsonBodyBytes) throw refuse('too-large')
      const most = fields.get(part.fieldname)
      if (most === undefined) continue
      if (bytes > most) throw refuse('too-large')
      values[part.fieldname] = part.value
    } else if (part.fieldname === fileField) request.upload = await part.toBuffer()
    else part.file.resume()
  }
  // a browser sends an empty file if none was chosen
  if (request.upload?.length === 0) request.upload = undefined
  request.body = values
}

/** Refuses when more than `most` bytes have come, whatever length the form declared. */
function refuseAbove(most: number, request: FastifyRequest): Promise<never> {
  let bytes = 0
  return new Promise((_resolve, reject) => {
    request.raw.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > most) reject(refuse('too-large'))
    })
  })
}

/** Reads a form with at most one file into memory: fields into `request.body`, the file into `request.upload`. */
async function readMultipart(request: FastifyRequest, form: Form): Promise<void> {
  const most = limits.uploadBytes + formOverhead
  if (Number(request.headers['content-length'] ?? 0) > most) throw refuse('too-large')
  try {
    await Promise.race([refuseAbove(most, request), readParts(request, form)])
  } catch (error) {
    // errors of exceeded limits have a status; any other error means that the form cannot be parsed
    if (isRefusal(error) || !(error instanceof Error) || 'statusCode' in error) throw error
    throw refuse('malformed', { detail: 'The form is damaged.' })
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
      await readMultipart(request, { fileField, fields: form }).catch((error) => {
        if (isRefusal(error)) reply.header('connection', 'close')
        throw error
      })
    }
    const long = longList(body, request.body)
    if (long) throw refuseFields(long)
    // where nothing is required, a body can be left out
    if (request.body === undefined && !body.required?.length) request.body = {}
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) return
    // a plain object, made by a parser
    let fields = request.body as Record<string, unknown>
    if (!/json/i.test(type)) fields = readNumbers(body, fields)
    request.body = aliases || dropsEmpty ? prepare(fields) : fields
  }
}
