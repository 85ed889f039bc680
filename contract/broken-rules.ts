import * as v from 'valibot'
import { type BrokenRule, type InvalidField, oneLinePattern, readBrokenRule } from './fields.ts'
import { currencyPattern, dayPattern } from './offers.ts'
import { fieldRow, productFieldNames } from './product-fields.ts'

/* What a value breaks, by the schema's keyword: the server and the app's forms name it alike. */

/** The schema of a call's body, for files that need not know the library. */
export type BodySchema = v.GenericSchema
export type ShapeOf<T> = v.GenericSchema<unknown, T>

/** The contract's rule for a failed JSON Schema keyword; `allowedValue` for all others. */
export function brokenRule(keyword: string, { limit, type, pattern }: Record<string, unknown>): BrokenRule {
  if (keyword === 'minLength' && limit === 1) return { rule: 'required' }
  if (keyword === 'pattern' && pattern === '\\S') return { rule: 'required' }
  if (keyword === 'pattern' && pattern === oneLinePattern) return { rule: 'oneLine' }
  if (keyword === 'format' || (keyword === 'pattern' && pattern === dayPattern)) return { rule: 'day' }
  if (keyword === 'pattern' && pattern === currencyPattern) return { rule: 'currency' }
  const named = productFieldNames.map((name) => fieldRow(name).pattern).find((each) => each?.source === pattern)
  if (keyword === 'pattern' && named) return { rule: named.rule }
  if (keyword === 'type' && type === 'integer') return { rule: 'wholeNumber' }
  return readBrokenRule(keyword, limit) ?? { rule: 'allowedValue' }
}

/** The keywords that Valibot's actions become in JSON Schema. */
const keywords: Record<string, string> = { min_value: 'minimum', gt_value: 'exclusiveMinimum', max_value: 'maximum' }

function ruleOf({ type, input, received, requirement, message }: v.BaseIssue<unknown>): BrokenRule {
  if (received === 'undefined') return { rule: 'required' }
  if (type === 'check') return readBrokenRule(message, undefined) ?? { rule: 'allowedValue' }
  // NaN, of a text that is no number; a field that takes decimals is read by hand
  if (type === 'integer' || type === 'number') return { rule: 'wholeNumber' }
  const of = Array.isArray(input) ? 'Items' : 'Length'
  if (type === 'non_empty') return brokenRule(`min${of}`, { limit: 1 })
  if (type === 'min_length' || type === 'max_length') return brokenRule(type.slice(0, 3) + of, { limit: requirement })
  if (requirement instanceof RegExp) return brokenRule('pattern', { pattern: requirement.source })
  return brokenRule(keywords[type] ?? '', { limit: requirement })
}

const issuesOf = (schema: BodySchema, value: unknown) => v.safeParse(schema, value).issues ?? []

/** The first broken rule of each field, in the order of the schema. */
const firstOfEach = (issues: v.BaseIssue<unknown>[]): InvalidField[] => {
  const byPath = new Map<string, BrokenRule>()
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? ''
    if (!byPath.has(path)) byPath.set(path, ruleOf(issue))
  }
  return [...byPath].map(([path, rule]) => ({ path, ...rule }))
}

/** What the server would refuse of a body. */
export const invalidFields = (schema: BodySchema, body: unknown): InvalidField[] => firstOfEach(issuesOf(schema, body))

/** The rules that JSON Schema cannot say (`ruled` in fields.ts), of a body that is valid in all others. */
export const failedChecks = (schema: BodySchema, body: unknown): InvalidField[] =>
  firstOfEach(issuesOf(schema, body).filter(({ type }) => type === 'check'))
