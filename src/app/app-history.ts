import { createHashHistory, type RouterHistory } from '@tanstack/react-router'

/**
 * The router's history in the hash. Removes the query before the # and `lng` in it, which are read already and would be
 * taken for the route's search. Also removes `#main`, if the skip link was followed before any script ran.
 */
export function createAppHistory(): RouterHistory {
  const route = location.hash.replace(/([?&])lng=[a-z]{2}&?/i, '$1').replace(/[?&]$/, '')
  const hash = route === '#main' ? '' : route
  history.replaceState(history.state, '', location.pathname + hash)
  return createHashHistory()
}

/** Renders links as `#/products` for every kind of history, so that the server's markup equals the app's. */
export function withHashLinks(history: RouterHistory): RouterHistory {
  return Object.assign(history, { createHref: (path: string) => `#${path}` })
}
