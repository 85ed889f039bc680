import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { business, limits } from '../../contract/limits.ts'
import { pageNumber } from '../lib/search-params.ts'
import { noteProducts } from '../ui/known-products.ts'
import { answerOf } from './answer.ts'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export interface ListSearch {
  keyword?: string
  page?: number
}

/** Search text and page stand in the address, so that a reload, a shared link and the back button keep them. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const page = pageNumber(search.page)
  const keyword = typeof search.keyword === 'string' ? search.keyword.slice(0, limits.keywordLength).trim() : ''
  return { ...(keyword && { keyword }), ...(page > 1 && { page }) }
}

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
