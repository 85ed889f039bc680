import { i18n } from '@lingui/core'
import { whenIdle } from '../ui/when-idle.ts'
import { tellWorker } from '../ui/worker-channel.ts'
import type { ShopRouter } from './router.tsx'

/**
 * Gives the worker the home page as it stands, whenever it has changed: the next visit is then painted from the device
 * before any script has run, as the first one is from the server (sw/start-page.ts). On other screens the worker hears of
 * language and login only, and drops what it keeps for others. Call once, after the first rendering.
 */
export function keepScreen(router: ShopRouter, root: HTMLElement): void {
  let kept = ''
  const keep = () => {
    const { location, status } = router.state
    // nothing of the screen may be on its way, and somebody must be there to keep it
    if (status !== 'idle' || !root.querySelector('.header') || !navigator.serviceWorker?.controller) return
    const { lang } = document.documentElement
    const known = root.querySelector('.account') !== null
    const home = location.pathname === '/' && !location.searchStr && root.querySelector('.hero') !== null
    const screen = home ? screenOf(root) : ''
    const keeping = screen || `${lang} ${known}`
    if (keeping === kept) return
    const entry = document.querySelector<HTMLScriptElement>('#entry')?.src ?? ''
    if (tellWorker({ type: 'KEEP_SCREEN', lang, known, entry, screen })) kept = keeping
  }
  const soon = () => whenIdle(keep)
  router.subscribe('onResolved', soon)
  i18n.on('change', soon)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keep())
  if ('serviceWorker' in navigator) navigator.serviceWorker.addEventListener('controllerchange', soon)
  soon()
}

/** What stands around every screen, and the screen; dialogs and notices beside them belong to the moment. */
const lasting = '.skip-link, .header, .app-body, .footer'

/** The content of `root` as the server would send it: without what belongs to this moment or names a person. */
export function screenOf(root: HTMLElement): string {
  // in a document of its own nothing is loaded for a copy
  const copy = document.implementation.createHTMLDocument('').importNode(root, true)
  const all = (selector: string) => [...copy.querySelectorAll<HTMLElement>(selector)]
  for (const each of all('.app > *')) if (!each.matches(lasting)) each.remove()
  // the entry that installs the app comes when the browser offers it
  for (const each of all('.site-nav > button')) each.remove()
  for (const each of all('.newsletter')) {
    const place = each.ownerDocument.createElement('div')
    place.className = 'newsletter-place'
    each.replaceWith(place)
  }
  // the page's policy allows no style attribute
  for (const each of all('[style]')) each.removeAttribute('style')
  for (const each of all('h1')) each.removeAttribute('tabindex')
  for (const each of all('input')) each.removeAttribute('value')
  for (const each of all('option')) each.toggleAttribute('selected', each.lang === document.documentElement.lang)
  for (const each of all('.header-name')) each.textContent = ''
  for (const each of all('.account > *')) each.removeAttribute('aria-label')
  return copy.innerHTML
}
