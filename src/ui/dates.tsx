import { formatDate, formatDay } from '../i18n/dates.ts'

/** A time in words, on one line: `time` does not break (elements.ts), while WebKit breaks a plain date at its hyphens. */
export function Time({ at }: { at: string | number }) {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? '' : <time dateTime={time.toISOString()}>{formatDate(at)}</time>
}

/** A day of the calendar, on one line. */
export function Day({ day }: { day: string }) {
  return <time dateTime={day}>{formatDay(day)}</time>
}
