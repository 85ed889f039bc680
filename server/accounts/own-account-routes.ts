import * as v from 'valibot'
import { Confirmation, OwnData, OwnSession, PasswordInput } from '../../contract/account.ts'
import { PushInput, PushKey } from '../../contract/push.ts'
import type { Route } from '../platform/http/route.ts'
import { done } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getConfirmation, mailConfirmation } from './confirm-email.ts'
import { collectOwnData, deleteOwnAccount } from './own-account.ts'
import { endOwnSession, listOwnSessions, typePassword } from './own-sessions.ts'
import { deletePushSubscription, requirePushKeys, savePushSubscription } from './push-subscriptions.ts'

/** Web Push: subscriptions of browsers to events of orders. */
function pushRoutes(route: Route, deps: ServiceDeps): void {
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
    handle: ({ user }) => deletePushSubscription(deps, user),
  })
}

/** One's own sessions, data and account. The profile is in `userRoutes`. */
export function ownAccountRoutes(route: Route, deps: ServiceDeps): void {
  pushRoutes(route, deps)
  route('listSessions', {
    summary: 'One’s own sessions, on all devices',
    answer: v.array(OwnSession),
    handle: async ({ user }) => done(await listOwnSessions(deps, user)),
  })
  route('endSession', {
    summary: 'End one of one’s own sessions',
    handle: ({ user, param }) => endOwnSession(deps, user, param),
  })
  route('typePassword', {
    summary:
      'Type one’s own password again, which counts for ten minutes in this session, where a call refused with `password-needed`',
    body: PasswordInput,
    handle: ({ user, body }) => typePassword(deps, user, body.password),
  })
  route('getConfirmation', {
    summary: 'Whether one’s own e-mail address is confirmed',
    answer: Confirmation,
    handle: ({ user }) => getConfirmation(deps, user.id),
  })
  route('mailConfirmation', {
    summary: 'Mail the link that confirms one’s own e-mail address once more, if it is not confirmed',
    answer: Confirmation,
    handle: ({ user, language }) => mailConfirmation(deps, user, language),
  })
  route('downloadOwnData', {
    summary: 'Everything that is stored about the user',
    answer: OwnData,
    handle: ({ user }) => collectOwnData(deps, user),
  })
  route('deleteOwnAccount', {
    summary: 'Delete one’s own account; cancels open orders and removes the name from reviews',
    body: PasswordInput,
    handle: ({ user, body }) => deleteOwnAccount(deps, user, body.password),
  })
}
