import { createRoute } from '@tanstack/react-router'
import { chakraScreen } from './chakra-screen.ts'
import { rootRoute } from './root.ts'

export const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  component: chakraScreen(() => import('../features/about/about-page.tsx'), 'AboutPage'),
})

export const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact',
  component: chakraScreen(() => import('../features/contact/contact-page.tsx'), 'ContactPage'),
})

export const offlineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/offline',
  component: chakraScreen(() => import('../features/offline/offline-page.tsx'), 'OfflinePage'),
})

export const p404Route = createRoute({
  getParentRoute: () => rootRoute,
  path: '/P404',
  component: chakraScreen(() => import('../ui/not-found-page.tsx'), 'NotFoundPage'),
})
