import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
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

const keyOf = ({ state, href }: ParsedLocation) => state.__TSR_key ?? href

/**
 * Returns a screen to where the reader has left it, as soon as it is long enough: the router does so once, when a list from the device
 * is not drawn yet. A gesture of the reader ends it.
 */
function keepPlaces(router: AnyRouter): void {
  const places = new Map<string, number>()
  let end = new AbortController()
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) places.set(keyOf(fromLocation), scrollY)
  })
  router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
    const place = places.get(keyOf(toLocation)) ?? 0
    if (!pathChanged) return
    end.abort()
    end = new AbortController()
    const { signal } = end
    if (place === 0) return
    const observer = new ResizeObserver(() => {
      scrollTo({ top: place, behavior: 'instant' })
      if (Math.ceil(scrollY) >= Math.floor(place)) end.abort()
    })
    observer.observe(document.documentElement)
    signal.addEventListener('abort', () => observer.disconnect())
    for (const gesture of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      addEventListener(gesture, () => end.abort(), { signal, passive: true })
  })
}

/** Closes open menus before a navigation and focuses the main heading after it, so that a screen reader announces the screen. */
export function followNavigation(router: AnyRouter): void {
  let observer: MutationObserver | undefined
  keepPlaces(router)
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
