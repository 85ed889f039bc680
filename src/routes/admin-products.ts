import { createRoute } from '@tanstack/react-router'
import { requireAdmin } from './guards.ts'
import { rootRoute } from './root.ts'

export const adminProductsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/products',
  beforeLoad: requireAdmin,
})
