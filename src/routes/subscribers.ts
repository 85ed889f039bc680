import { createRoute } from '@tanstack/react-router'
import { requireAdmin } from './guards.ts'
import { rootRoute } from './root.ts'

export const subscribersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscribes',
  beforeLoad: requireAdmin,
})
