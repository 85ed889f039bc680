import { createRoute } from '@tanstack/react-router'
import { newShop } from '../../contract/shop.ts'
import { fetchShop, getSavedShop } from '../data/shop/pull-shop.ts'
import { sidebarScreen } from './chakra-screen.ts'
import { boardSearch, forAdmins, forRight, lastBoard, listSearch, logSearch, productsSearch } from './root.ts'

export const adminRoutes = [
  createRoute({
    ...forAdmins,
    validateSearch: listSearch,
    path: '/dashboard',
    component: sidebarScreen(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    ...forRight('products'),
    validateSearch: productsSearch,
    path: '/admin/products',
    component: sidebarScreen(() => import('../features/products-admin/admin-products-page.tsx'), 'ProductsPage'),
  }),
  createRoute({
    ...forRight('products'),
    path: '/admin/import',
    component: sidebarScreen(() => import('../features/products-admin/spreadsheet/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    ...forRight('orders'),
    validateSearch: boardSearch,
    onLeave: ({ search }) => lastBoard.set(search),
    path: '/admin/order',
    component: sidebarScreen(() => import('../features/board/orders-page.tsx'), 'OrdersPage'),
  }),
  createRoute({
    // colleagues are invited with the second one
    ...forRight('people', 'shop'),
    validateSearch: listSearch,
    path: '/users',
    component: sidebarScreen(() => import('../features/users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...forRight('people'),
    validateSearch: listSearch,
    path: '/admin/messages',
    component: sidebarScreen(() => import('../features/inbox/messages-page.tsx'), 'MessagesPage'),
  }),
  createRoute({
    ...forRight('shop'),
    path: '/admin/shop',
    loader: async ({ context: { deps }, abortController: { signal } }) => {
      await fetchShop({ ...deps, signal }).catch(() => undefined)
      return (await getSavedShop(deps.db).catch(() => undefined)) ?? newShop
    },
    component: sidebarScreen(() => import('../features/settings/shop-page.tsx'), 'ShopPage'),
  }),
  createRoute({
    ...forRight('shop'),
    validateSearch: logSearch,
    path: '/admin/log',
    component: sidebarScreen(() => import('../features/settings/log-page.tsx'), 'LogPage'),
  }),
  createRoute({
    ...forRight('shop'),
    path: '/admin/webhooks',
    component: sidebarScreen(() => import('../features/hooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    ...forRight('shop'),
    path: '/admin/keys',
    component: sidebarScreen(() => import('../features/keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    ...forRight('people'),
    validateSearch: listSearch,
    path: '/subscribes',
    component: sidebarScreen(() => import('../features/inbox/subscribers-page.tsx'), 'SubscribersPage'),
  }),
] as const
