import * as v from 'valibot'
import { type CallName, type Calls, callOf } from '../../contract/calls.ts'
import { isRecord } from '../lib/record.ts'

/** The shape within the envelope `data`, where an answer has one. */
type Content<A> =
  A extends v.ObjectSchema<infer E, undefined>
    ? E extends { readonly data: infer D extends v.GenericSchema }
      ? D
      : A
    : A

/** One's own data are saved as a file, as they are. */
const asSent = v.looseObject({ account: v.looseObject({}) })

/** What a call answers; undefined where the app reads nothing: a trusted success is enough. */
export type AnswerOf<N extends CallName> = N extends 'downloadOwnData'
  ? v.InferOutput<typeof asSent>
  : Calls[N] extends { sends: string }
    ? undefined
    : Calls[N] extends { answer: infer A extends v.GenericSchema }
      ? v.InferOutput<Content<A>>
      : undefined

/** The shape of an answer without its envelope; undefined where the app reads nothing. */
export function shapeOf(name: CallName): v.GenericSchema | undefined {
  const { answer, sends } = callOf(name)
  if (!answer || sends) return undefined
  if (name === 'downloadOwnData') return asSent
  // an object schema has entries
  const { data } = 'entries' in answer ? (answer.entries as v.ObjectEntries) : {}
  return (data as v.GenericSchema | undefined) ?? answer
}

/** The answer of a call in the contract's shape; undefined for any other. */
export function readAnswer<N extends CallName>(name: N, json: unknown): AnswerOf<N> | undefined {
  const shape = shapeOf(name)
  // the schema that the type comes from
  return shape && (readShape(shape, contentOf(json)) as AnswerOf<N>)
}

/** The content of the envelope `data`, where there is one; else the body itself. */
export function contentOf(json: unknown): unknown {
  return isRecord(json) && json.data !== undefined && json.data !== null ? json.data : json
}

/** A value of this shape; undefined for any other. */
export function readShape<S extends v.GenericSchema>(shape: S, value: unknown): v.InferOutput<S> | undefined {
  const { success, output } = v.safeParse(shape, value, { abortEarly: true })
  return success ? output : undefined
}
