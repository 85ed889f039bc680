import type { AnyRouter } from '@tanstack/react-router'
import { appStarted, movedEarly } from '../first-paint/early-actions.ts'
import { closeMenus } from './menus.ts'

/** The main heading gets the focus; false where there is none yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  if (!heading.contains(document.activeElement)) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  return true
}

/** Focuses the heading of a screen as soon as it is there, unless a control has the focus by then. */
function onceThere(main: Element): MutationObserver {
  const watch = new MutationObserver(() => {
    const left = document.activeElement !== document.body && document.activeElement !== null
    if (left || focusHeading()) watch.disconnect()
  })
  watch.observe(main, { childList: true, subtree: true })
  return watch
}

/**
 * With a navigation open menus close, and after it the main heading gets the focus, so that a screen reader says where one
 * is (screens.md, titles). So it does for somebody who went on before the app listened.
 */
export function followNavigation(router: AnyRouter): () => void {
  let watch: MutationObserver | undefined
  const until = new AbortController()
  const arrive = () => {
    watch?.disconnect()
    const main = document.querySelector('main')
    if (!focusHeading() && main) watch = onceThere(main)
  }
  if (document.documentElement.hasAttribute(movedEarly))
    addEventListener(appStarted, arrive, { once: true, signal: until.signal })
  const stopClosing = router.subscribe('onBeforeNavigate', closeMenus)
  const stop = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) arrive()
  })
  return () => {
    watch?.disconnect()
    until.abort()
    stopClosing()
    stop()
  }
}
