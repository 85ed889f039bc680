import { createRoute } from '@tanstack/react-router'
import { requireAdmin } from './guards.ts'
import { rootRoute } from './root.ts'

export const adminOrdersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/order',
  beforeLoad: requireAdmin,
})
