import { createRoute } from '@tanstack/react-router'
import { ConnectionError, isAboutLink } from '../api/api-errors.ts'
import { fetchShop } from '../db/pull-shop.ts'
import type { Deps } from '../db/use-deps.tsx'
import { asError } from '../ui/loading/refused-error.ts'
import { chakraScreen, sidebarScreen } from './chakra-screen.ts'
import { forUsers, rootRoute } from './root.ts'

/** The path to open afterwards. Parameters with other names may hold it too (specification section 2). */
const redirectSearch = (search: Record<string, unknown>): { redirect?: string } => ({
  ...search,
  ...(typeof search.redirect === 'string' && { redirect: search.redirect }),
})

/** The saved settings may be from before the shop had terms, or missing on a first visit. Not awaited: the form follows them. */
function fetchTerms(deps: Deps): void {
  void fetchShop(deps).catch(() => undefined)
}

export const accountRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login',
    validateSearch: redirectSearch,
    component: chakraScreen(() => import('../account/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot',
    component: chakraScreen(() => import('../account/login-page.tsx'), 'ForgotPage'),
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
    component: chakraScreen(() => import('../account/login-page.tsx'), 'ResetPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation/$token',
    loader: async ({ context: { deps }, params: { token }, abortController: { signal } }) => {
      fetchTerms(deps)
      const reply = await deps.api.call('openInvitation', { body: { token }, signal })
      // what is wrong with the link is on the screen; anything else can be tried again
      if (!reply.ok && !isAboutLink(reply.refusal)) throw asError(reply.refusal)
      return reply
    },
    component: chakraScreen(() => import('../account/invitation-page.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/register',
    validateSearch: redirectSearch,
    loader: ({ context: { deps } }) => fetchTerms(deps),
    component: chakraScreen(() => import('../account/register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/activation/$id',
    component: chakraScreen(() => import('../account/register-page.tsx'), 'ActivationPage'),
  }),
  createRoute({
    ...forUsers,
    path: '/profile',
    component: sidebarScreen(() => import('../account/profile-page.tsx'), 'ProfilePage'),
  }),
] as const
