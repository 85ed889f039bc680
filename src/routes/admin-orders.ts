import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from './guards.ts'
import { listSearch } from './list-search.ts'
import { rootRoute } from './root.ts'

export const adminOrdersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/order',
  validateSearch: listSearch,
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('../features/admin/orders-page.tsx'), 'OrdersPage'),
})
