import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireUser } from './guards.ts'
import { accountScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  beforeLoad: requireUser,
  component: lazyRouteComponent(accountScreens, 'ProfilePage'),
})
