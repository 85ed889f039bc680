import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { accountScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyRouteComponent(accountScreens, 'RegisterPage'),
})
