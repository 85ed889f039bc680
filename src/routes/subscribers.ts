import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from './guards.ts'
import { adminScreens } from './lazy-screens.ts'
import { listSearch } from './list-search.ts'
import { rootRoute } from './root.ts'

export const subscribersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscribes',
  validateSearch: listSearch,
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(adminScreens, 'SubscribersPage'),
})
