import { createRoute } from '@tanstack/react-router'
import { sidebarScreen } from './chakra-screen.ts'
import { forUsers, stateSearch } from './root.ts'

export const orderRoutes = [
  createRoute({
    ...forUsers,
    path: '/Order',
    // `/Order` is the customer's list, `/order/{id}` a single order
    caseSensitive: true,
    validateSearch: stateSearch,
    component: sidebarScreen(() => import('../features/orders/my-orders-page.tsx'), 'MyOrdersPage'),
  }),
  createRoute({
    ...forUsers,
    path: '/order/$id',
    component: sidebarScreen(() => import('./order-screen.tsx'), 'OrderScreen'),
  }),
] as const
