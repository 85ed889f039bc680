import { PushInput, PushKey } from '../../contract/push.ts'
import type { Route } from '../http/route.ts'
import { done } from '../services/outcome.ts'
import { deletePushSubscription, requirePushKeys, savePushSubscription } from '../services/push-subscriptions.ts'
import type { Shop } from '../services/shop.ts'

/** Web Push: where browsers are told that something was said on an order. */
export function pushRoutes(route: Route, shop: Shop): void {
  route('pushKey', {
    summary: 'The shop’s public VAPID key, to subscribe with',
    answer: PushKey,
    handle: async () => done({ key: (await requirePushKeys(shop)).publicKey }),
  })
  route('savePushSubscription', {
    summary: 'Be told in this browser, until the session ends; in place of the session’s subscription before',
    body: PushInput,
    handle: ({ user, address, body, language }) =>
      savePushSubscription(shop, { actor: { ...user, from: address }, input: body, language }),
  })
  route('deletePushSubscription', {
    summary: 'Be told no more in the browser of this session',
    handle: ({ user }) => deletePushSubscription(shop, user.tokenHash),
  })
}
