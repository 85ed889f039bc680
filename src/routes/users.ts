import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from './guards.ts'
import { adminScreens } from './lazy-screens.ts'
import { listSearch } from './list-search.ts'
import { rootRoute } from './root.ts'

export const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users',
  validateSearch: listSearch,
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(adminScreens, 'UsersPage'),
})
