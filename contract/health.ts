import { type Static, Type } from 'typebox'

export const Health = Type.Object({ status: Type.Literal('ok'), database: Type.Literal('ok') })
export type Health = Static<typeof Health>
