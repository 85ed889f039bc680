import * as v from 'valibot'
import { Review, ReviewInput, ReviewPage } from '../../contract/reviews.ts'
import { pagingQuery } from '../platform/http/paging.ts'
import type { Route } from '../platform/http/route.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { createReview, deleteReview, listReviews } from './reviews.ts'

export function reviewRoutes(route: Route, deps: ServiceDeps): void {
  route('listReviews', {
    summary: 'A page of a product’s reviews, newest first',
    query: v.object({ page: pagingQuery.page }),
    answer: ReviewPage,
    cached: true,
    handle: ({ param: fishId, query: { page = 1 } }) => listReviews(deps, { fishId, page }),
  })
  route('createReview', {
    summary: 'Review a product, once per user',
    body: ReviewInput,
    answer: Review,
    status: 201,
    handle: ({ param, user, key, body, encode }) =>
      createReview(deps, { fishId: param, caller: user, key, input: body, encode }),
  })
  route('deleteReview', {
    summary: 'Delete a review and update the product’s rating',
    handle: ({ param: fishId, secondParam: reviewId, user }) => deleteReview(deps, { fishId, reviewId }, user),
  })
}
