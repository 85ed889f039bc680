import * as v from 'valibot'
import { SubscribeAnswer, SubscribeInput, Subscriber } from '../../contract/inbox.ts'
import { answerList, pagingQuery } from '../platform/http/paging.ts'
import type { Route } from '../platform/http/route.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { deleteSubscriber, listSubscribers, subscribe } from './subscribers.ts'

export function subscriberRoutes(route: Route, deps: ServiceDeps): void {
  route('subscribe', {
    summary: 'Subscribe an address to the newsletter; Gmail only, unless the settings allow others',
    body: SubscribeInput,
    answer: SubscribeAnswer,
    status: 201,
    handle: ({ body, key, address, encode }) => subscribe(deps, { email: body.email, key, address, encode }),
  })
  route('listSubscribers', {
    summary: 'All newsletter subscribers',
    query: v.object(pagingQuery),
    answer: v.array(Subscriber),
    handle: async ({ query }) => answerList('/api/subscribers/', query, await listSubscribers(deps, query)),
  })
  route('deleteSubscriber', {
    summary: 'Delete a newsletter subscriber',
    handle: ({ param, user }) => deleteSubscriber(deps, param, user),
  })
}
