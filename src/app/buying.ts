import { createRoute, redirect } from '@tanstack/react-router'
import { business } from '../../contract/limits.ts'
import { parseQuantity } from '../../contract/texts/quantity.ts'
import { cartLineOf, putCartLine } from '../db/cart.ts'
import { readProduct } from '../db/read-products.ts'
import { getValue } from '../db/values.ts'
import { chakraScreen, sidebarScreen } from './chakra-screen.ts'
import { forUsers, requireBody, rootRoute, stateSearch } from './root.ts'

export const buyingRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
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
    getParentRoute: () => rootRoute,
    path: '/drafts',
    component: chakraScreen(() => import('../buy/drafts-page.tsx'), 'DraftsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/shipping',
    loader: ({ context: { deps } }) => getValue(deps.db, 'address'),
    component: chakraScreen(() => import('../buy/shipping-page.tsx'), 'ShippingPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/placeorder',
    component: chakraScreen(() => import('../buy/place-order-page.tsx'), 'PlaceOrderPage'),
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
    component: sidebarScreen(() => import('./order-screen.tsx'), 'OrderScreen'),
  }),
] as const
