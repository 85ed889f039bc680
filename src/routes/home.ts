import { createRoute } from '@tanstack/react-router'
import { business } from '../../contract/limits.ts'
import { pageNumber } from '../lib/search-params.ts'
import { noteProducts } from '../ui/known-products.ts'
import { answerOf } from './answer.ts'
import { HomeScreen } from './home-screen.tsx'
import { rootRoute } from './root.ts'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = pageNumber(search.page)
    return page > 1 ? { page } : {}
  },
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { deps }, deps: { page }, abortController: { signal } }) => {
    const [list, top] = await Promise.all([
      deps.api.call('listFish', { query: { page, per_page: business.homePerPage }, signal }),
      // the carousel is a part of the page, not its purpose: without an answer the page stands without it
      deps.api.call('topFishes', { signal }).catch(() => undefined),
    ])
    const answer = { list: answerOf(list), top: top?.ok ? top.body : [] }
    noteProducts(deps.db, [...answer.list.fishes, ...answer.top])
    return answer
  },
  component: HomeScreen,
})
