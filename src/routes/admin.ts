import { createRoute } from '@tanstack/react-router'
import { newShop } from '../../contract/shop-texts.ts'
import { fetchShop } from '../catalogue/pull-shop.ts'
import { getShop } from '../db/shop.ts'
import { chakraScreen } from './chakra-screen.ts'
import { boardSearch, listSearch, logSearch, requireAdmin, rootRoute } from './root.ts'

const adminList = { validateSearch: listSearch, beforeLoad: requireAdmin }

export const dashboardRoute = createRoute({
  ...adminList,
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  component: chakraScreen(() => import('../features/admin/dashboard-page.tsx'), 'DashboardPage'),
})

export const adminProductsRoute = createRoute({
  ...adminList,
  getParentRoute: () => rootRoute,
  path: '/admin/products',
  component: chakraScreen(() => import('../features/admin/products-page.tsx'), 'ProductsPage'),
})

export const importRoute = createRoute({
  beforeLoad: requireAdmin,
  getParentRoute: () => rootRoute,
  path: '/admin/import',
  component: chakraScreen(() => import('../features/admin/spreadsheet/import-page.tsx'), 'ImportPage'),
})

export const adminOrdersRoute = createRoute({
  validateSearch: boardSearch,
  beforeLoad: requireAdmin,
  getParentRoute: () => rootRoute,
  path: '/admin/order',
  component: chakraScreen(() => import('../features/admin/orders-page.tsx'), 'OrdersPage'),
})

export const usersRoute = createRoute({
  ...adminList,
  getParentRoute: () => rootRoute,
  path: '/users',
  component: chakraScreen(() => import('../features/admin/users-page.tsx'), 'UsersPage'),
})

export const messagesRoute = createRoute({
  ...adminList,
  getParentRoute: () => rootRoute,
  path: '/admin/messages',
  component: chakraScreen(() => import('../features/admin/messages-page.tsx'), 'MessagesPage'),
})

export const shopRoute = createRoute({
  beforeLoad: requireAdmin,
  getParentRoute: () => rootRoute,
  path: '/admin/shop',
  loader: async ({ context: { deps }, abortController: { signal } }) => {
    await fetchShop({ ...deps, signal }).catch(() => undefined)
    return (await getShop(deps.db).catch(() => undefined)) ?? newShop
  },
  component: chakraScreen(() => import('../features/admin/shop-page.tsx'), 'ShopPage'),
})

export const logRoute = createRoute({
  validateSearch: logSearch,
  beforeLoad: requireAdmin,
  getParentRoute: () => rootRoute,
  path: '/admin/log',
  component: chakraScreen(() => import('../features/admin/log-page.tsx'), 'LogPage'),
})

export const subscribersRoute = createRoute({
  ...adminList,
  getParentRoute: () => rootRoute,
  path: '/subscribes',
  component: chakraScreen(() => import('../features/admin/subscribers-page.tsx'), 'SubscribersPage'),
})
