import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Fish } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import { NewsletterForm } from '../account/newsletter-form.tsx'
import { readShape } from '../api/read-answer.ts'
import { HomePage } from '../catalogue/home-page.tsx'
import { readList, readProduct, readTop } from '../db/read-products.ts'
import { within } from '../lib/cancel.ts'
import { pageNumber } from '../lib/search-params.ts'
import { NotFoundPage, RouteError } from '../ui/failure-pages.tsx'
import { ChunkError, loadChunk } from '../ui/loading/lazy-part.tsx'
import { listSearch, requireBody, rootRoute } from './root.ts'

const listScreens = () => loadChunk(() => import('../catalogue/products-page.tsx'))

/** What is saved comes in this time, ms. */
const quickAnswer = 100

function HomeScreen() {
  return <HomePage newsletter={<NewsletterForm />} />
}

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = pageNumber(search.page)
    return page > 1 ? { page } : {}
  },
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { deps }, deps: { page }, abortController: { signal } }) => {
    const [list, top] = await Promise.all([
      readList(deps, { page, per_page: business.homePerPage }, signal),
      // the carousel is optional: without an answer the page is shown without it
      readTop(deps, signal).catch(() => undefined),
    ])
    return { list: requireBody(list), top: top?.ok ? top.body : [] }
  },
  component: HomeScreen,
})

export const catalogueRoutes = [
  homeRoute,
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/products',
    validateSearch: listSearch,
    loaderDeps: ({ search }) => search,
    loader: async ({ context: { deps }, deps: { keyword, page = 1 }, cause, abortController: { signal } }) => {
      const query = { page, per_page: business.listPerPage, ...(keyword && { keyword }) }
      const list = readList(deps, query, signal).then(requireBody)
      // an open list waits itself for a slow answer, so that its search box stays while somebody types
      return { list: (cause === 'stay' ? await within(quickAnswer, list) : await list) ?? list }
    },
    component: lazyRouteComponent(listScreens, 'ProductsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/products/category/{-$categorie}',
    validateSearch: listSearch,
    loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
    loader: async ({ context: { deps }, params: { categorie: type }, deps: { page }, abortController: { signal } }) =>
      requireBody(await readList(deps, { page, per_page: business.listPerPage, ...(type && { type }) }, signal)),
    component: lazyRouteComponent(listScreens, 'CategoryPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/products/$id',
    loader: async ({ context: { deps }, params: { id }, location, abortController: { signal } }) =>
      requireBody(await readProduct(deps, id, { signal, listed: readShape(Fish, location.state.product) })),
    component: lazyRouteComponent(() => loadChunk(() => import('../catalogue/product-page.tsx')), 'ProductPage'),
    // specification section 8: a product page that fails shows the not-found view
    errorComponent: ({ error, ...rest }) =>
      error instanceof ChunkError ? <RouteError error={error} {...rest} /> : <NotFoundPage error={error} />,
    // one that leaves the shop while it is open
    notFoundComponent: NotFoundPage,
  }),
] as const
