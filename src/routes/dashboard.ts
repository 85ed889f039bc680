import { createRoute } from '@tanstack/react-router'
import { requireAdmin } from './guards.ts'
import { rootRoute } from './root.ts'

export const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  beforeLoad: requireAdmin,
})
