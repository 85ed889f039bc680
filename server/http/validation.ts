import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'
import type { FieldProblem } from '../../contract/problem.ts'
import { type Refusal, refuse } from './outcome.ts'

/** Ajv as the contract needs it: nothing coerced, unknown fields dropped, every wrong field named. */
export const ajvOptions = { coerceTypes: false, removeAdditional: 'all', useDefaults: false, allErrors: true } as const

type Property = TSchema & { type?: string; maxItems?: number }

function properties(schema: TSchema): [string, Property][] {
  // object schemas of the contract have properties; all others have none
  return Object.entries((schema as { properties?: Record<string, Property> }).properties ?? {})
}

const sentences: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'is required.',
  type: ({ type }) => `must be ${type === 'integer' ? 'a whole number' : `of type ${type}`}.`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty.' : `must have at least ${limit} characters.`),
  maxLength: ({ limit }) => `must have at most ${limit} characters.`,
  minimum: ({ limit }) => `must be at least ${limit}.`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}.`,
  maximum: ({ limit }) => `must be at most ${limit}.`,
  minItems: ({ limit }) => `must have at least ${limit} entries.`,
  maxItems: ({ limit }) => `must have at most ${limit} entries.`,
  pattern: ({ pattern }) => (pattern === '\\S' ? 'must not be empty.' : 'has the wrong form.'),
  const: () => 'has none of the allowed values.',
  anyOf: () => 'has none of the allowed values.',
}
/** Keywords that only say that an alternative did not fit; another error of the same field says more. */
const vague = ['const', 'anyOf']

function pathOf(error: FastifySchemaValidationError): string {
  const parts = error.instancePath.split('/').slice(1)
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined
  return [...parts, ...(missing === undefined ? [] : [missing])].join('.')
}

/** One problem per field, in the order of the schema. */
export function fieldProblems(errors: readonly FastifySchemaValidationError[]): FieldProblem[] {
  const byPath = new Map<string, FastifySchemaValidationError>()
  for (const error of errors) {
    const path = pathOf(error)
    const told = byPath.get(path)
    if (!told || vague.includes(told.keyword)) byPath.set(path, error)
  }
  return [...byPath].map(([path, { keyword, params }]) => {
    const say = sentences[keyword] ?? (() => 'is not valid.')
    return { path, detail: `${path || 'The body'} ${say(params)}` }
  })
}

/** A list much too long is refused before each of its thousands of entries gets an error of its own. */
export function refuseLongLists(schema: TSchema, body: unknown): Refusal | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  for (const [name, { maxItems }] of properties(schema)) {
    const value: unknown = Reflect.get(body, name)
    if (maxItems !== undefined && Array.isArray(value) && value.length > maxItems) {
      return refuse('invalid-fields', {
        errors: [{ path: name, detail: `${name} must have at most ${maxItems} entries.` }],
      })
    }
  }
  return undefined
}

const plainNumber = /^(0|[1-9]\d{0,14})(\.\d{1,12})?$/
const wholeNumber = /^[1-9]\d{0,8}$/

/** Query strings and forms carry numbers as text: turns plainly written ones into numbers where the schema has one. */
export function readNumbers(schema: TSchema, values: Record<string, unknown>): Record<string, unknown> {
  const read = { ...values }
  for (const [name, { type }] of properties(schema)) {
    const text = values[name]
    if (typeof text !== 'string') continue
    if (type === 'integer' && wholeNumber.test(text)) read[name] = Number(text)
    if (type === 'number' && plainNumber.test(text)) read[name] = Number(text)
  }
  return read
}

/** NUL, which PostgreSQL cannot store, and lone surrogates, which no UTF-8 can carry. */
const unstorable = /[\0\p{Cs}]/u

/** Paths of the texts that cannot be stored. Values were validated before, so they are shallow. */
export function unstorableTexts(value: unknown, path = ''): FieldProblem[] {
  if (typeof value === 'string') {
    return unstorable.test(value) ? [{ path, detail: `${path} contains a character that is not allowed.` }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => unstorableTexts(child, path ? `${path}.${key}` : key))
}
