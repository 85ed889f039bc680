import { PushInput, PushKey } from '../../contract/push.ts'
import type { Route } from '../platform/http/route.ts'
import { done } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { deletePushSubscription, requirePushKeys, savePushSubscription } from './push-subscriptions.ts'

/** Web Push: subscriptions of browsers to events of orders. */
export function pushRoutes(route: Route, deps: ServiceDeps): void {
  route('pushKey', {
    summary: 'The shop’s public VAPID key, to subscribe with',
    answer: PushKey,
    handle: async () => done({ key: (await requirePushKeys(deps)).publicKey }),
  })
  route('savePushSubscription', {
    summary: 'Subscribe this browser until the session ends; replaces the session’s previous subscription',
    body: PushInput,
    handle: ({ user, body, language }) => savePushSubscription(deps, { actor: user, input: body, language }),
  })
  route('deletePushSubscription', {
    summary: 'Delete the push subscription of this session',
    handle: ({ user }) => deletePushSubscription(deps, user.tokenHash),
  })
}
