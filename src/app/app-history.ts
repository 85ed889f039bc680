import { createHashHistory, type RouterHistory } from '@tanstack/react-router'

/**
 * The history behind the #. A query before the # and `lng` behind it have been read by now and leave the address: the
 * router would take them for the route's own. So does the skip link's `#main`, followed before any script ran.
 */
export function createAppHistory(): RouterHistory {
  const route = location.hash.replace(/([?&])lng=[a-z]{2}&?/i, '$1').replace(/[?&]$/, '')
  const hash = route === '#main' ? '' : route
  history.replaceState(history.state, '', location.pathname + hash)
  return createHashHistory()
}

/** Links say `#/products` in every history, so that the server's markup has the same ones as the app's. */
export function withHashLinks(history: RouterHistory): RouterHistory {
  return Object.assign(history, { createHref: (path: string) => `#${path}` })
}
