import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { type BrokenRule, type InvalidField, readBrokenRule } from '../../../contract/field-rules.ts'
import { oneLinePattern } from '../../../contract/fields.ts'
import { dayPattern } from '../../../contract/offers.ts'
import { mostErrors } from '../refusal.ts'
import type { JsonSchema } from './json-schema.ts'

/** Ajv's options: no coercion, unknown fields removed, every wrong field reported. */
export const ajvOptions = { coerceTypes: false, removeAdditional: 'all', useDefaults: false, allErrors: true } as const

/** The fields of an object schema; none of any other. */
export function propertiesOf({ properties = {} }: JsonSchema): Record<string, JsonSchema> {
  return properties
}

/** The contract's rule for a failed JSON Schema keyword; `allowedValue` for all others. */
function brokenRule(keyword: string, { limit, type, pattern }: Record<string, unknown>): BrokenRule {
  if (keyword === 'minLength' && limit === 1) return { rule: 'required' }
  if (keyword === 'pattern' && pattern === '\\S') return { rule: 'required' }
  if (keyword === 'pattern' && pattern === oneLinePattern) return { rule: 'oneLine' }
  if (keyword === 'format' || (keyword === 'pattern' && pattern === dayPattern)) return { rule: 'day' }
  if (keyword === 'type' && type === 'integer') return { rule: 'wholeNumber' }
  return readBrokenRule(keyword, limit) ?? { rule: 'allowedValue' }
}

/** Keywords that only say that an alternative does not match; another error of the field is preferred. */
const vague = ['const', 'anyOf']

function pathOf(error: FastifySchemaValidationError): string {
  const parts = error.instancePath.split('/').slice(1)
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined
  return [...parts, ...(missing === undefined ? [] : [missing])].join('.')
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
    if (first ? vague.includes(first.keyword) : byPath.size < mostErrors) byPath.set(path, error)
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
