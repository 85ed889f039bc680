import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact',
  component: lazyRouteComponent(buyerScreens, 'ContactPage'),
})
