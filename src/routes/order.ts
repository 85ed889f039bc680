import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { fetchOrder } from '../features/orders/fetch-order.ts'
import { requireUser } from './guards.ts'
import { rootRoute } from './root.ts'

export const orderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/order/$id',
  beforeLoad: requireUser,
  loader: ({ context, params: { id }, abortController: { signal } }) => fetchOrder({ ...context, id, signal }),
  component: lazyRouteComponent(() => import('../features/orders/order-page.tsx'), 'OrderPage'),
  errorComponent: lazyRouteComponent(() => import('../ui/not-found-failure.tsx'), 'NotFoundFailure'),
})
