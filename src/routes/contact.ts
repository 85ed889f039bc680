import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root.ts'

export const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact',
})
