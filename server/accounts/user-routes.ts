import * as v from 'valibot'
import { AdminUser, LoginInput, ProfileInput, RegisterInput, User, UserData, UserUpdate } from '../../contract/users.ts'
import { answerList, keywordQuery, pagingQuery } from '../platform/http/paging.ts'
import type { Route } from '../platform/http/route.ts'
import { done, type Outcome } from '../platform/outcome.ts'
import { limitFailures } from '../platform/rate-limits.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { login } from './login.ts'
import { deleteUser, updateUser } from './manage-users.ts'
import { logout } from './sessions.ts'
import * as users from './users.ts'

/** Wraps an answer in the envelope that the specification has. */
function enveloped<T>(outcome: Outcome<T>): Outcome<{ data: T }> {
  return outcome.ok ? done({ data: outcome.value }) : outcome
}

function accountRoutes(route: Route, deps: ServiceDeps): void {
  route('register', {
    summary: 'Create an account',
    body: RegisterInput,
    answer: UserData,
    status: 201,
    handle: async ({ body, address, language }) => {
      const work = () => users.register(deps, body, { address, language })
      return enveloped(await limitFailures(deps, { kind: 'register', who: address }, work))
    },
  })
  route('login', {
    summary: 'Log in; send the token as a bearer token in the Authorization header',
    body: LoginInput,
    answer: UserData,
    handle: async ({ body, address }) => enveloped(await login(deps, body, address)),
  })
  route('logout', { summary: 'End this session', handle: ({ user }) => logout(deps, user) })
  route('updateProfile', {
    summary: 'Change one’s own name, e-mail address and password',
    body: ProfileInput,
    answer: UserData,
    handle: async ({ user, language, body }) => enveloped(await users.updateProfile(deps, { ...user, language }, body)),
  })
}

/** Accounts: one's own, and their administration. */
export function userRoutes(route: Route, deps: ServiceDeps): void {
  accountRoutes(route, deps)
  route('listUsers', {
    summary: 'All users',
    query: v.object({ ...keywordQuery, ...pagingQuery }),
    answer: v.array(AdminUser),
    handle: async ({ query }) => answerList('/api/users/', query, await users.listUsers(deps, query)),
  })
  route('getUser', {
    summary: 'A user, for themselves or an administrator',
    answer: User,
    handle: ({ param, user }) => users.findUser(deps, param, user),
  })
  route('updateUser', {
    summary:
      'Change a user; giving or taking rights needs the right `shop`, and so does changing another administrator',
    body: UserUpdate,
    answer: AdminUser,
    handle: ({ param, user, language, body }) => updateUser(deps, param, { input: body, actor: user, language }),
  })
  route('deleteUser', {
    summary: 'Delete a user, an administrator only with the right `shop`; orders retain name and e-mail address',
    handle: ({ param, user }) => deleteUser(deps, param, user),
  })
}
