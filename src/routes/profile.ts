import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireUser } from './guards.ts'
import { rootRoute } from './root.ts'

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import('../features/account/profile-page.tsx'), 'ProfilePage'),
})
