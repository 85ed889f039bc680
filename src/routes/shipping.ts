import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.ts'

export const shippingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipping',
  component: lazyRouteComponent(() => import('../features/quote/shipping-page.tsx'), 'ShippingPage'),
})
