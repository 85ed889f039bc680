import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'

/** A review as everybody sees it: the reviewer's name only, never the account. */
export const Review = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  rating: Type.Integer(),
  comment: Type.String(),
  created_at: Type.String(),
})
export type Review = Static<typeof Review>

export const ReviewInput = Type.Object({
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Type.String({ maxLength: limits.commentLength }),
})
export type ReviewInput = Static<typeof ReviewInput>
