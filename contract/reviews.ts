import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'

/** A public review: it shows the reviewer's name, never the account. */
export const Review = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  rating: Type.Integer(),
  comment: Type.String(),
  created_at: Type.String(),
  posesAsShop: Type.Optional(
    Type.Boolean({
      description: 'true if the name looks like the shop’s own and the reviewer is not an administrator',
    }),
  ),
})
export type Review = Static<typeof Review>

/** One page of a product's reviews, newest first. */
export const ReviewPage = Type.Object({
  reviews: Type.Array(Review),
  page: Type.Integer(),
  pages: Type.Integer(),
  total: Type.Integer(),
})
export type ReviewPage = Static<typeof ReviewPage>

export const ReviewInput = Type.Object({
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Type.String({ maxLength: limits.commentLength }),
})
export type ReviewInput = Static<typeof ReviewInput>
