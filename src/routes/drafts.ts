import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root.ts'

export const draftsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/drafts',
})
