import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Fish } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import { newShop } from '../../contract/shop.ts'
import { parseQuantity } from '../../contract/texts/quantity.ts'
import { NewsletterForm } from '../account/newsletter-form.tsx'
import { failureOf, isAboutLink, readShape } from '../api/exchange.ts'
import { HomePage } from '../catalogue/home-page.tsx'
import { cartLineOf, putCartLine } from '../db/cart.ts'
import { getValue } from '../db/database.ts'
import { readList, readProduct, readTop } from '../db/read-products.ts'
import { fetchShop, getSavedShop, type ShopPull } from '../db/saved-shop.ts'
import { within } from '../lib/cancel.ts'
import { lastBoard } from '../lib/search-params.ts'
import { NotFoundPage, RouteError } from '../ui/failure-pages.tsx'
import { ChunkError, loadChunk } from '../ui/loading/lazy-part.tsx'
import { asError } from '../ui/loading/refused-error.ts'
import { Sidebar } from './layout.tsx'
import {
  boardSearch,
  forAdmins,
  forAll,
  forRight,
  forUsers,
  listSearch,
  logSearch,
  pageSearch,
  productsSearch,
  requireBody,
  rootRoute,
  stateSearch,
} from './root.ts'

/** A screen that is loaded when it is opened, inside the shop's Chakra system. */
function chakraScreen<N extends string>(load: () => Promise<Record<NoInfer<N>, ComponentType>>, name: N) {
  const loadScreen = async () => {
    const [{ inChakra }, screens] = await Promise.all([import('../ui/chakra-region.tsx'), load()])
    return { Screen: inChakra(screens[name]) }
  }
  return lazyRouteComponent(() => loadChunk(loadScreen), 'Screen')
}

/** A screen with the sidebar, which comes together with it: later, it would push the screen down. */
const sidebarScreen: typeof chakraScreen = (load, name) =>
  chakraScreen(async () => (await Promise.all([load(), Sidebar.preload()]))[0], name)

const listScreens = () => loadChunk(() => import('../catalogue/products-page.tsx'))
const loginScreens = () => import('../account/login-page.tsx')
const registerScreens = () => import('../account/register-page.tsx')
const aboutScreens = () => import('../account/about-page.tsx')

/** What is saved comes in this time, ms. */
const quickAnswer = 100

const catalogueRoutes = [
  createRoute({
    ...forAll,
    path: '/',
    validateSearch: pageSearch,
    loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
    loader: async ({ context: { deps }, deps: { page }, abortController: { signal } }) => {
      const [list, top] = await Promise.all([
        readList(deps, { page, per_page: business.homePerPage }, signal),
        // the carousel is optional: without an answer the page is shown without it
        readTop(deps, signal).catch(() => undefined),
      ])
      return { list: requireBody(list), top: top?.ok ? top.body : [] }
    },
    component: () => <HomePage newsletter={<NewsletterForm />} />,
  }),
  createRoute({
    ...forAll,
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
    ...forAll,
    path: '/products/category/{-$categorie}',
    validateSearch: listSearch,
    loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
    loader: async ({ context: { deps }, params: { categorie: type }, deps: { page }, abortController: { signal } }) =>
      requireBody(await readList(deps, { page, per_page: business.listPerPage, ...(type && { type }) }, signal)),
    component: lazyRouteComponent(listScreens, 'CategoryPage'),
  }),
  createRoute({
    ...forAll,
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

const buyingRoutes = [
  createRoute({
    ...forAll,
    path: '/cart/{-$id}',
    validateSearch: (search: Record<string, unknown>): { qty?: string } =>
      typeof search.qty === 'string' ? { qty: search.qty } : {},
    // `/cart/{id}?qty=3` adds the product and redirects to `/cart`: going back or reloading adds nothing
    beforeLoad: async ({ context: { deps }, params: { id }, search, preload, abortController: { signal } }) => {
      if (!id || preload) return
      const { product } = requireBody(await readProduct(deps, id, { signal }))
      const qty = parseQuantity(search.qty ?? '') ?? business.defaultQuantity
      await putCartLine(deps.db, cartLineOf(product, qty, deps.clock.now()))
      throw redirect({ to: '/cart/{-$id}', params: { id: undefined }, search: {}, replace: true })
    },
    component: chakraScreen(() => import('../buy/cart-page.tsx'), 'CartPage'),
  }),
  createRoute({
    ...forAll,
    path: '/drafts',
    component: chakraScreen(() => import('../buy/drafts-page.tsx'), 'DraftsPage'),
  }),
  createRoute({
    ...forAll,
    path: '/shipping',
    loader: ({ context: { deps } }) => getValue(deps.db, 'address'),
    component: chakraScreen(() => import('../buy/shipping-page.tsx'), 'ShippingPage'),
  }),
  createRoute({
    ...forAll,
    path: '/placeorder',
    component: chakraScreen(() => import('../buy/place-order-page.tsx'), 'PlaceOrderPage'),
  }),
  createRoute({
    ...forAll,
    path: '/offline',
    component: chakraScreen(() => import('../buy/offline-page.tsx'), 'OfflinePage'),
  }),
  createRoute({
    ...forUsers,
    path: '/Order',
    // `/Order` is the customer's list, `/order/{id}` a single order
    caseSensitive: true,
    validateSearch: stateSearch,
    component: sidebarScreen(() => import('../orders/my-orders-page.tsx'), 'MyOrdersPage'),
  }),
  createRoute({
    ...forUsers,
    path: '/order/$id',
    component: sidebarScreen(() => import('../orders/order-page.tsx'), 'OrderPage'),
  }),
] as const

/** The path to open afterwards. Parameters with other names may hold it too (specification section 2). */
const redirectSearch = (search: Record<string, unknown>): { redirect?: string } => ({
  ...search,
  ...(typeof search.redirect === 'string' && { redirect: search.redirect }),
})

/** The saved settings may be from before the shop had terms, or missing on a first visit. Without a connection, those are used. */
const tryFetchShop = (pull: ShopPull) => fetchShop(pull).catch(() => undefined)

const accountRoutes = [
  createRoute({
    ...forAll,
    path: '/login',
    validateSearch: redirectSearch,
    component: chakraScreen(loginScreens, 'LoginPage'),
  }),
  createRoute({ ...forAll, path: '/forgot', component: chakraScreen(loginScreens, 'ForgotPage') }),
  createRoute({
    ...forAll,
    path: '/reset/$token',
    // checks the link before a password is typed; offline, the form reports the error when it is sent
    loader: ({ context: { deps }, params: { token }, abortController: { signal } }) =>
      failureOf(() => deps.api.call('resetPassword', { body: { token }, signal })),
    component: chakraScreen(loginScreens, 'ResetPage'),
  }),
  createRoute({
    ...forAll,
    path: '/invitation/$token',
    loader: async ({ context: { deps }, params: { token }, abortController: { signal } }) => {
      void tryFetchShop(deps)
      const reply = await deps.api.call('openInvitation', { body: { token }, signal })
      // what is wrong with the link is on the screen; anything else can be tried again
      if (!reply.ok && !isAboutLink(reply.refusal)) throw asError(reply.refusal)
      return reply
    },
    component: chakraScreen(() => import('../account/invitation-page.tsx'), 'InvitationPage'),
  }),
  createRoute({
    ...forAll,
    path: '/register',
    validateSearch: redirectSearch,
    // not awaited: the form follows the terms
    loader: ({ context: { deps } }) => void tryFetchShop(deps),
    component: chakraScreen(registerScreens, 'RegisterPage'),
  }),
  createRoute({ ...forAll, path: '/activation/$id', component: chakraScreen(registerScreens, 'ActivationPage') }),
  createRoute({
    ...forUsers,
    path: '/profile',
    component: sidebarScreen(() => import('../account/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    ...forAll,
    path: '/about',
    // the settings that came with the page are without this text
    loader: async ({ context: { deps }, abortController: { signal } }) => {
      const saved = await getSavedShop(deps.db).catch(() => undefined)
      if (!saved) await tryFetchShop({ ...deps, signal })
    },
    component: chakraScreen(aboutScreens, 'AboutPage'),
  }),
  createRoute({
    ...forAll,
    path: '/contact',
    component: chakraScreen(() => import('../account/contact-page.tsx'), 'ContactPage'),
  }),
  createRoute({ ...forAll, path: '/terms', component: chakraScreen(aboutScreens, 'TermsPage') }),
  createRoute({ ...forAll, path: '/privacy', component: chakraScreen(aboutScreens, 'PrivacyPage') }),
  createRoute({ ...forAll, path: '/imprint', component: chakraScreen(aboutScreens, 'ImprintPage') }),
  createRoute({ ...forAll, path: '/P404', component: NotFoundPage }),
] as const

const adminRoutes = [
  createRoute({
    ...forAdmins,
    validateSearch: listSearch,
    path: '/dashboard',
    component: sidebarScreen(() => import('../admin/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    ...forRight('products'),
    validateSearch: productsSearch,
    path: '/admin/products',
    component: sidebarScreen(() => import('../admin/admin-products-page.tsx'), 'ProductsPage'),
  }),
  createRoute({
    ...forRight('products'),
    path: '/admin/import',
    component: sidebarScreen(() => import('../import/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    ...forRight('orders'),
    validateSearch: boardSearch,
    onLeave: ({ search }) => lastBoard.set(search),
    path: '/admin/order',
    component: sidebarScreen(() => import('../orders/board/orders-page.tsx'), 'OrdersPage'),
  }),
  createRoute({
    // colleagues are invited with the second one
    ...forRight('people', 'shop'),
    validateSearch: listSearch,
    path: '/users',
    component: sidebarScreen(() => import('../admin/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...forRight('people'),
    validateSearch: listSearch,
    path: '/admin/messages',
    component: sidebarScreen(() => import('../admin/messages-page.tsx'), 'MessagesPage'),
  }),
  createRoute({
    ...forRight('shop'),
    path: '/admin/shop',
    loader: async ({ context: { deps }, abortController: { signal } }) => {
      await tryFetchShop({ ...deps, signal })
      return (await getSavedShop(deps.db).catch(() => undefined)) ?? newShop
    },
    component: sidebarScreen(() => import('../admin/shop-page.tsx'), 'ShopPage'),
  }),
  createRoute({
    ...forRight('shop'),
    validateSearch: logSearch,
    path: '/admin/log',
    component: sidebarScreen(() => import('../admin/log-page.tsx'), 'LogPage'),
  }),
  createRoute({
    ...forRight('shop'),
    path: '/admin/webhooks',
    component: sidebarScreen(() => import('../admin/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    ...forRight('shop'),
    path: '/admin/keys',
    component: sidebarScreen(() => import('../admin/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    ...forRight('people'),
    validateSearch: listSearch,
    path: '/subscribes',
    component: sidebarScreen(() => import('../admin/subscribers-page.tsx'), 'SubscribersPage'),
  }),
] as const

/** The site map (specification section 2). */
export const routeTree = rootRoute.addChildren([...catalogueRoutes, ...buyingRoutes, ...accountRoutes, ...adminRoutes])
