import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.ts'

export const activationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activation/$id',
  component: lazyRouteComponent(() => import('../features/account/activation-page.tsx'), 'ActivationPage'),
})
