import { ForgotInput, ResetInput, ResetLink } from '../../contract/users.ts'
import type { Route } from '../http/route.ts'
import { askReset, makeResetLink, resetPassword } from '../services/password-reset.ts'
import type { Shop } from '../services/shop.ts'

/** The ways to a new password for who has forgotten it. */
export function passwordRoutes(route: Route, shop: Shop): void {
  route('forgotPassword', {
    summary: 'Ask for a mail with a link to a new password; the same answer whether or not the address has an account',
    body: ForgotInput,
    handle: ({ body, address, language }) => askReset(shop, { email: body.email, address, language }),
  })
  route('resetPassword', {
    summary: 'Set a new password by the token of a link; without a password it says whether the link works',
    body: ResetInput,
    handle: ({ body, address }) => resetPassword(shop, body, address),
  })
  route('makeResetLink', {
    summary: 'Make a link to a new password for a user, to hand over; it works once, for an hour',
    answer: ResetLink,
    status: 201,
    handle: ({ param, user, address }) => makeResetLink(shop, param, { ...user, from: address }),
  })
}
