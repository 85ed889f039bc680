/** ms */
export const backOff = { base: 1000, max: 5 * 60_000, retryAfterMax: 60 * 60_000 } as const

/**
 * How long an entry waits after its `attempts`-th try, ms: full jitter over 1 s, 2 s, 4 s … 5 min. `after`, the server's
 * `Retry-After` in ms, wins up to an hour; up to a second is added, to spread clients that got the same one.
 */
export function delay(attempts: number, after: number | undefined, random: () => number): number {
  if (after !== undefined) return Math.min(after, backOff.retryAfterMax) + random() * backOff.base
  const ceiling = Math.min(backOff.max, backOff.base * 2 ** Math.min(attempts - 1, 20))
  return random() * ceiling
}

/** Whether an entry may be tried. If more than the full wait is left, the clock was set back. */
export function isDue({ nextAt, wait }: { nextAt: number; wait: number }, now: number): boolean {
  return now >= nextAt || nextAt - now > wait
}
