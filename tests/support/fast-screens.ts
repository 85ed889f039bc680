import type { SystemContext } from '@chakra-ui/react/styled-system'
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

/** Chakra works out the look of every part of a screen, which takes a sixth of its time; jsdom draws nothing. */
export function withoutStyles(system: SystemContext): void {
  const plain = () => ({})
  const recipes = new Map<unknown, object>()
  const { cva } = system
  const plainCva = (config?: Parameters<typeof cva>[0]) => {
    // it still knows which properties are a recipe's own and not the element's
    const recipe = recipes.get(config) ?? Object.assign(() => plain(), cva(config ?? {}))
    recipes.set(config, recipe)
    return recipe
  }
  Object.assign(system, { css: plain, cva: plainCva })
}

/** Spares screens in jsdom the work that only helps to read a failure, and keeps what is needed then. */
export function speedUpScreens() {
  forgetStacks()
  printOnlyAtTheEnd()
}
