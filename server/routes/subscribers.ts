import { Type } from 'typebox'
import { SubscribeAnswer, SubscribeInput, Subscriber } from '../../contract/subscribers.ts'
import { answerList, pagingQuery } from '../http/paging.ts'
import type { Route } from '../http/route.ts'
import type { Shop } from '../services/shop.ts'
import { deleteSubscriber, listSubscribers, subscribe } from '../services/subscribers.ts'

export function subscriberRoutes(route: Route, shop: Shop): void {
  route('subscribe', {
    summary: 'Subscribe an address to the newsletter; Gmail only, unless the settings allow others',
    body: SubscribeInput,
    answer: SubscribeAnswer,
    status: 201,
    handle: ({ body, key, address, encode }) => subscribe(shop, { email: body.email, key, address, encode }),
  })
  route('listSubscribers', {
    summary: 'All newsletter subscribers',
    query: Type.Object(pagingQuery),
    answer: Type.Array(Subscriber),
    handle: async ({ query }) => answerList('/api/subscribers/', query, await listSubscribers(shop, query)),
  })
  route('deleteSubscriber', {
    summary: 'Delete a newsletter subscriber',
    handle: ({ param, user }) => deleteSubscriber(shop, param, user),
  })
}
