import { toJsonSchema } from '@valibot/to-json-schema'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import type * as v from 'valibot'
import { type BrokenRule, type InvalidField, oneLinePattern, readBrokenRule } from '../../contract/fields.ts'
import { dayPattern } from '../../contract/offers.ts'
import { mostErrors } from './refusal.ts'

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
      // what JSON Schema cannot say is checked by the code that needs it
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

/** The contract's rule for a failed JSON Schema keyword; `allowedValue` for all others. */
function brokenRule(keyword: string, { limit, type, pattern }: Record<string, unknown>): BrokenRule {
  if (keyword === 'minLength' && limit === 1) return { rule: 'required' }
  if (keyword === 'pattern' && pattern === '\\S') return { rule: 'required' }
  if (keyword === 'pattern' && pattern === oneLinePattern) return { rule: 'oneLine' }
  if (keyword === 'format' || (keyword === 'pattern' && pattern === dayPattern)) return { rule: 'day' }
  if (keyword === 'type' && type === 'integer') return { rule: 'wholeNumber' }
  return readBrokenRule(keyword, limit) ?? { rule: 'allowedValue' }
}

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

/** Converts the texts of query strings and forms to numbers where the schema has a number. */
export function readNumbers(schema: JsonSchema, values: Record<string, unknown>): Record<string, unknown> {
  const read = { ...values }
  for (const [name, { type }] of Object.entries(propertiesOf(schema))) {
    const text = values[name]
    if (typeof text !== 'string') continue
    if (type === 'integer' && wholeNumber.test(text)) read[name] = Number(text)
    if (type === 'number' && plainNumber.test(text)) read[name] = Number(text)
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
