import { Review, ReviewInput } from '../../contract/reviews.ts'
import type { Route } from '../http/route.ts'
import { createReview } from '../services/reviews.ts'
import type { Shop } from '../services/shop.ts'

export function reviewRoutes(route: Route, shop: Shop): void {
  route('createReview', {
    summary: 'Review a product, once per user',
    body: ReviewInput,
    answer: Review,
    status: 201,
    handle: ({ param, user, key, body, encode }) =>
      createReview(shop, { fishId: param, userId: user.id, key, input: body, encode }),
  })
}
