import { PushInput, PushKey } from '../../contract/push.ts'
import type { Route } from '../http/route.ts'
import { done } from '../services/outcome.ts'
import { deletePushSubscription, requirePushKeys, savePushSubscription } from '../services/push-subscriptions.ts'
import type { Shop } from '../services/shop.ts'

/** Web Push: subscriptions of browsers to events of orders. */
export function pushRoutes(route: Route, shop: Shop): void {
  route('pushKey', {
    summary: 'The shop’s public VAPID key, to subscribe with',
    answer: PushKey,
    handle: async () => done({ key: (await requirePushKeys(shop)).publicKey }),
  })
  route('savePushSubscription', {
    summary: 'Subscribe this browser until the session ends; replaces the session’s previous subscription',
    body: PushInput,
    handle: ({ user, body, language }) => savePushSubscription(shop, { actor: user, input: body, language }),
  })
  route('deletePushSubscription', {
    summary: 'Delete the push subscription of this session',
    handle: ({ user }) => deletePushSubscription(shop, user.tokenHash),
  })
}
