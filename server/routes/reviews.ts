import { Type } from 'typebox'
import { Review, ReviewInput, ReviewPage } from '../../contract/reviews.ts'
import { pagingQuery } from '../http/paging.ts'
import type { Route } from '../http/route.ts'
import { createReview, deleteReview, listReviews } from '../services/reviews.ts'
import type { Shop } from '../services/shop.ts'

export function reviewRoutes(route: Route, shop: Shop): void {
  route('listReviews', {
    summary: 'A page of a product’s reviews, newest first',
    query: Type.Object({ page: pagingQuery.page }),
    answer: ReviewPage,
    cached: true,
    handle: ({ param: fishId, query: { page = 1 } }) => listReviews(shop, { fishId, page }),
  })
  route('createReview', {
    summary: 'Review a product, once per user',
    body: ReviewInput,
    answer: Review,
    status: 201,
    handle: ({ param, user, key, body, encode }) =>
      createReview(shop, { fishId: param, userId: user.id, key, input: body, encode }),
  })
  route('deleteReview', {
    summary: 'Delete a review and update the product’s rating',
    handle: ({ param: fishId, secondParam: reviewId, user }) => deleteReview(shop, { fishId, reviewId }, user),
  })
}
