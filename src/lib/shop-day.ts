const day = 86_400_000

/** The day of a moment (ms since 1970) in a time zone (IANA), as `2026-11-30`. */
export function dayIn(timeZone: string, moment: number): string {
  // Swedish dates have the format of ISO 8601
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment)
}

/** A day some days later. */
export function addDays(from: string, days: number): string {
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * day).toISOString().slice(0, 10)
}
