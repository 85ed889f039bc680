import { createHashHistory, type RouterHistory } from '@tanstack/react-router'

/**
 * The history behind the #. The router appends the query before the # to the route's, so that `/?lng=fr#/products?keyword=x`
 * would search for `x?lng=fr`. It is shown a window in which that query is a part of the path: it stays in the address
 * and out of the route.
 */
export function createAppHistory(): RouterHistory {
  const place = {
    get hash() {
      // the skip link, followed before any script was there, is no screen
      return location.hash === '#main' ? '' : location.hash
    },
    get pathname() {
      return location.pathname + location.search
    },
    get href() {
      return location.href
    },
    search: '',
  }
  const shown = new Proxy(window, {
    get(target, name) {
      if (name === 'location') return place
      const value: unknown = Reflect.get(target, name)
      // the window's own functions work on the window only
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return createHashHistory({ window: shown })
}
