import { createRoute } from '@tanstack/react-router'
import type { Right } from '../../contract/rights.ts'
import { newShop } from '../../contract/texts/shop-texts.ts'
import { fetchShop, getSavedShop } from '../data/shop/pull-shop.ts'
import { chakraScreen } from './chakra-screen.ts'
import {
  boardSearch,
  lastBoard,
  listSearch,
  logSearch,
  productsSearch,
  requireAdmin,
  requireRight,
  rootRoute,
} from './root.ts'

const adminRoute = { getParentRoute: () => rootRoute, beforeLoad: requireAdmin }
const forRight = (right: Right) => ({ getParentRoute: () => rootRoute, beforeLoad: requireRight(right) })

export const adminRoutes = [
  createRoute({
    ...adminRoute,
    validateSearch: listSearch,
    path: '/dashboard',
    component: chakraScreen(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    ...forRight('products'),
    validateSearch: productsSearch,
    path: '/admin/products',
    component: chakraScreen(() => import('../features/products-admin/products-page.tsx'), 'ProductsPage'),
  }),
  createRoute({
    ...forRight('products'),
    path: '/admin/import',
    component: chakraScreen(() => import('../features/products-admin/spreadsheet/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    ...forRight('orders'),
    validateSearch: boardSearch,
    onLeave: ({ search }) => lastBoard.set(search),
    path: '/admin/order',
    component: chakraScreen(() => import('../features/board/orders-page.tsx'), 'OrdersPage'),
  }),
  createRoute({
    ...forRight('people'),
    validateSearch: listSearch,
    path: '/users',
    component: chakraScreen(() => import('../features/users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...forRight('people'),
    validateSearch: listSearch,
    path: '/admin/messages',
    component: chakraScreen(() => import('../features/inbox/messages-page.tsx'), 'MessagesPage'),
  }),
  createRoute({
    ...forRight('shop'),
    path: '/admin/shop',
    loader: async ({ context: { deps }, abortController: { signal } }) => {
      await fetchShop({ ...deps, signal }).catch(() => undefined)
      return (await getSavedShop(deps.db).catch(() => undefined)) ?? newShop
    },
    component: chakraScreen(() => import('../features/settings/shop-page.tsx'), 'ShopPage'),
  }),
  createRoute({
    ...forRight('shop'),
    validateSearch: logSearch,
    path: '/admin/log',
    component: chakraScreen(() => import('../features/settings/log-page.tsx'), 'LogPage'),
  }),
  createRoute({
    ...forRight('shop'),
    path: '/admin/webhooks',
    component: chakraScreen(() => import('../features/hooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    ...forRight('shop'),
    path: '/admin/keys',
    component: chakraScreen(() => import('../features/keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    ...forRight('people'),
    validateSearch: listSearch,
    path: '/subscribes',
    component: chakraScreen(() => import('../features/inbox/subscribers-page.tsx'), 'SubscribersPage'),
  }),
] as const
