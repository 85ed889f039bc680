import * as v from 'valibot'
import {
  ApiKey,
  ApiKeyInput,
  ApiKeyMade,
  Invitation,
  InvitationAcceptance,
  InvitationInput,
  InvitationMade,
  InvitationSeen,
  InvitationToken,
} from '../../contract/access.ts'
import { ForgotInput, ResetInput, ResetLink, User, UserData } from '../../contract/users.ts'
import type { Route } from '../platform/http/route.ts'
import { done, type Outcome } from '../platform/outcome.ts'
import { limitFailures } from '../platform/rate-limits.ts'
import type { ServiceDeps } from '../service-deps.ts'
import * as accepting from './accept-invitation.ts'
import * as keys from './api-keys.ts'
import * as invitations from './invitations.ts'
import { askReset, makeResetLink, resetPassword } from './password-reset.ts'

/** Resetting a forgotten password. */
function passwordRoutes(route: Route, deps: ServiceDeps): void {
  route('forgotPassword', {
    summary: 'Request a mail with a password-reset link; the answer does not reveal whether the address has an account',
    body: ForgotInput,
    handle: ({ body, address, language }) => askReset(deps, { email: body.email, address, language }),
  })
  route('resetPassword', {
    summary: 'Set a new password with the token of a link; without a password only check the link',
    body: ResetInput,
    handle: ({ body, address }) =>
      limitFailures(deps, { kind: 'reset', who: address }, () => resetPassword(deps, body, address)),
  })
  route('makeResetLink', {
    summary: 'Make a password-reset link to pass on to a user; it works once, within an hour',
    answer: ResetLink,
    status: 201,
    handle: ({ param, user }) => makeResetLink(deps, param, user),
  })
}

/** How colleagues come in: invitations, and what those who have a link do with it. */
function invitationRoutes(route: Route, deps: ServiceDeps): void {
  const guarded = <T>(who: string, work: () => Promise<Outcome<T>>) =>
    limitFailures(deps, { kind: 'invitation', who }, work)
  route('listInvitations', {
    summary: 'Open invitations, without their links',
    answer: v.array(Invitation),
    handle: () => invitations.listInvitations(deps),
  })
  route('invite', {
    summary:
      'Invite somebody to become an administrator, with none but one’s own rights; by mail where there is an address',
    body: InvitationInput,
    answer: InvitationMade,
    status: 201,
    handle: ({ body, user, language }) => invitations.invite(deps, body, { actor: user, language }),
  })
  route('renewInvitation', {
    summary: 'Make an open invitation last seven days from now, with a new link and mail',
    answer: InvitationMade,
    handle: ({ param, user }) => invitations.renewInvitation(deps, param, user),
  })
  route('withdrawInvitation', {
    summary: 'Withdraw an open invitation',
    handle: ({ param, user }) => invitations.withdrawInvitation(deps, param, user),
  })
  route('openInvitation', {
    summary: 'What the invitation behind a link offers',
    body: InvitationToken,
    answer: InvitationSeen,
    handle: ({ body, address }) => guarded(address, () => accepting.openInvitation(deps, body.token)),
  })
  route('acceptInvitation', {
    summary: 'Create an account with the rights of an invitation',
    body: InvitationAcceptance,
    answer: UserData,
    status: 201,
    handle: async ({ body, address, language }) => {
      const accept = () => accepting.acceptInvitation(deps, body, { address, language })
      const accepted = await guarded(address, accept)
      return accepted.ok ? done({ data: accepted.value }) : accepted
    },
  })
  route('joinByInvitation', {
    summary: 'Add the rights of an invitation to those of one’s own account',
    body: InvitationToken,
    answer: User,
    handle: ({ body, user }) => guarded(user.from, () => accepting.joinByInvitation(deps, body.token, user)),
  })
}

/** Who else may come in: those who forgot their password, invited colleagues, and programs by their keys. */
export function entryRoutes(route: Route, deps: ServiceDeps): void {
  passwordRoutes(route, deps)
  invitationRoutes(route, deps)
  route('listApiKeys', {
    summary: 'The API keys of the shop, without their secrets',
    answer: v.array(ApiKey),
    handle: () => keys.listApiKeys(deps),
  })
  route('makeApiKey', {
    summary: 'Make an API key, which is shown only once; send it as a bearer token',
    body: ApiKeyInput,
    answer: ApiKeyMade,
    status: 201,
    handle: ({ body, user }) => keys.makeApiKey(deps, body, user),
  })
  route('revokeApiKey', {
    summary: 'Revoke an API key',
    handle: ({ param, user }) => keys.revokeApiKey(deps, param, user),
  })
}
