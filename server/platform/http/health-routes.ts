import { Health, HealthQuery } from '../../../contract/health.ts'
import type { ServiceDeps } from '../../service-deps.ts'
import { checkHealth, checkReady } from '../health.ts'
import { done } from '../outcome.ts'
import type { Parts } from '../watch-parts.ts'
import type { Route } from './route.ts'

export function healthRoutes(route: Route, deps: ServiceDeps, parts: Parts): void {
  route('health', {
    summary: 'Whether the server and its database work; with `?ready`, whether mail and pictures work, too',
    query: HealthQuery,
    answer: Health,
    handle: async ({ query: { ready } }) =>
      ready === undefined ? done(await checkHealth(deps)) : checkReady(deps, parts),
  })
}
