import * as v from 'valibot'
import { known } from './answer-fields.ts'

/** `off`: not set up; `unknown`: not checked yet. */
const Part = known(['ok', 'off', 'unknown'])

export const Health = v.object({
  status: v.literal('ok'),
  database: v.fallback(v.literal('ok'), 'ok'),
  mail: Part,
  pictures: Part,
})
export type Health = v.InferOutput<typeof Health>

export const HealthQuery = v.object({
  ready: v.optional(
    v.pipe(v.string(), v.maxLength(10), v.description('if it is there, mail and pictures are checked, too')),
  ),
})
