import { Type } from 'typebox'
import { AdminUser, LoginInput, ProfileInput, RegisterInput, User, UserData, UserUpdate } from '../../contract/users.ts'
import { keywordQuery, listHeaders, pagingQuery } from '../http/paging.ts'
import type { Route } from '../http/route.ts'
import { login } from '../services/login.ts'
import { done, type Outcome } from '../services/outcome.ts'
import { logout } from '../services/sessions.ts'
import type { Shop } from '../services/shop.ts'
import * as users from '../services/users.ts'

/** The specification has these answers in an envelope. */
function enveloped<T>(outcome: Outcome<T>): Outcome<{ data: T }> {
  return outcome.ok ? done({ data: outcome.value }) : outcome
}

function accountRoutes(route: Route, shop: Shop): void {
  route('register', {
    summary: 'Open an account',
    body: RegisterInput,
    answer: UserData,
    status: 201,
    handle: async ({ body, address, language }) => enveloped(await users.register(shop, body, { address, language })),
  })
  route('login', {
    summary: 'Log in; the token goes into the Authorization header as a bearer token',
    body: LoginInput,
    answer: UserData,
    handle: async ({ body, address }) => enveloped(await login(shop, body, address)),
  })
  route('logout', { summary: 'End this session', handle: ({ user }) => logout(shop, user.tokenHash) })
  route('updateProfile', {
    summary: 'Change one’s own name, e-mail address and password',
    body: ProfileInput,
    answer: UserData,
    handle: async ({ user, address, language, body }) =>
      enveloped(await users.updateProfile(shop, { ...user, from: address, language }, body)),
  })
}

/** Accounts: one's own, and their administration. */
export function userRoutes(route: Route, shop: Shop): void {
  accountRoutes(route, shop)
  route('listUsers', {
    summary: 'All users',
    query: Type.Object({ ...keywordQuery, ...pagingQuery }),
    answer: Type.Array(AdminUser),
    handle: async ({ query }) => {
      const listed = await users.listUsers(shop, query)
      return done(listed.rows, { headers: listHeaders('/api/users/', query, listed) })
    },
  })
  route('getUser', {
    summary: 'A user, for that user or an administrator',
    answer: User,
    handle: ({ param, user }) => users.findUser(shop, param, user),
  })
  route('updateUser', {
    summary: 'Change a user and the administrator’s right',
    body: UserUpdate,
    answer: AdminUser,
    handle: ({ param, user, address, language, body }) =>
      users.updateUser(shop, param, { input: body, actor: { ...user, from: address }, language }),
  })
  route('deleteUser', {
    summary: 'Delete a user; orders keep name and e-mail address',
    handle: ({ param, user, address }) => users.deleteUser(shop, param, { ...user, from: address }),
  })
}
