import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root.ts'

export const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
})
