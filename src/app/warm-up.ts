import { buyerScreens } from '../routes/lazy-screens.ts'
import { whenIdle } from '../ui/when-idle.ts'

/**
 * Brings the screens that a buyer goes to next at the first sign of it: a pointer over a link or a finger on it, the focus
 * in a field. Until then the home page is all that a first visit loads. Later visits have these screens on the device,
 * where they cost nothing but a quiet moment.
 */
export function warmUp(): void {
  const stop = new AbortController()
  const load = () => {
    stop.abort()
    // asked for again by whoever goes there
    void buyerScreens().catch(() => undefined)
  }
  const loadForControl = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a, button, input')) load()
  }
  for (const type of ['pointerover', 'pointerdown', 'focusin'])
    addEventListener(type, loadForControl, { signal: stop.signal })
  if (navigator.serviceWorker?.controller) whenIdle(load)
}
