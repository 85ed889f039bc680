import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const placeOrderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/placeorder',
  // made when the screen opens: ten clicks and two tabs are one order
  loader: ({ context: { deps }, preload }) => (preload ? undefined : deps.sync.orderId()),
  component: lazyRouteComponent(buyerScreens, 'PlaceOrderPage'),
})
