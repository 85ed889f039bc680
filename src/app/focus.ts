import type { ShopRouter } from './router.tsx'

/** After a navigation the main heading gets the focus, so that a screen reader says where one is (screens.md, titles). */
export function focusHeadings(router: ShopRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || heading.contains(document.activeElement)) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
