import { ForgotInput, ResetInput, ResetLink } from '../../contract/users.ts'
import type { Route } from '../http/route.ts'
import { askReset, makeResetLink, resetPassword } from '../services/password-reset.ts'
import type { Shop } from '../services/shop.ts'

/** Resetting a forgotten password. */
export function passwordRoutes(route: Route, shop: Shop): void {
  route('forgotPassword', {
    summary: 'Request a mail with a password-reset link; the answer does not reveal whether the address has an account',
    body: ForgotInput,
    handle: ({ body, address, language }) => askReset(shop, { email: body.email, address, language }),
  })
  route('resetPassword', {
    summary: 'Set a new password with the token of a link; without a password only check the link',
    body: ResetInput,
    handle: ({ body, address }) => resetPassword(shop, body, address),
  })
  route('makeResetLink', {
    summary: 'Make a password-reset link to pass on to a user; it works once, within an hour',
    answer: ResetLink,
    status: 201,
    handle: ({ param, user }) => makeResetLink(shop, param, user),
  })
}
