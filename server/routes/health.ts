import { Health } from '../../contract/health.ts'
import type { Route } from '../http/route.ts'
import { checkHealth } from '../services/health.ts'
import { done } from '../services/outcome.ts'
import type { Shop } from '../services/shop.ts'

export function healthRoutes(route: Route, shop: Shop): void {
  route('health', {
    summary: 'Whether the server and its database work',
    answer: Health,
    handle: async () => done(await checkHealth(shop)),
  })
}
