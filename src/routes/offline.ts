import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const offlineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/offline',
  component: lazyRouteComponent(buyerScreens, 'OfflinePage'),
})
