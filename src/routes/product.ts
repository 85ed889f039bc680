import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { answerOf } from './answer.ts'
import { rootRoute } from './root.ts'

export const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$id',
  loader: async ({ context: { deps }, params: { id }, abortController: { signal } }) =>
    answerOf(await deps.api.call('getFish', { params: { id }, signal })),
  component: lazyRouteComponent(() => import('./product-screen.tsx'), 'ProductScreen'),
  // specification section 8: a product page that fails shows the not-found view
  errorComponent: lazyRouteComponent(() => import('../ui/not-found-failure.tsx'), 'NotFoundFailure'),
})
