import { createRoute } from '@tanstack/react-router'
import { newShop } from '../../contract/shop-texts.ts'
import { fetchShop } from '../catalogue/pull-shop.ts'
import { getShop } from '../db/shop.ts'
import { chakraScreen } from './chakra-screen.ts'
import { boardSearch, listSearch, logSearch, requireAdmin, rootRoute } from './root.ts'

const adminRoute = { getParentRoute: () => rootRoute, beforeLoad: requireAdmin }
const adminList = { ...adminRoute, validateSearch: listSearch }

export const dashboardRoute = createRoute({
  ...adminList,
  path: '/dashboard',
  component: chakraScreen(() => import('../features/admin/dashboard-page.tsx'), 'DashboardPage'),
})

export const adminProductsRoute = createRoute({
  ...adminList,
  path: '/admin/products',
  component: chakraScreen(() => import('../features/admin/products-page.tsx'), 'ProductsPage'),
})

export const importRoute = createRoute({
  ...adminRoute,
  path: '/admin/import',
  component: chakraScreen(() => import('../features/admin/spreadsheet/import-page.tsx'), 'ImportPage'),
})

export const adminOrdersRoute = createRoute({
  ...adminRoute,
  validateSearch: boardSearch,
  path: '/admin/order',
  component: chakraScreen(() => import('../features/admin/orders-page.tsx'), 'OrdersPage'),
})

export const usersRoute = createRoute({
  ...adminList,
  path: '/users',
  component: chakraScreen(() => import('../features/admin/users-page.tsx'), 'UsersPage'),
})

export const messagesRoute = createRoute({
  ...adminList,
  path: '/admin/messages',
  component: chakraScreen(() => import('../features/admin/messages-page.tsx'), 'MessagesPage'),
})

export const shopRoute = createRoute({
  ...adminRoute,
  path: '/admin/shop',
  loader: async ({ context: { deps }, abortController: { signal } }) => {
    await fetchShop({ ...deps, signal }).catch(() => undefined)
    return (await getShop(deps.db).catch(() => undefined)) ?? newShop
  },
  component: chakraScreen(() => import('../features/admin/shop-page.tsx'), 'ShopPage'),
})

export const logRoute = createRoute({
  ...adminRoute,
  validateSearch: logSearch,
  path: '/admin/log',
  component: chakraScreen(() => import('../features/admin/log-page.tsx'), 'LogPage'),
})

export const subscribersRoute = createRoute({
  ...adminList,
  path: '/subscribes',
  component: chakraScreen(() => import('../features/admin/subscribers-page.tsx'), 'SubscribersPage'),
})
