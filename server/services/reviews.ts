import { v7 } from 'uuid'
import type { Review, ReviewInput } from '../../contract/reviews.ts'
import { raiseVersion } from '../db/catalogue-state.ts'
import { lockFish } from '../db/fishes.ts'
import { insertReview, updateRating } from '../db/reviews.ts'
import type { ReviewRow } from '../db/schema.ts'
import { keepUser } from '../db/users.ts'
import { done, type Refusal, refuse } from '../http/outcome.ts'
import { type Answered, oncePerKey } from './once.ts'
import { isoNow, type Shop } from './shop.ts'

/** A review as everybody sees it: never the account. */
export function toReview(row: ReviewRow): Review {
  return { _id: row.id, name: row.name, rating: row.rating, comment: row.comment, created_at: row.created_at }
}

/**
 * Writes a review and the product's new mean in one transaction. Refuses with `not-found`, `already-reviewed`,
 * `account-gone` and what `oncePerKey` refuses with.
 */
export async function createReview(
  shop: Shop,
  request: {
    fishId: string
    userId: string
    key: string | undefined
    input: ReviewInput
    encode: (review: Review) => string
  },
): Promise<Answered | Refusal> {
  const { fishId, userId, key, input } = request
  const payload = { call: 'createReview', fishId, ...input }
  return oncePerKey(shop, { key, owner: userId, payload, limit: { kind: 'review', who: userId } }, async (tx) => {
    const version = await raiseVersion(tx)
    const user = await keepUser(tx, userId)
    if (!user) return refuse('account-gone')
    if (!(await lockFish(tx, fishId))) return refuse('not-found', { detail: 'There is no such product.' })
    const written = { rating: input.rating, comment: input.comment.trim(), created_at: isoNow(shop.clock) }
    const row = { id: v7(), fish_id: fishId, author_id: userId, name: user.name, ...written }
    if (!(await insertReview(tx, row))) return refuse('already-reviewed')
    await updateRating(tx, fishId, version)
    return done({ status: 201, text: request.encode(toReview(row)) })
  })
}
