import { createRoute } from '@tanstack/react-router'
import { requireAdmin } from './guards.ts'
import { rootRoute } from './root.ts'

export const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users',
  beforeLoad: requireAdmin,
})
