/** Where the time comes from. Milliseconds since 1970, as the device believes them: it may jump. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
