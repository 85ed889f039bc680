import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from './guards.ts'
import { adminScreens } from './lazy-screens.ts'
import { listSearch } from './list-search.ts'
import { rootRoute } from './root.ts'

export const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: listSearch,
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(adminScreens, 'DashboardPage'),
})
