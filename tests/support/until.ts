import { vi } from 'vitest'

/** Waits until `what` no longer throws, on a slow and busy machine too. */
export function until<T>(what: () => T | Promise<T>, { interval = 20 }: { interval?: number } = {}): Promise<T> {
  return vi.waitFor(what, { timeout: 45_000, interval })
}
