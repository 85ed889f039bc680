import { ForgotInput, ResetInput, ResetLink } from '../../contract/users.ts'
import type { Route } from '../platform/http/route.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { askReset, makeResetLink, resetPassword } from './password-reset.ts'

/** Resetting a forgotten password. */
export function passwordRoutes(route: Route, deps: ServiceDeps): void {
  route('forgotPassword', {
    summary: 'Request a mail with a password-reset link; the answer does not reveal whether the address has an account',
    body: ForgotInput,
    handle: ({ body, address, language }) => askReset(deps, { email: body.email, address, language }),
  })
  route('resetPassword', {
    summary: 'Set a new password with the token of a link; without a password only check the link',
    body: ResetInput,
    handle: ({ body, address }) => resetPassword(deps, body, address),
  })
  route('makeResetLink', {
    summary: 'Make a password-reset link to pass on to a user; it works once, within an hour',
    answer: ResetLink,
    status: 201,
    handle: ({ param, user }) => makeResetLink(deps, param, user),
  })
}
