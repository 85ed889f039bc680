import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.ts'

export const placeOrderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/placeorder',
  component: lazyRouteComponent(() => import('../features/quote/place-order-page.tsx'), 'PlaceOrderPage'),
})
