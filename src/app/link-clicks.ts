import type { ShopRouter } from './router.tsx'

/** The link that a click means to follow within the app; undefined for everything that the browser handles itself. */
function followed(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || !link.getAttribute('href')?.startsWith('#/')) return undefined
  return link
}

/**
 * The first screen is plain HTML with plain links (`#/products`), which work before any script runs. Once the app is
 * there their clicks go through the router, so that scroll positions and focus are kept. Returns the way to stop.
 */
export function routeLinkClicks(router: ShopRouter, target: Document = document): () => void {
  const onClick = (event: MouseEvent) => {
    if (skipsToMain(event)) return event.preventDefault()
    const link = followed(event)
    if (!link) return
    event.preventDefault()
    closeMenus(target)
    router.history.push(link.getAttribute('href')?.slice(1) ?? '/')
  }
  target.addEventListener('click', onClick)
  return () => target.removeEventListener('click', onClick)
}

/** The skip link: the hash belongs to the router, so the focus moves by hand. */
function skipsToMain(event: MouseEvent): boolean {
  if (!(event.target instanceof Element) || !event.target.closest('.skip-link')) return false
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (heading) heading.tabIndex = -1
  heading?.focus()
  return true
}

/** A menu that was opened stays on top of the next screen unless it is closed. */
function closeMenus(target: Document): void {
  for (const menu of target.querySelectorAll<HTMLElement>('[popover]')) {
    if (menu.matches(':popover-open')) menu.hidePopover()
  }
}
