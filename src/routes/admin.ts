import { createRoute } from '@tanstack/react-router'
import { newShop } from '../../contract/shop-texts.ts'
import { fetchShop } from '../catalogue/pull-shop.ts'
import { getValue } from '../db/values.ts'
import { chakraScreen } from './chakra-screen.ts'
import { boardSearch, listSearch, logSearch, requireAdmin, rootRoute } from './root.ts'

const adminRoute = { getParentRoute: () => rootRoute, beforeLoad: requireAdmin }
const adminList = { ...adminRoute, validateSearch: listSearch }

export const adminRoutes = [
  createRoute({
    ...adminList,
    path: '/dashboard',
    component: chakraScreen(() => import('../features/admin/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    ...adminList,
    path: '/admin/products',
    component: chakraScreen(() => import('../features/admin/products-page.tsx'), 'ProductsPage'),
  }),
  createRoute({
    ...adminRoute,
    path: '/admin/import',
    component: chakraScreen(() => import('../features/admin/spreadsheet/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    ...adminRoute,
    validateSearch: boardSearch,
    path: '/admin/order',
    component: chakraScreen(() => import('../features/admin/orders-page.tsx'), 'OrdersPage'),
  }),
  createRoute({
    ...adminList,
    path: '/users',
    component: chakraScreen(() => import('../features/admin/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...adminList,
    path: '/admin/messages',
    component: chakraScreen(() => import('../features/admin/messages-page.tsx'), 'MessagesPage'),
  }),
  createRoute({
    ...adminRoute,
    path: '/admin/shop',
    loader: async ({ context: { deps }, abortController: { signal } }) => {
      await fetchShop({ ...deps, signal }).catch(() => undefined)
      return (await getValue(deps.db, 'shop').catch(() => undefined)) ?? newShop
    },
    component: chakraScreen(() => import('../features/admin/shop-page.tsx'), 'ShopPage'),
  }),
  createRoute({
    ...adminRoute,
    validateSearch: logSearch,
    path: '/admin/log',
    component: chakraScreen(() => import('../features/admin/log-page.tsx'), 'LogPage'),
  }),
  createRoute({
    ...adminList,
    path: '/subscribes',
    component: chakraScreen(() => import('../features/admin/subscribers-page.tsx'), 'SubscribersPage'),
  }),
] as const
