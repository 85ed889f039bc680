/** Milliseconds. */
export const hour = 60 * 60 * 1000
export const day = 24 * hour

export interface Clock {
  /** milliseconds since 1970 */
  now(): number
  /** waits; by default with a timer */
  pause?(milliseconds: number): Promise<void>
}

export const isoNow = (clock: Clock, later = 0) => new Date(clock.now() + later).toISOString()

/** Now, but at least a millisecond after `earlier`, so that two versions never have the same time. */
export function isoAfter(clock: Clock, earlier: string): string {
  const now = isoNow(clock)
  return now > earlier ? now : new Date(Date.parse(earlier) + 1).toISOString()
}
