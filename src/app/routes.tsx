import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { CatalogueQuery } from '../../contract/catalogue-query.ts'
import { Fish } from '../../contract/fishes.ts'
import { business, limits } from '../../contract/limits.ts'
import { newShop } from '../../contract/shop.ts'
import { parseQuantity } from '../../contract/texts/quantity.ts'
import { NewsletterForm } from '../account/newsletter-form.tsx'
import { failureOf, isAboutLink, readShape } from '../api/exchange.ts'
import { HomePage, HomeSections } from '../catalogue/home-page.tsx'
import { cartLineOf, putCartLine } from '../db/cart.ts'
import { getValue } from '../db/database.ts'
import { getAddressBook } from '../db/outbox-rows.ts'
import { noFishes, readList, readProduct, readTop } from '../db/read-products.ts'
import { fetchShop, getSavedShop, type ShopPull } from '../db/saved-shop.ts'
import type { Deps } from '../db/use-deps.tsx'
import { within } from '../lib/cancel.ts'
import { lastBoard } from '../lib/search-params.ts'
import { NotFoundPage, RouteError } from '../ui/failure-pages.tsx'
import { ChunkError, loadChunk } from '../ui/loading/lazy-part.tsx'
import { asError } from '../ui/loading/refused-error.ts'
import { PendingCards, PendingProduct } from '../ui/loading/spinner.tsx'
import { Header } from './header.tsx'
import { AdminNav, Footer } from './layout.tsx'
import {
  boardSearch,
  catalogueSearch,
  forAdmins,
  forAll,
  forRight,
  forUsers,
  type Guard,
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

/** A screen of administrators with their navigation, which comes together with it: later, it would push the screen aside. */
const adminScreen: typeof chakraScreen = (load, name) =>
  chakraScreen(async () => {
    const [screens, { Later }] = await Promise.all([load(), import('../ui/page.tsx'), AdminNav.preload()])
    const Screen: ComponentType = screens[name]
    const LaterScreen = () => (
      <Later>
        <Screen />
      </Later>
    )
    return { ...screens, [name]: LaterScreen }
  }, name)

type Screen<N extends string> = Parameters<typeof chakraScreen<N>>

/** A path with its screen, for all people. */
const at = <const P extends string, N extends string>(path: P, ...screen: Screen<N>) => ({
  ...{ ...forAll, path, component: chakraScreen(...screen) },
})
/** The same for those whom the guard lets in. */
const adminAt = <const P extends string, N extends string>(guard: Guard, path: P, ...screen: Screen<N>) => ({
  ...{ ...guard, path, component: adminScreen(...screen) },
})

/** The settings of the shop, with the frame and the home page that visitors see; the preview shows the catalogue on the device. */
const shopScreens = async () => {
  const { ShopPage } = await import('../admin/shop-page.tsx')
  const home = (
    <div className="app">
      <Header user={undefined} onLogout={() => undefined} />
      <div className="app-body">
        <main className="app-main">
          <HomeSections
            first={{ list: noFishes, top: [] }}
            page={1}
            onPage={async () => undefined}
            newsletter={<NewsletterForm />}
          />
        </main>
      </div>
      <Footer />
    </div>
  )
  return { ShopScreen: () => <ShopPage home={home} /> }
}

const listScreens = () => loadChunk(() => import('../catalogue/products-page.tsx'))
const loginScreens = () => import('../account/login-page.tsx')
const registerScreens = () => import('../account/register-page.tsx')
const aboutScreens = () => import('../account/about-page.tsx')
const productScreens = () => import('../admin/admin-products-page.tsx')
const importScreens = () => import('../import/import-page.tsx')
const requestScreens = () => import('../orders/seller/new-request-page.tsx')
const customerScreens = () => import('../admin/customers-page.tsx')

/** What is saved comes in this time, ms. */
const quickAnswer = 100

interface Loading {
  cause: string
  abortController: AbortController
}

/** An open list waits itself for a slow answer, so that its search box stays while somebody types. */
async function loadProducts(deps: Deps, search: Partial<CatalogueQuery>, { cause, abortController }: Loading) {
  const query: CatalogueQuery = { page: 1, per_page: business.listPerPage, facets: '1', ...search }
  const list = readList(deps, query, abortController.signal).then(requireBody)
  return { list: (cause === 'stay' ? await within(quickAnswer, list) : await list) ?? list }
}

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
    pendingComponent: PendingCards,
    component: () => <HomePage newsletter={<NewsletterForm />} />,
  }),
  createRoute({
    ...forAll,
    path: '/products',
    validateSearch: catalogueSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { deps }, deps: search, ...rest }) => loadProducts(deps, search, rest),
    component: lazyRouteComponent(listScreens, 'ProductsPage'),
    pendingComponent: PendingCards,
  }),
  createRoute({
    ...forAll,
    path: '/products/category/{-$categorie}',
    validateSearch: catalogueSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { deps }, params: { categorie: type }, deps: search, ...rest }) =>
      loadProducts(deps, { ...search, ...(type && { type }) }, rest),
    component: lazyRouteComponent(listScreens, 'CategoryPage'),
    pendingComponent: PendingCards,
  }),
  createRoute({
    ...forAll,
    path: '/products/$id',
    loader: async ({ context: { deps }, params: { id }, location, abortController: { signal } }) =>
      requireBody(await readProduct(deps, id, { signal, listed: readShape(Fish, location.state.product) })),
    component: lazyRouteComponent(() => loadChunk(() => import('../catalogue/product-page.tsx')), 'ProductPage'),
    pendingComponent: PendingProduct,
    // specification section 8: a product page that fails shows the not-found view
    errorComponent: ({ error, ...rest }) =>
      error instanceof ChunkError ? <RouteError error={error} {...rest} /> : <NotFoundPage error={error} />,
    // one that leaves the shop while it is open
    notFoundComponent: NotFoundPage,
  }),
] as const

const buyingRoutes = [
  createRoute({
    ...at('/cart/{-$id}', () => import('../buy/cart-page.tsx'), 'CartPage'),
    validateSearch: ({ qty, note, paste }: Record<string, unknown>): { qty?: string; note?: string; paste?: '1' } => ({
      ...(typeof qty === 'string' && { qty }),
      ...(paste === '1' && { paste }),
      ...(typeof note === 'string' && { note: note.slice(0, limits.lineNoteLength) }),
    }),
    // `/cart/{id}?qty=3` adds the product and redirects to `/cart`: going back or reloading adds nothing
    beforeLoad: async ({ context: { deps }, params: { id }, search, preload, abortController: { signal } }) => {
      if (!id || preload) return
      const { product } = requireBody(await readProduct(deps, id, { signal }))
      const qty = parseQuantity(search.qty ?? '') ?? business.defaultQuantity
      await putCartLine(deps.db, cartLineOf(product, qty, deps.clock.now(), search.note))
      throw redirect({ to: '/cart/{-$id}', params: { id: undefined }, search: {}, replace: true })
    },
  }),
  createRoute(at('/drafts', () => import('../buy/drafts-page.tsx'), 'DraftsPage')),
  createRoute({
    ...at('/shipping', () => import('../buy/shipping-page.tsx'), 'ShippingPage'),
    loader: async ({ context }) => {
      const { db } = context.deps
      return { saved: await getValue(db, 'address'), book: await getAddressBook(db) }
    },
  }),
  createRoute(at('/placeorder', () => import('../buy/place-order-page.tsx'), 'PlaceOrderPage')),
  createRoute(at('/offline', () => import('../buy/offline-page.tsx'), 'OfflinePage')),
  createRoute({
    ...at('/Order', () => import('../orders/my-orders-page.tsx'), 'MyOrdersPage'),
    ...forUsers,
    // `/Order` is the customer's list, `/order/{id}` a single order
    caseSensitive: true,
    validateSearch: stateSearch,
  }),
  createRoute({ ...at('/order/$id', () => import('../orders/order-page.tsx'), 'OrderPage'), ...forUsers }),
] as const

/** The path to open afterwards. Parameters with other names may hold it too (specification section 2). */
const redirectSearch = (search: Record<string, unknown>): { redirect?: string } => ({
  ...search,
  ...(typeof search.redirect === 'string' && { redirect: search.redirect }),
})

/** The saved settings may be from before the shop had terms, or missing on a first visit. Without a connection, those are used. */
const tryFetchShop = (pull: ShopPull) => fetchShop(pull).catch(() => undefined)

const accountRoutes = [
  createRoute({ ...at('/login', loginScreens, 'LoginPage'), validateSearch: redirectSearch }),
  createRoute(at('/forgot', loginScreens, 'ForgotPage')),
  createRoute({
    ...at('/reset/$token', loginScreens, 'ResetPage'),
    // checks the link before a password is typed; offline, the form reports the error when it is sent
    loader: ({ context: { deps }, params: { token }, abortController: { signal } }) =>
      failureOf(() => deps.api.call('resetPassword', { body: { token }, signal })),
  }),
  createRoute({
    ...at('/invitation/$token', () => import('../account/invitation-page.tsx'), 'InvitationPage'),
    loader: async ({ context: { deps }, params: { token }, abortController: { signal } }) => {
      void tryFetchShop(deps)
      const reply = await deps.api.call('openInvitation', { body: { token }, signal })
      // what is wrong with the link is on the screen; anything else can be tried again
      if (!reply.ok && !isAboutLink(reply.refusal)) throw asError(reply.refusal)
      return reply
    },
  }),
  createRoute({
    ...at('/register', registerScreens, 'RegisterPage'),
    validateSearch: redirectSearch,
    // not awaited: the form follows the terms
    loader: ({ context: { deps } }) => void tryFetchShop(deps),
  }),
  createRoute(at('/activation/$id', registerScreens, 'ActivationPage')),
  createRoute({ ...at('/profile', () => import('../account/profile-page.tsx'), 'ProfilePage'), ...forUsers }),
  createRoute({
    ...at('/about', aboutScreens, 'AboutPage'),
    // the settings that came with the page are without this text
    loader: async ({ context: { deps }, abortController: { signal } }) => {
      const saved = await getSavedShop(deps.db).catch(() => undefined)
      if (!saved) await tryFetchShop({ ...deps, signal })
    },
  }),
  createRoute(at('/contact', () => import('../account/contact-page.tsx'), 'ContactPage')),
  createRoute(at('/terms', aboutScreens, 'TermsPage')),
  createRoute(at('/privacy', aboutScreens, 'PrivacyPage')),
  createRoute(at('/imprint', aboutScreens, 'ImprintPage')),
  createRoute({ ...forAll, path: '/P404', component: NotFoundPage }),
] as const

const adminRoutes = [
  createRoute({
    validateSearch: listSearch,
    ...adminAt(forAdmins, '/dashboard', () => import('../admin/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    validateSearch: productsSearch,
    ...adminAt(forRight('products'), '/admin/products', productScreens, 'ProductsPage'),
  }),
  createRoute({
    validateSearch: listSearch,
    // reading also with the second one
    ...adminAt(forRight('products', 'orders'), '/admin/lots', () => import('../admin/lots-page.tsx'), 'LotsPage'),
  }),
  createRoute(adminAt(forRight('products'), '/admin/lots/import', importScreens, 'LotImportPage')),
  createRoute(adminAt(forRight('products'), '/admin/import', importScreens, 'ImportPage')),
  createRoute({
    validateSearch: boardSearch,
    onLeave: ({ search }) => lastBoard.set(search),
    ...adminAt(forRight('orders'), '/admin/order', () => import('../orders/board/orders-page.tsx'), 'OrdersPage'),
  }),
  createRoute(adminAt(forRight('orders'), '/admin/request', requestScreens, 'NewRequestPage')),
  createRoute({
    validateSearch: listSearch,
    ...adminAt(forRight('orders'), '/admin/customers', customerScreens, 'CustomersPage'),
  }),
  createRoute(adminAt(forRight('orders'), '/admin/customers/$id', customerScreens, 'CustomerPage')),
  createRoute({
    validateSearch: listSearch,
    // colleagues are invited with the second one
    ...adminAt(forRight('people', 'shop'), '/users', () => import('../admin/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    validateSearch: listSearch,
    ...adminAt(forRight('people'), '/admin/messages', () => import('../admin/messages-page.tsx'), 'MessagesPage'),
  }),
  createRoute({
    ...adminAt(forRight('shop'), '/admin/shop', shopScreens, 'ShopScreen'),
    loader: async ({ context: { deps }, abortController: { signal } }) => {
      await tryFetchShop({ ...deps, signal })
      return (await getSavedShop(deps.db).catch(() => undefined)) ?? newShop
    },
  }),
  createRoute({
    validateSearch: logSearch,
    ...adminAt(forRight('shop'), '/admin/log', () => import('../admin/log-page.tsx'), 'LogPage'),
  }),
  createRoute(adminAt(forRight('shop'), '/admin/webhooks', () => import('../admin/webhooks-page.tsx'), 'WebhooksPage')),
  createRoute(adminAt(forRight('shop'), '/admin/keys', () => import('../admin/keys-page.tsx'), 'KeysPage')),
  createRoute({
    validateSearch: listSearch,
    ...adminAt(forRight('people'), '/subscribes', () => import('../admin/subscribers-page.tsx'), 'SubscribersPage'),
  }),
] as const

/** The site map (specification section 2). */
export const routeTree = rootRoute.addChildren([...catalogueRoutes, ...buyingRoutes, ...accountRoutes, ...adminRoutes])
