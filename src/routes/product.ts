import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { afterPaint } from '../ui/after-paint.ts'
import { knownProduct, noteProduct } from '../ui/known-products.ts'
import { answerOf } from './answer.ts'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$id',
  // who comes from a list sees at once what the list knew; the answer is asked for behind it (ui/known-products.ts)
  loader: async ({ context: { deps }, params: { id }, cause, abortController: { signal } }) => {
    const { db, api } = deps
    const ask = () => api.call('getFish', { params: { id }, signal })
    const known = cause === 'enter' ? knownProduct(db, id) : undefined
    if (!known) {
      const product = answerOf(await ask())
      noteProduct(db, id, product)
      return { product, ahead: false }
    }
    const askBehind = async () => {
      try {
        const reply = await ask()
        if (reply.ok || reply.refusal.status === 404) noteProduct(db, id, reply.ok ? reply.body : undefined)
      } catch {
        // nobody answered: what is known stays, and what is missing says so
        if (!signal.aborted) noteProduct(db, id, known.product)
      }
    }
    afterPaint(() => signal.aborted || void askBehind())
    return { product: known.product, ahead: true }
  },
  component: lazyRouteComponent(buyerScreens, 'ProductScreen'),
  // specification section 8: a product page that fails shows the not-found view
  errorComponent: lazyRouteComponent(buyerScreens, 'NotFoundFailure'),
})
