import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { business } from '../../contract/limits.ts'
import { noteProducts } from '../ui/known-products.ts'
import { answerOf } from './answer.ts'
import { buyerScreens } from './lazy-screens.ts'
import { listSearch } from './list-search.ts'
import { rootRoute } from './root.ts'

export const productsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products',
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { deps }, deps: { keyword, page = 1 }, abortController: { signal } }) => {
    const query = { page, per_page: business.listPerPage, ...(keyword && { keyword }) }
    const list = answerOf(await deps.api.call('listFish', { query, signal }))
    noteProducts(deps.db, list.fishes)
    return list
  },
  component: lazyRouteComponent(buyerScreens, 'ProductsPage'),
  errorComponent: lazyRouteComponent(buyerScreens, 'ProductsFailure'),
})
