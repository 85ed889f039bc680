import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pageOf } from '../../contract/catalogue-query.ts'
import type { FishPage } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import type { Deps } from '../ui/deps.tsx'
import { noteProducts } from '../ui/known-products.ts'
import { RefusedError } from '../ui/refused-error.ts'
import { answerOf } from './answer.ts'
import { buyerScreens } from './lazy-screens.ts'
import { listSearch } from './list-search.ts'
import { rootRoute } from './root.ts'

export const categoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/category/{-$categorie}',
  validateSearch: listSearch,
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { deps }, params: { categorie: type }, deps: { page }, abortController: { signal } }) => {
    const list = await fetchCategory(deps, { type, page, signal })
    noteProducts(deps.db, list.fishes)
    return list
  },
  component: lazyRouteComponent(buyerScreens, 'CategoryPage'),
  errorComponent: lazyRouteComponent(buyerScreens, 'ProductsFailure'),
})

interface Wanted {
  type: string | undefined
  page: number
  signal: AbortSignal
}

async function fetchCategory({ api }: Deps, { type, page, signal }: Wanted): Promise<FishPage> {
  const query = { page, per_page: business.listPerPage }
  if (!type) return answerOf(await api.call('listFish', { query, signal }))
  const answer = answerOf(await api.call('fishesByType', { params: { type }, query, signal }))
  if (answer.message !== 'success') throw new RefusedError({ status: 200, detail: answer.message, errors: [] })
  // a server that knows no pages here sends everything at once
  if (answer.pages === undefined) {
    const { rows, ...paging } = pageOf(answer.fish, page, business.listPerPage)
    return { fishes: rows, ...paging }
  }
  return { fishes: answer.fish, page: answer.page ?? page, pages: answer.pages, total: answer.total ?? 0 }
}
