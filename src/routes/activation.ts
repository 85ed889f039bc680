import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root.ts'

export const activationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activation/$id',
})
