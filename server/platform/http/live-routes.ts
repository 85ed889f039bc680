import { Readable } from 'node:stream'
import * as v from 'valibot'
import { liveHints } from '../../../contract/live.ts'
import type { Live } from '../live.ts'
import type { Route } from './route.ts'

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
