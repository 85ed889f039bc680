import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  component: lazyRouteComponent(buyerScreens, 'AboutPage'),
})
