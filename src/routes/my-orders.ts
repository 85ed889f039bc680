import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireUser } from './guards.ts'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const myOrdersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/Order',
  // `/Order` is the customer's list, `/order/{id}` a single order (screens.md)
  caseSensitive: true,
  beforeLoad: requireUser,
  component: lazyRouteComponent(buyerScreens, 'MyOrdersPage'),
})
