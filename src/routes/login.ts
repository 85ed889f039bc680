import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { accountScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyRouteComponent(accountScreens, 'LoginPage'),
})
