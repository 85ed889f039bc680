import { createRoute } from '@tanstack/react-router'
import { chakraScreen } from './chakra-screen.ts'
import { requireUser, rootRoute } from './root.ts'

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

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  beforeLoad: requireUser,
  component: chakraScreen(() => import('../features/account/profile-page.tsx'), 'ProfilePage'),
})
