import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { getAddress } from '../db/address.ts'
import { rootRoute } from './root.ts'

export const shippingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipping',
  loader: ({ context: { deps } }) => getAddress(deps.db),
  component: lazyRouteComponent(() => import('../features/quote/shipping-page.tsx'), 'ShippingPage'),
})
