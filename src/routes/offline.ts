import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root.ts'

export const offlineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/offline',
})
