import { formatDate, formatDay } from '../i18n/dates.ts'

/** A date and time. The spans do not wrap (elements.ts): WebKit and Chromium would break a plain date at its hyphens. */
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

/** A calendar day that does not wrap. */
export function Day({ day }: { day: string }) {
  return (
    <time dateTime={day}>
      <span>{formatDay(day)}</span>
    </time>
  )
}
