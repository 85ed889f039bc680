import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { business } from '../../contract/limits.ts'
import { readFish } from '../api/read-fish.ts'
import { readList, readProduct, readTop } from '../catalogue/read.ts'
import { HomePage } from '../features/catalogue/home-page.tsx'
import { pageNumber } from '../lib/search-params.ts'
import { appearAfter } from '../ui/use-waiting.ts'
import { whenNear } from '../ui/when.ts'
import { chakraScreen } from './chakra-screen.ts'
import { listSearch, requireBody, rootRoute } from './root.ts'

const listScreens = () => import('../features/catalogue/products-page.tsx')
const listFailure = () => import('../features/catalogue/products-failure.tsx')

const NewsletterForm = lazy(() =>
  import('../features/newsletter/newsletter-form.tsx').then((module) => ({ default: module.NewsletterForm })),
)

/** Loads the form, and Chakra with it, when it is scrolled into view. */
function Newsletter() {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => (place.current ? whenNear(place.current, () => setNear(true)) : undefined), [])
  return (
    <div ref={place} className="newsletter-place">
      {isNear && (
        <Suspense fallback={null}>
          <NewsletterForm />
        </Suspense>
      )}
    </div>
  )
}

function HomeScreen() {
  return <HomePage newsletter={<Newsletter />} />
}

const productsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products',
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { deps }, deps: { keyword, page = 1 }, abortController: { signal } }) => {
    const query = { page, per_page: business.listPerPage, ...(keyword && { keyword }) }
    return requireBody(await readList(deps, query, signal))
  },
  component: lazyRouteComponent(listScreens, 'ProductsPage'),
  // an open list shows itself that it loads: the pending component would remove the search box while somebody types
  onEnter: () => void productsRoute.update({ pendingMs: Number.POSITIVE_INFINITY }),
  onLeave: () => void productsRoute.update({ pendingMs: appearAfter }),
  errorComponent: chakraScreen(listFailure, 'ProductsFailure'),
})

export const catalogueRoutes = [
  createRoute({
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
  }),
  productsRoute,
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/products/category/{-$categorie}',
    validateSearch: listSearch,
    loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
    loader: async ({ context: { deps }, params: { categorie: type }, deps: { page }, abortController: { signal } }) =>
      requireBody(await readList(deps, { page, per_page: business.listPerPage, ...(type && { type }) }, signal)),
    component: lazyRouteComponent(listScreens, 'CategoryPage'),
    errorComponent: chakraScreen(listFailure, 'ProductsFailure'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/products/$id',
    loader: async ({ context: { deps }, params: { id }, location, abortController: { signal } }) => {
      // first shows the listed or saved product; the screen calls onShown, and then the newer copy is fetched
      let onShown: () => void = () => undefined
      const shown = new Promise<void>((resolve) => {
        onShown = resolve
      })
      const found = requireBody(
        await readProduct(deps, id, { signal, listed: readFish(location.state.product), afterFirstPaint: () => shown }),
      )
      return { ...found, onShown }
    },
    component: lazyRouteComponent(() => import('./product-screen.tsx'), 'ProductScreen'),
    // specification section 8: a product page that fails shows the not-found view
    errorComponent: chakraScreen(() => import('../ui/not-found-page.tsx'), 'NotFoundFailure'),
  }),
] as const
