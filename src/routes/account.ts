import { createRoute } from '@tanstack/react-router'
import type { OwnSession } from '../../contract/account.ts'
import { ConnectionError } from '../api/errors.ts'
import { chakraScreen } from './chakra-screen.ts'
import { type RouterContext, requireUser, rootRoute } from './root.ts'

/** Whatever the query's name is, the path behind its `=` is where to go on (specification section 2). */
const redirectSearch = (search: Record<string, unknown>): { redirect?: string } => ({
  ...search,
  ...(typeof search.redirect === 'string' && { redirect: search.redirect }),
})

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: redirectSearch,
  component: chakraScreen(() => import('../features/account/login-page.tsx'), 'LoginPage'),
})

export const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot',
  component: chakraScreen(() => import('../features/account/forgot-page.tsx'), 'ForgotPage'),
})

export const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset/$token',
  // said before anybody thinks of a password; without a connection the form says what is wrong
  loader: async ({ context: { deps }, params: { token }, abortController: { signal } }) => {
    try {
      const reply = await deps.api.call('resetPassword', { body: { token }, signal })
      return reply.ok ? undefined : reply.refusal
    } catch (error) {
      if (error instanceof ConnectionError) return undefined
      throw error
    }
  },
  component: chakraScreen(() => import('../features/account/reset-page.tsx'), 'ResetPage'),
})

export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: redirectSearch,
  component: chakraScreen(() => import('../features/account/register-page.tsx'), 'RegisterPage'),
})

export const activationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activation/$id',
  component: chakraScreen(() => import('../features/account/activation-page.tsx'), 'ActivationPage'),
})

/** Where the user is logged in; undefined without a connection, or where the server does not say. */
async function fetchSessions({ api }: RouterContext['deps'], signal: AbortSignal): Promise<OwnSession[] | undefined> {
  try {
    const reply = await api.call('listSessions', { signal })
    return reply.ok ? reply.body : undefined
  } catch (error) {
    if (error instanceof ConnectionError) return undefined
    throw error
  }
}

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  beforeLoad: requireUser,
  // the form does not wait for the list below it
  loader: ({ context: { deps }, abortController: { signal } }) => ({ sessions: fetchSessions(deps, signal) }),
  component: chakraScreen(() => import('../features/account/profile-page.tsx'), 'ProfilePage'),
})
