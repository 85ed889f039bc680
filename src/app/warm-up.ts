import { buyerScreens } from '../routes/lazy-screens.ts'

/** Not part of the standard's types yet, and not in every browser. */
interface WithConnection {
  connection?: { saveData?: boolean }
}

/**
 * Brings the screens that a buyer goes to next, once the first one stands and nothing else is to be done, so that a
 * product opens at once. Not for people who asked their browser to save data.
 */
export function warmUp(): void {
  // see above
  if ((navigator as WithConnection).connection?.saveData) return
  const load = () => void buyerScreens().catch(() => undefined)
  if (typeof requestIdleCallback === 'function') requestIdleCallback(load, { timeout: 5000 })
  else setTimeout(load, 2000)
}
