/**
 * JSON Schema with the types of what it describes, in the few words that the contract needs. A library for this is loaded in
 * hundreds of files, which took 7 MB of a server at rest.
 */

// there is no such field: it only carries the type
declare const described: unique symbol
const optional = Symbol('optional')

export interface TSchema {
  readonly [described]?: unknown
}

interface Schema<T> extends TSchema {
  readonly [described]?: T
}

interface Optional<T> extends Schema<T> {
  readonly [optional]: true
}

/** The type of what a schema describes. */
export type Static<S extends TSchema> = S extends Schema<infer T> ? T : never

type Fields = Record<string, TSchema>
type OptionalIn<F extends Fields> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F]
type Whole<T> = { [K in keyof T]: T[K] }
type Described<F extends Fields> = Whole<
  { [K in Exclude<keyof F, OptionalIn<F>>]: Static<F[K]> } & { [K in OptionalIn<F>]?: Static<F[K]> }
>

interface OfFields<F extends Fields> extends Schema<Described<F>> {
  readonly properties: F
}

interface About {
  description?: string
}
interface TextRules extends About {
  default?: string
  minLength?: number
  maxLength?: number
  pattern?: string
}
interface NumberRules extends About {
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}
interface ListRules extends About {
  minItems?: number
  maxItems?: number
}

function schema<T>(fields: object): Schema<T> {
  return fields
}

export const Type = {
  String: (rules: TextRules = {}) => schema<string>({ type: 'string', ...rules }),
  Number: (rules: NumberRules = {}) => schema<number>({ type: 'number', ...rules }),
  Integer: (rules: NumberRules = {}) => schema<number>({ type: 'integer', ...rules }),
  Boolean: (about: About = {}) => schema<boolean>({ type: 'boolean', ...about }),
  Literal: <const T extends string>(value: T) => schema<T>({ type: 'string', const: value }),
  Unknown: () => schema<unknown>({}),
  Undefined: () => schema<undefined>({ type: 'undefined' }),
  Array: <S extends TSchema>(items: S, rules: ListRules = {}) =>
    schema<Static<S>[]>({ type: 'array', items, ...rules }),
  Union: <const S extends readonly TSchema[]>(anyOf: S) => schema<Static<S[number]>>({ anyOf }),
  /** A field that may be missing; to be used within `Object`. */
  Optional: <S extends TSchema>(one: S): Optional<Static<S>> => {
    const marked: TSchema & { [optional]?: true } = { ...one }
    // not enumerable: no validator sees it
    return Object.defineProperty(marked, optional, { value: true }) as Optional<Static<S>> // defined just here
  },
  Object: <F extends Fields>(properties: F, about: About = {}): OfFields<F> => {
    const required = Object.keys(properties).filter((name) => !(optional in (properties[name] ?? {})))
    const fields = { type: 'object', ...(required.length > 0 && { required }), properties, ...about }
    return fields
  },
}
