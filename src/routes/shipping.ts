import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { getAddress } from '../db/address.ts'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const shippingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipping',
  loader: ({ context: { deps } }) => getAddress(deps.db),
  component: lazyRouteComponent(buyerScreens, 'ShippingPage'),
})
