import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { answerOf } from './answer.ts'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$id',
  loader: async ({ context: { deps }, params: { id }, abortController: { signal } }) =>
    answerOf(await deps.api.call('getFish', { params: { id }, signal })),
  component: lazyRouteComponent(buyerScreens, 'ProductScreen'),
  // specification section 8: a product page that fails shows the not-found view
  errorComponent: lazyRouteComponent(buyerScreens, 'NotFoundFailure'),
})
