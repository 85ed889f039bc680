import { type Static, Type } from 'typebox'

/** `off`: not set up; `unknown`: not checked yet. */
const Part = Type.Union([Type.Literal('ok'), Type.Literal('off'), Type.Literal('unknown')])

export const Health = Type.Object({
  status: Type.Literal('ok'),
  database: Type.Literal('ok'),
  mail: Type.Optional(Part),
  pictures: Type.Optional(Part),
})
export type Health = Static<typeof Health>

export const HealthQuery = Type.Object({
  ready: Type.Optional(
    Type.String({ maxLength: 10, description: 'if it is there, mail and pictures are checked, too' }),
  ),
})
