import { configure, getConfig } from '@testing-library/react'
import * as react from 'react'

/** React remembers for each element the stack that made it, which takes a quarter of the time of a screen. */
function forgetStacks() {
  const internals = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  // it stops remembering after as many, and counts anew each second
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => {},
  })
}

/** While something is waited for, each look that does not find it yet would print the whole page; the last one still does. */
function printOnlyAtTheEnd() {
  const { getElementError } = getConfig()
  // the files of a worker share the library
  if ('isShort' in getElementError) return
  const short: typeof getElementError = (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container)
  configure({ getElementError: Object.assign(short, { isShort: true }) })
}

/** Spares screens in jsdom the work that only helps to read a failure, and keeps what is needed then. */
export function speedUpScreens() {
  forgetStacks()
  printOnlyAtTheEnd()
}
