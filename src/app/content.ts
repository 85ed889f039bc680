import { createRoute } from '@tanstack/react-router'
import { fetchShop, getSavedShop } from '../db/pull-shop.ts'
import { NotFoundPage } from '../ui/failure-pages.tsx'
import { chakraScreen } from './chakra-screen.ts'
import { rootRoute } from './root.ts'

const legalScreen = (name: 'TermsPage' | 'PrivacyPage' | 'ImprintPage') =>
  chakraScreen(() => import('../account/about-page.tsx'), name)

export const contentRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/about',
    // the settings that came with the page are without this text
    loader: async ({ context: { deps }, abortController: { signal } }) => {
      const saved = await getSavedShop(deps.db).catch(() => undefined)
      if (!saved) await fetchShop({ ...deps, signal }).catch(() => undefined)
    },
    component: chakraScreen(() => import('../account/about-page.tsx'), 'AboutPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/contact',
    component: chakraScreen(() => import('../account/contact-page.tsx'), 'ContactPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/offline',
    component: chakraScreen(() => import('../buy/offline-page.tsx'), 'OfflinePage'),
  }),
  createRoute({ getParentRoute: () => rootRoute, path: '/terms', component: legalScreen('TermsPage') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/privacy', component: legalScreen('PrivacyPage') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imprint', component: legalScreen('ImprintPage') }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/P404',
    component: NotFoundPage,
  }),
] as const
