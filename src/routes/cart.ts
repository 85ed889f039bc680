import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { business } from '../../contract/limits.ts'
import { parseQuantity } from '../../contract/quantity.ts'
import { cartLineOf, putCartLine } from '../db/cart.ts'
import { answerOf } from './answer.ts'
import { buyerScreens } from './lazy-screens.ts'
import { rootRoute } from './root.ts'

export const cartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cart/{-$id}',
  validateSearch: (search: Record<string, unknown>): { qty?: string } =>
    typeof search.qty === 'string' ? { qty: search.qty } : {},
  // `/cart/{id}?qty=3` acts once and gives way to `/cart`: going back or reloading adds nothing again (screens.md)
  beforeLoad: async ({ context: { deps }, params: { id }, search, preload, abortController: { signal } }) => {
    if (!id || preload) return
    const fish = answerOf(await deps.api.call('getFish', { params: { id }, signal }))
    const qty = parseQuantity(search.qty ?? '') ?? business.defaultQuantity
    await putCartLine(deps.db, cartLineOf(fish, qty, deps.clock.now()))
    throw redirect({ to: '/cart/{-$id}', params: { id: undefined }, search: {}, replace: true })
  },
  component: lazyRouteComponent(buyerScreens, 'CartPage'),
})
