import * as v from 'valibot'

/** `off`: not set up; `unknown`: not checked yet. */
const Part = v.picklist(['ok', 'off', 'unknown'])

export const Health = v.object({
  status: v.literal('ok'),
  database: v.literal('ok'),
  mail: v.optional(Part),
  pictures: v.optional(Part),
})
export type Health = v.InferOutput<typeof Health>

export const HealthQuery = v.object({
  ready: v.optional(
    v.pipe(v.string(), v.maxLength(10), v.description('if it is there, mail and pictures are checked, too')),
  ),
})
