import { createHashHistory, createRouter, type ParsedLocation, type RouterHistory } from '@tanstack/react-router'
import type { Deps } from '../db/use-deps.tsx'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import { NotFoundPage, RouteError } from '../ui/failure-pages.tsx'
import { appearAfter, PendingRows } from '../ui/loading/spinner.tsx'
import { wantsMotion } from '../ui/schedule.ts'
import { Layout } from './layout.tsx'
import { rootRoute } from './root.ts'
import { routeTree } from './routes.tsx'

/** The router of the app. Tests pass a history in memory. */
export function createShopRouter(deps: Deps, history: RouterHistory = createAppHistory()) {
  rootRoute.update({ component: Layout })
  return createRouter({
    routeTree,
    // links are `#/products` in every kind of history, so that the server's markup equals the app's
    history: Object.assign(history, { createHref: (path: string) => `#${path}` }),
    context: { deps },
    parseSearch,
    stringifySearch,
    // loads a screen's code and data when its link is hovered, focused or touched
    defaultPreload: 'intent',
    // the current screen stays while the next one loads; after this time an outline replaces it
    defaultPendingMs: appearAfter,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PendingRows,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: onNewScreens(),
    defaultViewTransition: mayFade() && {
      // a product is there at once
      types: ({ pathChanged, fromLocation, toLocation: { pathname } }) =>
        fromLocation && pathChanged && !pathname.startsWith('/products/') ? [] : false,
    },
  })
}

/** Screens fade into each other where the browser can leave out changes of the same screen, unless motion is unwanted. */
const mayFade = () => wantsMotion() && CSS.supports('selector(:active-view-transition-type(a))')

/**
 * Restores positions on screens that are new. A screen that is read again stays where the reader has scrolled meanwhile, and so
 * does a first screen that was scrolled before the app came.
 */
function onNewScreens() {
  let shown: string | undefined
  return ({ location }: { location: ParsedLocation }) => {
    const key = location.state.__TSR_key ?? location.href
    const isNew = shown === undefined ? scrollY <= 0 : key !== shown
    shown = key
    return isNew
  }
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

/**
 * The router's history in the hash. What came before it starts leaves the address: the language, the skip link's `#main`, and
 * a search by the first screen's form, which becomes one of the app.
 */
export function createAppHistory(): RouterHistory {
  const route = location.hash.replace(/([?&])lng=[a-z]{2}&?/i, '$1').replace(/[?&]$/, '')
  const keyword = route === '#/products' && new URLSearchParams(location.search).get('keyword')?.trim()
  const hash = route === '#main' ? '' : plainRoute(route) + (keyword ? `?keyword=${encodeURIComponent(keyword)}` : '')
  // two slashes would begin the name of a host
  history.replaceState(history.state, '', location.pathname.replace(/^\/+/, '/') + hash)
  return createHashHistory()
}

/** A route as it was meant, where a mail or a chat has added a slash, or the full stop after the link. */
const plainRoute = (route: string) =>
  route.replace(/^#\/{2,}/, '#/').replace(/^([^?]*[^?.,;:!)\]>»”’'"])[.,;:!)\]>»”’'"]+$/, '$1')
