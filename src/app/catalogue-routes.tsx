import { createRoute, type ErrorRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { Fish } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import { NewsletterForm } from '../account/newsletter-form.tsx'
import { readShape } from '../api/read-answer.ts'
import { HomePage } from '../catalogue/home-page.tsx'
import { readList, readProduct, readTop } from '../db/read-products.ts'
import { within } from '../lib/cancel.ts'
import { pageNumber } from '../lib/search-params.ts'
import { RouteError } from '../ui/failures/route-error.tsx'
import { ChunkError, chunk } from '../ui/loading/chunk.ts'
import { latePart, lazyPart } from '../ui/loading/late-part.tsx'
import { whenIdle } from '../ui/schedule.ts'
import { listSearch, requireBody, rootRoute } from './root.ts'

const listScreens = chunk(() => import('../catalogue/products-page.tsx'))
const ListFailure = failedScreen(() => import('../catalogue/list-trouble.tsx').then((module) => module.ProductsFailure))

const NotFound = lazyPart(() => import('../ui/failures/not-found-page.tsx').then((module) => module.NotFoundPage))

/** What is saved comes in this time, ms. */
const quickAnswer = 100

const productScreen = chunk(() => import('./product-screen.tsx'))
const ProductRehearsal = latePart(() => productScreen().then((module) => module.ProductRehearsal), {
  Plain: () => null,
})

function HomeScreen() {
  return (
    <>
      <HomePage newsletter={<NewsletterForm />} />
      <Rehearsal />
    </>
  )
}

/** Prepares the product screen when the page is idle, if the worker has cached its code, so that products open at once. */
function Rehearsal() {
  const [fish] = homeRoute.useLoaderData().list.fishes
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (navigator.serviceWorker?.controller) whenIdle(() => startTransition(() => setIdle(true)))
  }, [])
  return isIdle && fish && <ProductRehearsal fish={fish} />
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
    errorComponent: ListFailure,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/products/category/{-$categorie}',
    validateSearch: listSearch,
    loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
    loader: async ({ context: { deps }, params: { categorie: type }, deps: { page }, abortController: { signal } }) =>
      requireBody(await readList(deps, { page, per_page: business.listPerPage, ...(type && { type }) }, signal)),
    component: lazyRouteComponent(listScreens, 'CategoryPage'),
    errorComponent: ListFailure,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/products/$id',
    loader: async ({ context: { deps }, params: { id }, location, abortController: { signal } }) =>
      requireBody(await readProduct(deps, id, { signal, listed: readShape(Fish, location.state.product) })),
    component: lazyRouteComponent(productScreen, 'ProductScreen'),
    // specification section 8: a product page that fails shows the not-found view
    errorComponent: failedScreen(() =>
      import('../ui/failures/not-found-page.tsx').then((module) => module.NotFoundFailure),
    ),
    // one that leaves the shop while it is open
    notFoundComponent: NotFound,
  }),
] as const

/** A route's own view of data that could not be read. Code that could not be loaded is said as what it is. */
function failedScreen(load: () => Promise<ComponentType<{ error: unknown }>>): ErrorRouteComponent {
  const View = lazyPart(load)
  return ({ error, ...rest }) =>
    error instanceof ChunkError ? <RouteError error={error} {...rest} /> : <View error={error} />
}
