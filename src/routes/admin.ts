import { createRoute } from '@tanstack/react-router'
import { newShop } from '../../contract/texts/shop-texts.ts'
import { fetchShop, getSavedShop } from '../data/shop/pull-shop.ts'
import { chakraScreen } from './chakra-screen.ts'
import { boardSearch, lastBoard, listSearch, logSearch, productsSearch, requireAdmin, rootRoute } from './root.ts'

const adminRoute = { getParentRoute: () => rootRoute, beforeLoad: requireAdmin }
const adminList = { ...adminRoute, validateSearch: listSearch }

export const adminRoutes = [
  createRoute({
    ...adminList,
    path: '/dashboard',
    component: chakraScreen(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    ...adminRoute,
    validateSearch: productsSearch,
    path: '/admin/products',
    component: chakraScreen(() => import('../features/products-admin/products-page.tsx'), 'ProductsPage'),
  }),
  createRoute({
    ...adminRoute,
    path: '/admin/import',
    component: chakraScreen(() => import('../features/products-admin/spreadsheet/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    ...adminRoute,
    validateSearch: boardSearch,
    onLeave: ({ search }) => lastBoard.set(search),
    path: '/admin/order',
    component: chakraScreen(() => import('../features/board/orders-page.tsx'), 'OrdersPage'),
  }),
  createRoute({
    ...adminList,
    path: '/users',
    component: chakraScreen(() => import('../features/users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...adminList,
    path: '/admin/messages',
    component: chakraScreen(() => import('../features/inbox/messages-page.tsx'), 'MessagesPage'),
  }),
  createRoute({
    ...adminRoute,
    path: '/admin/shop',
    loader: async ({ context: { deps }, abortController: { signal } }) => {
      await fetchShop({ ...deps, signal }).catch(() => undefined)
      return (await getSavedShop(deps.db).catch(() => undefined)) ?? newShop
    },
    component: chakraScreen(() => import('../features/settings/shop-page.tsx'), 'ShopPage'),
  }),
  createRoute({
    ...adminRoute,
    validateSearch: logSearch,
    path: '/admin/log',
    component: chakraScreen(() => import('../features/settings/log-page.tsx'), 'LogPage'),
  }),
  createRoute({
    ...adminList,
    path: '/subscribes',
    component: chakraScreen(() => import('../features/inbox/subscribers-page.tsx'), 'SubscribersPage'),
  }),
] as const
