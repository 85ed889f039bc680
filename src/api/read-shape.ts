import * as v from 'valibot'
import { isRecord } from '../lib/record.ts'

/** The content of the envelope `data`, where there is one; else the body itself. */
export function contentOf(json: unknown): unknown {
  return isRecord(json) && json.data !== undefined && json.data !== null ? json.data : json
}

/** A value of this shape; undefined for any other. */
export function readShape<S extends v.GenericSchema>(shape: S, value: unknown): v.InferOutput<S> | undefined {
  const { success, output } = v.safeParse(shape, value, { abortEarly: true })
  return success ? output : undefined
}
