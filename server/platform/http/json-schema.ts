import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { dayPattern } from '../../../contract/offers.ts'

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
  const json = made.get(schema) ?? convert(schema)
  made.set(schema, json)
  return json
}

function convert(schema: v.GenericSchema): JsonSchema {
  const { $schema: _dialect, ...json } = toJsonSchema(schema, {
    typeMode: 'input',
    overrideSchema({ valibotSchema: { type }, jsonSchema: made }) {
      if (type === 'literal') return { ...made, type: 'string' }
      // what is sent as it is, such as a stream
      if (type === 'custom') return { type: 'string' }
      return type === 'union' || type === 'nullable'
        ? (mergeAlternatives(made as JsonSchema) as typeof made)
        : undefined
    },
    overrideAction({ valibotAction, jsonSchema: made }) {
      // what JSON Schema cannot say is checked by the code that needs it
      if (valibotAction.type === 'check') return made
      if (valibotAction.type !== 'regex' || !('requirement' in valibotAction)) return undefined
      // a regex action has one; Ajv reads every pattern with the flag `u`
      const { source } = valibotAction.requirement as RegExp
      // Ajv knows the days of each month
      if (source === dayPattern) return { ...made, pattern: source, format: 'date' }
      return made.pattern === source ? made : { ...made, allOf: [{ pattern: source }] }
    },
  })
  // the keywords that this server uses have these types
  return json as JsonSchema
}
