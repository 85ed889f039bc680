import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const draftsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/drafts',
  component: lazyRouteComponent(buyerScreens, 'DraftsPage'),
})
