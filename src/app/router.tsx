import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import { rootRoute } from '../routes/root.ts'
import { routeTree } from '../routes/route-tree.ts'
import type { Deps } from '../ui/deps.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Pending } from '../ui/pending.tsx'
import { appearAfter } from '../ui/use-waiting.ts'
import { createAppHistory, withHashLinks } from './app-history.ts'
import { Layout } from './layout.tsx'
import { RouteError } from './route-error.tsx'

const NotFound = lazyPart(() => import('../ui/not-found-page.tsx').then((module) => module.NotFoundPage), Pending)

/** The router of the app. Tests pass a history in memory. */
export function createShopRouter(deps: Deps, history: RouterHistory = createAppHistory()) {
  rootRoute.update({ component: Layout })
  return createRouter({
    routeTree,
    history: withHashLinks(history),
    context: { deps },
    parseSearch,
    stringifySearch,
    // loads a screen's code and data when its link is hovered, focused or touched
    defaultPreload: 'intent',
    // the current screen stays while the next one loads; after this time the spinner replaces it
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
    /** the search text of the home page (specification section 2); it is in the address too */
    keyword?: string
    /** the opened product as its list showed it; may be from another version of the app after a reload */
    product?: unknown
  }
}
