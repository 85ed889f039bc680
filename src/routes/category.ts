import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pageOf } from '../../contract/catalogue-query.ts'
import { business } from '../../contract/limits.ts'
import { RefusedError } from '../ui/refused-error.ts'
import { answerOf } from './answer.ts'
import { buyerScreens } from './lazy-screens.ts'
import { listSearch } from './products.ts'
import { rootRoute } from './root.ts'

export const categoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/category/{-$categorie}',
  validateSearch: listSearch,
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { deps }, params, deps: { page }, abortController: { signal } }) => {
    const query = { page, per_page: business.listPerPage }
    if (!params.categorie) return answerOf(await deps.api.call('listFish', { query, signal }))
    const answer = answerOf(await deps.api.call('fishesByType', { params: { type: params.categorie }, query, signal }))
    if (answer.message !== 'success') throw new RefusedError({ status: 200, detail: answer.message, errors: [] })
    // a server that knows no pages here sends everything at once
    if (answer.pages === undefined) {
      const { rows, ...paging } = pageOf(answer.fish, page, business.listPerPage)
      return { fishes: rows, ...paging }
    }
    return { fishes: answer.fish, page: answer.page ?? page, pages: answer.pages, total: answer.total ?? 0 }
  },
  component: lazyRouteComponent(buyerScreens, 'CategoryPage'),
  errorComponent: lazyRouteComponent(buyerScreens, 'ProductsFailure'),
})
