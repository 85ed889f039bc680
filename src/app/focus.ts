import type { AnyRouter } from '@tanstack/react-router'
import { leaveToasts } from '../ui/feedback/toaster.tsx'

function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover()
}

/** Moves the focus to the main heading; false if there is none yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  if (!heading.contains(document.activeElement)) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  return true
}

/** Focuses the heading as soon as it is rendered, unless a control has the focus by then. */
function focusHeadingLater(main: Element): MutationObserver {
  // in the next frame, which lays the screen out anyway
  const observer = new MutationObserver(() =>
    requestAnimationFrame(() => {
      const hasFocus = document.activeElement !== document.body && document.activeElement !== null
      if (hasFocus || focusHeading()) observer.disconnect()
    }),
  )
  observer.observe(main, { childList: true, subtree: true })
  return observer
}

/** Closes open menus before a navigation and focuses the main heading after it, so that a screen reader announces the screen. */
export function followNavigation(router: AnyRouter): void {
  let observer: MutationObserver | undefined
  // not the router's own event before a navigation: it also comes when data is read again
  router.history.subscribe(closeMenus)
  // a link to the screen that is shown changes no address
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[popover] a')) closeMenus()
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    leaveToasts()
    observer?.disconnect()
    const main = document.querySelector('main')
    if (!focusHeading() && main) observer = focusHeadingLater(main)
  })
}
