/** The source of time. Milliseconds since 1970 by the device's clock, which may jump. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
