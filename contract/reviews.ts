import * as v from 'valibot'
import { page, rows, text, whole } from './answer-fields.ts'
import { limits } from './limits.ts'

/** A public review: it shows the reviewer's name, never the account. */
export const Review = v.object({
  _id: text,
  name: text,
  rating: whole,
  comment: text,
  created_at: text,
  posesAsShop: v.optional(
    v.pipe(
      v.boolean(),
      v.description('true if the name looks like the shop’s own and the reviewer is not an administrator'),
    ),
  ),
})
export type Review = v.InferOutput<typeof Review>

/** One page of a product's reviews, newest first. */
export const ReviewPage = v.object({
  reviews: rows(Review),
  page,
  pages: page,
  total: whole,
})
export type ReviewPage = v.InferOutput<typeof ReviewPage>

export const ReviewInput = v.object({
  rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
  comment: v.pipe(v.string(), v.maxLength(limits.commentLength)),
})
export type ReviewInput = v.InferOutput<typeof ReviewInput>
