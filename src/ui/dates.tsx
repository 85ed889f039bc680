import { formatDate, formatDay } from '../i18n/dates.ts'

/** A time in words. Day and hour do not break (elements.ts), while WebKit and Chromium break a plain date at its hyphens. */
export function Time({ at }: { at: string | number }) {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return ''
  const [day, ...hours] = formatDate(at).split(' ')
  return (
    <time dateTime={time.toISOString()}>
      <span>{day}</span> <span>{hours.join(' ')}</span>
    </time>
  )
}

/** A day of the calendar, on one line. */
export function Day({ day }: { day: string }) {
  return (
    <time dateTime={day}>
      <span>{formatDay(day)}</span>
    </time>
  )
}
