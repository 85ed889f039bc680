import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { accountScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const activationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activation/$id',
  component: lazyRouteComponent(accountScreens, 'ActivationPage'),
})
