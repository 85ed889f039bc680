import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import { rootRoute } from '../routes/root.ts'
import { routeTree } from '../routes/route-tree.ts'
import type { Deps } from '../ui/deps.tsx'
import { Pending } from '../ui/pending.tsx'
import { appearAfter } from '../ui/use-waiting.ts'
import { createAppHistory, withHashLinks } from './app-history.ts'
import { Layout } from './layout.tsx'
import { NotFound } from './not-found.tsx'
import { RouteError } from './route-error.tsx'

/** The router of the app; tests give it a history in memory. */
export function createShopRouter(deps: Deps, history: RouterHistory = createAppHistory()) {
  rootRoute.update({ component: Layout })
  return createRouter({
    routeTree,
    history: withHashLinks(history),
    context: { deps },
    parseSearch,
    stringifySearch,
    // a screen's code and data come at the first sign of a click: a pointer over its link, a finger on it
    defaultPreload: 'intent',
    // the old screen stays while the next one loads; after that time the wheel takes its place
    defaultPendingMs: appearAfter,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Pending,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}

export type ShopRouter = ReturnType<typeof createShopRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: ShopRouter
  }
  interface HistoryState {
    /** the search text of the home page (specification section 2); the address carries it too */
    keyword?: string
    /** what the list showed of the product that is opened; of an unknown version after a reload */
    product?: unknown
  }
}
