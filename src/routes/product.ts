import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { knownProduct, noteProduct } from '../ui/known-products.ts'
import { answerOf } from './answer.ts'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$id',
  // who comes from a list sees at once what the list knew; the screen asks for the rest when it stands (product-screen.tsx)
  loader: async ({ context: { deps }, params: { id }, cause, abortController: { signal } }) => {
    const known = cause === 'enter' ? knownProduct(deps.db, id) : undefined
    if (known) return { product: known.product, ahead: true }
    const product = answerOf(await deps.api.call('getFish', { params: { id }, signal }))
    noteProduct(deps.db, id, product)
    return { product, ahead: false }
  },
  component: lazyRouteComponent(buyerScreens, 'ProductScreen'),
  // specification section 8: a product page that fails shows the not-found view
  errorComponent: lazyRouteComponent(buyerScreens, 'NotFoundFailure'),
})
