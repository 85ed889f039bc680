import { createRoute } from '@tanstack/react-router'
import { newShop } from '../../contract/shop.ts'
import { fetchShop, getSavedShop } from '../db/pull-shop.ts'
import { sidebarScreen } from './chakra-screen.ts'
import { boardSearch, forAdmins, forRight, lastBoard, listSearch, logSearch, productsSearch } from './root.ts'

export const adminRoutes = [
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
      await fetchShop({ ...deps, signal }).catch(() => undefined)
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
