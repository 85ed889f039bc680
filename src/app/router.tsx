import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import { rootRoute } from '../routes/root.ts'
import type { Deps } from '../ui/deps.tsx'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import { createAppHistory } from './app-history.ts'
import { Layout } from './layout.tsx'
import { Pending } from './pending.tsx'
import { RouteError } from './route-error.tsx'
import { routeTree } from './route-tree.ts'

/** The router of the app; tests give it a history in memory. */
export function createShopRouter(deps: Deps, history: RouterHistory = createAppHistory()) {
  rootRoute.update({ component: Layout })
  return createRouter({
    routeTree,
    history,
    context: { deps },
    parseSearch,
    stringifySearch,
    defaultPreload: false,
    // the old screen stays while the next one loads; after that time the wheel takes its place
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Pending,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: () => <NotFoundPage />,
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
  }
}
