const hour = 60 * 60 * 1000

/** What day a moment (ms since 1970) is in a time zone (IANA), as `2026-11-30`. */
export function dayIn(timeZone: string, moment: number): string {
  // Swedish writes days as ISO 8601 does
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment)
}

/**
 * The moment (ms since 1970) at which a day ends in a time zone: the first one whose day is a later one. Found by halving,
 * since a day may have 23 or 25 hours and midnight may be left out.
 */
export function endOfDay(timeZone: string, day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`)
  // zones lie between 14 hours before and 12 hours behind UTC
  let [within, after] = [noon - 27 * hour, noon + 27 * hour]
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2)
    if (dayIn(timeZone, middle) > day) after = middle
    else within = middle
  }
  return after
}

/** The day so many days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10)
}
