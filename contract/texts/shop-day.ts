const hour = 60 * 60 * 1000

/** The format of the last time zone: a shop has one, and making a format takes much longer than using it. */
let last: { timeZone: string; format: Intl.DateTimeFormat } | undefined

/** The day of a moment (ms since 1970) in a time zone (IANA), as `2026-11-30`. */
export function dayIn(timeZone: string, moment: number): string {
  // Swedish dates have the format of ISO 8601
  if (last?.timeZone !== timeZone)
    last = { timeZone, format: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }) }
  return last.format.format(moment)
}

/**
 * The moment (ms since 1970) at which a day ends in a time zone: the first moment of the next day. Uses binary search,
 * because a day may have 23 or 25 hours, and a change of time may skip midnight.
 */
export function endOfDay(timeZone: string, day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`)
  // time zones are between UTC+14 and UTC-12
  let [within, after] = [noon - 27 * hour, noon + 27 * hour]
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2)
    if (dayIn(timeZone, middle) > day) after = middle
    else within = middle
  }
  return after
}

/** Adds days to a day. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10)
}
