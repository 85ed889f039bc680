import { createRoute } from '@tanstack/react-router'
import type { OwnSession } from '../../contract/account.ts'
import { ConnectionError } from '../api/errors.ts'
import { chakraScreen } from './chakra-screen.ts'
import { type RouterContext, requireUser, rootRoute } from './root.ts'

/** The path to open afterwards. Parameters with other names may hold it too (specification section 2). */
const redirectSearch = (search: Record<string, unknown>): { redirect?: string } => ({
  ...search,
  ...(typeof search.redirect === 'string' && { redirect: search.redirect }),
})

/** The user's sessions; undefined offline, or if the server does not list them. */
async function fetchSessions({ api }: RouterContext['deps'], signal: AbortSignal): Promise<OwnSession[] | undefined> {
  try {
    const reply = await api.call('listSessions', { signal })
    return reply.ok ? reply.body : undefined
  } catch (error) {
    if (error instanceof ConnectionError) return undefined
    throw error
  }
}

export const accountRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login',
    validateSearch: redirectSearch,
    component: chakraScreen(() => import('../features/account/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot',
    component: chakraScreen(() => import('../features/account/forgot-page.tsx'), 'ForgotPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset/$token',
    // checks the link before a password is typed; offline, the form reports the error when it is sent
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
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/register',
    validateSearch: redirectSearch,
    component: chakraScreen(() => import('../features/account/register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/activation/$id',
    component: chakraScreen(() => import('../features/account/activation-page.tsx'), 'ActivationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/profile',
    beforeLoad: requireUser,
    // not awaited: the form is shown before the list of sessions below it
    loader: ({ context: { deps }, abortController: { signal } }) => ({ sessions: fetchSessions(deps, signal) }),
    component: chakraScreen(() => import('../features/account/profile-page.tsx'), 'ProfilePage'),
  }),
] as const
