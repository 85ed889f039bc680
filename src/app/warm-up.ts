import { buyerScreens } from '../routes/lazy-screens.ts'

/**
 * Brings the screens that a buyer goes to next at the first sign of it: a pointer over a link or a finger on it, the focus
 * in a field. Until then the home page is all that the page loads; the worker, which saves these screens first of all
 * (vite.config.ts), has them at hand for most.
 */
export function warmUp(): void {
  const stop = new AbortController()
  const load = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest('a, button, input')) return
    stop.abort()
    // asked for again by whoever goes there
    void buyerScreens().catch(() => undefined)
  }
  for (const type of ['pointerover', 'pointerdown', 'focusin']) addEventListener(type, load, { signal: stop.signal })
}
