import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireUser } from './guards.ts'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const orderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/order/$id',
  beforeLoad: requireUser,
  component: lazyRouteComponent(buyerScreens, 'OrderPage'),
})
