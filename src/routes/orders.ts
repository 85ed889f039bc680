import { createRoute } from '@tanstack/react-router'
import { chakraScreen } from './chakra-screen.ts'
import { requireUser, rootRoute, stateSearch } from './root.ts'

export const orderRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Order',
    // `/Order` is the customer's list, `/order/{id}` a single order
    caseSensitive: true,
    validateSearch: stateSearch,
    beforeLoad: requireUser,
    component: chakraScreen(() => import('../features/orders/my-orders-page.tsx'), 'MyOrdersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/order/$id',
    beforeLoad: requireUser,
    component: chakraScreen(() => import('./order-screen.tsx'), 'OrderScreen'),
  }),
] as const
