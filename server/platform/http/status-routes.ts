import { Readable } from 'node:stream'
import * as v from 'valibot'
import { Health, HealthQuery } from '../../../contract/health.ts'
import { liveHints } from '../../../contract/live.ts'
import type { ServiceDeps } from '../../service-deps.ts'
import { checkHealth, checkReady } from '../health.ts'
import type { Live } from '../live.ts'
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

const EventStream = v.pipe(
  v.custom<Readable>((value) => value instanceof Readable),
  v.description(`server-sent events without data that say that something has changed: ${liveHints.join(' ')}`),
)

export function liveRoutes(route: Route, live: Live): void {
  route('live', {
    summary: 'Hints that something has changed, as server-sent events: then pull the feeds; comments in between',
    answer: EventStream,
    stream: true,
    handle: async ({ user }) => live.open(user),
  })
}
